import { PassThrough, Transform, pipeline } from "node:stream";
import type { Readable } from "node:stream";
import zlib from "node:zlib";

/** RFC 7932 section 9.1: windows of 23 and 24 bits would have the decoder hold 8 and 16 MiB. */
const MAX_BROTLI_WINDOW_CODE = 5;
/** More layers than a server has a reason for. */
const MAX_LAYERS = 2;

/**
 * The decoded body of a response, by its `Content-Encoding`; decoding goes no further than the reader reads. An
 * unknown encoding stays as it is. Errors of source and decoder come out of the returned stream.
 */
export function decodeBody(body: Readable, contentEncoding: string): Readable {
  const layers = contentEncoding.split(",").map((layer) => layer.trim().toLowerCase());
  const decoders = layers.slice(0, MAX_LAYERS).reverse().flatMap(decodersFor);
  const steps: readonly Transform[] = decoders.length > 0 ? decoders : [new PassThrough()];
  return steps.reduce<Readable>((stream, step) => pipeline(stream, step, () => {}), body);
}

function decodersFor(layer: string): readonly Transform[] {
  switch (layer) {
    case "gzip":
    case "x-gzip":
      return [zlib.createGunzip()];
    case "deflate":
      return [zlib.createInflate()];
    case "br":
      return [refuseLargeWindow(), zlib.createBrotliDecompress()];
    default:
      return [];
  }
}

function refuseLargeWindow(): Transform {
  let first = true;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, callback) {
      const head = chunk[0] ?? 0;
      const large = first && (head & 1) === 1 && ((head >> 1) & 7) > MAX_BROTLI_WINDOW_CODE;
      first = false;
      if (large) callback(Object.assign(new Error("brotli window too large"), { code: "BAD_ENCODING" }));
      else callback(null, chunk);
    },
  });
}
