/** Times in ms, in a room that doubles when it is full. */
export class Samples {
  length = 0;
  private room: Float64Array<ArrayBuffer>;

  /** @param expected samples that the room holds before it has to grow, above 0 */
  constructor(expected: number) {
    this.room = new Float64Array(expected);
  }

  add(ms: number): void {
    if (this.length === this.room.length) this.grow();
    this.room[this.length++] = ms;
  }

  /** A copy from the sample at `from` on; a percentile may reorder it. */
  copy(from = 0): Float64Array {
    return this.room.slice(from, this.length);
  }

  private grow(): void {
    const larger = new Float64Array(2 * this.room.length);
    larger.set(this.room);
    this.room = larger;
  }
}
