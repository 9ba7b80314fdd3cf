import { Readable } from "node:stream";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeBody } from "./decode-body.ts";

const TEXT = "the body of an answer, ".repeat(50);
const brotli = (window: number) =>
  zlib.brotliCompressSync(TEXT, { params: { [zlib.constants.BROTLI_PARAM_LGWIN]: window } });

async function decoded(bytes: Buffer, encoding: string): Promise<string> {
  // One byte a chunk: decoders must not depend on how the bytes arrive.
  const source = Readable.from([...bytes].map((byte) => Buffer.from([byte])));
  const chunks: Buffer[] = [];
  for await (const chunk of decodeBody(source, encoding)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe("decodeBody", () => {
  it.each<[string, string, Buffer]>([
    ["no encoding", "", Buffer.from(TEXT)],
    ["identity", "identity", Buffer.from(TEXT)],
    ["gzip", "gzip", zlib.gzipSync(TEXT)],
    ["gzip in capitals", "GZIP", zlib.gzipSync(TEXT)],
    ["x-gzip", "x-gzip", zlib.gzipSync(TEXT)],
    ["deflate", "deflate", zlib.deflateSync(TEXT)],
    ["brotli", "br", zlib.brotliCompressSync(TEXT)],
    ["brotli with the smallest window", "br", brotli(10)],
    ["brotli with the largest window that is taken", "br", brotli(22)],
    ["two layers, the last one applied outermost", "gzip, br", zlib.brotliCompressSync(zlib.gzipSync(TEXT))],
    ["an encoding that nobody knows, left as it is", "zstd", Buffer.from(TEXT)],
  ])("gives the text back from %s", async (_what, encoding, bytes) => {
    expect(await decoded(bytes, encoding)).toBe(TEXT);
  });

  it.each<[string, string, Buffer, string]>([
    ["a brotli window of 8 MiB", "br", brotli(23), "BAD_ENCODING"],
    ["a brotli window of 16 MiB", "br", brotli(24), "BAD_ENCODING"],
    ["gzip that is none", "gzip", Buffer.from(TEXT), "Z_DATA_ERROR"],
    ["gzip that breaks off", "gzip", zlib.gzipSync(TEXT).subarray(0, -10), "Z_BUF_ERROR"],
  ])("refuses %s", async (_what, encoding, bytes, code) => {
    await expect(decoded(bytes, encoding)).rejects.toMatchObject({ code });
  });

  it("reads no more of a bomb than is asked of it", async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(32 * 1024 * 1024), { level: 9 });
    const stream = decodeBody(Readable.from([bomb]), "gzip");
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let bytes = 0;
    while (bytes < 100_000) bytes += (await chunks.next()).value.length;
    expect(bytes + stream.readableLength).toBeLessThan(300_000);
    stream.destroy();
  });
});
