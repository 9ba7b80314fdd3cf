import { createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { watchServer } from "./watch-server.ts";

test("a server that closes an idle connection is there, one that listens no more is gone", async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const gone = vi.fn<() => void>();
  watchServer((server.address() as AddressInfo).port, gone);
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]?.destroy();
  await vi.waitFor(() => expect(sockets).toHaveLength(2), 5_000);
  expect(gone).not.toHaveBeenCalled();
  server.close();
  sockets[1]?.destroy();
  await vi.waitFor(() => expect(gone).toHaveBeenCalledOnce(), 5_000);
});
