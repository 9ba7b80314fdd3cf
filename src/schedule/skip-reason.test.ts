import { expect, it } from "vitest";
import { ERROR_CODES } from "../contract/observation.ts";
import { SKIP_REASONS, skipErrorCode } from "./skip-reason.ts";

it.each(SKIP_REASONS)("the reason %s has an error code of the contract", (reason) => {
  expect(ERROR_CODES).toContain(skipErrorCode(reason));
});
