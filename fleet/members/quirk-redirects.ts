import type { Member } from "../member.ts";
import { handshakeServer, type Script } from "../wire/scripted.ts";

type Target = (hop: string, site: { readonly canaryUrl: string }) => string | null;

/** Redirects by path: the endpoint is at `/mcp`, `target` says where a path leads, null answers it. */
function redirecting(name: Script["name"], description: string, status: number, target: Target): Member {
  return handshakeServer({
    name,
    description,
    first: (exchange, site) => {
      const location = target(exchange.path, site);
      if (location === null) {
        Object.assign(exchange, { path: "/mcp" });
        return false;
      }
      exchange.text(status, "text/plain", "", { location });
      return true;
    },
  });
}

/** Redirects of every kind; only a 307 or 308 within the host may be followed (PROTOCOL fact Q19). */
export const QUIRK_REDIRECT_MEMBERS: readonly Member[] = [
  redirecting("quirk-redirect-308-slash", "308 from /mcp to /mcp/, an ordinary server there", 308, (path) =>
    path === "/mcp" ? "/mcp/" : null,
  ),
  redirecting("quirk-redirect-307-twice", "two 307 in a row, an ordinary server behind them", 307, (path) =>
    path === "/mcp" ? "/one" : path === "/one" ? "/two" : null,
  ),
  redirecting("quirk-redirect-too-many", "three 308 in a row", 308, (path) =>
    path === "/mcp" ? "/one" : path === "/one" ? "/two" : path === "/two" ? "/three" : null,
  ),
  redirecting("quirk-redirect-loop", "308 to itself for ever", 308, () => "/mcp"),
  redirecting("quirk-redirect-301", "301 to /mcp/, which turns a POST into a GET", 301, (path) =>
    path === "/mcp" ? "/mcp/" : null,
  ),
  redirecting("quirk-redirect-303", "303 to a page", 303, (path) => (path === "/mcp" ? "/welcome" : null)),
  redirecting(
    "hostile-redirect-off-host",
    "308 to another host, which counts who comes",
    308,
    (_path, { canaryUrl }) => canaryUrl,
  ),
  redirecting(
    "hostile-redirect-inside",
    "307 to a cloud metadata address",
    307,
    () => "http://169.254.169.254/latest/meta-data",
  ),
  redirecting("hostile-redirect-scheme", "307 to a file URL", 307, () => "file:///etc/passwd"),
];
