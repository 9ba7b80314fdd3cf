import { expect, test } from "vitest";
import { requestBody } from "./request-body.ts";

/** A request whose body comes in these chunks; `fault`: and then breaks off. */
function request(chunks: readonly string[], fault?: Error) {
  const left = [...chunks];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift();
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      else if (fault !== undefined) controller.error(fault);
      else controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  return { request: new Request("http://plumbline.test/", init), left };
}

test("a body is read over its chunks, and none is empty", async () => {
  const bytes = await requestBody(request(["{", "}"]).request);
  expect(new TextDecoder().decode(bytes)).toBe("{}");
  expect(await requestBody(new Request("http://plumbline.test/"))).toHaveLength(0);
});

test("of an endless body no more is read than the limit, and it is a 413", async () => {
  const { request: endless, left } = request(Array.from({ length: 1_000 }, () => "a".repeat(1_024)));
  await expect(requestBody(endless)).rejects.toMatchObject({
    status: 413,
    message: "The body may have 8192 bytes.",
  });
  expect(left.length).toBeGreaterThan(980);
});

test("a body that breaks off is the client's fault", async () => {
  const broken = request(['{"url"'], new Error("Network connection lost.")).request;
  await expect(requestBody(broken)).rejects.toMatchObject({ status: 400, title: "Body broke off" });
});
