import { readBody } from "../probe/read-body.ts";
import { Problem } from "./problem.ts";

/** Most of a request's body that is read, bytes: a URL of 2,048 characters, each escaped. */
const MAX_BODY_BYTES = 8 * 1024;

/**
 * The body of a request, whole. Throws a `Problem`: 413 where it is longer than 8 KiB (the rest is not read), 400 where it
 * broke off. Its length is counted, whatever a header says of it.
 */
export async function requestBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const { bytes, end } = await readBody(request.body, MAX_BODY_BYTES, request.signal);
  if (end === "whole") return new Uint8Array(bytes);
  if (end === "cut") throw new Problem(413, "Too long", `The body may have ${MAX_BODY_BYTES} bytes.`);
  throw new Problem(
    400,
    "Body broke off",
    "The body ended before its time, or was sent in chunks that are none.",
  );
}
