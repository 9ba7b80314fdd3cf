import { describe, expect, it } from "vitest";
import { parseTarget } from "./target.ts";

const codeOf = (url: string) => {
  const result = parseTarget(url);
  return result.ok ? "allowed" : result.error.error.code;
};

describe("parseTarget", () => {
  it.each([
    ["a placeholder", "https://{tenant}.example/mcp", "template_placeholder"],
    ["a placeholder in something no parser would take", "{baseUrl}:{port}/mcp", "template_placeholder"],
    ["another scheme", "ftp://a.example/mcp", "target_scheme"],
    ["a file", "file:///etc/passwd", "target_scheme"],
    ["a web socket", "wss://a.example/mcp", "target_scheme"],
    ["a user name", "https://user@a.example/mcp", "target_userinfo"],
    ["a password", "https://user:secret@a.example/mcp", "target_userinfo"],
    ["an empty user-info", "https://@a.example/mcp", "target_userinfo"],
    ["an empty user-info behind a single slash", "https:/@a.example/mcp", "target_userinfo"],
    ["port 22", "https://a.example:22/mcp", "target_port"],
    ["port 25", "http://a.example:25/", "target_port"],
    ["port 1023", "https://a.example:1023/mcp", "target_port"],
    ["port 0", "https://a.example:0/mcp", "target_port"],
    ["a port over 65535", "https://a.example:65536/mcp", "target_url"],
    ["no host", "https:///", "target_url"],
    ["no scheme", "a.example/mcp", "target_url"],
    ["nothing", "", "target_url"],
    ["a tab inside the host", "https://a.exa\tmple/mcp", "target_url"],
    ["a line break", "https://a.example/mcp\r\nx: y", "target_url"],
    ["a blank in front", " https://a.example/mcp", "target_url"],
    ["a NUL", "https://a.example/\u0000", "target_url"],
    ["a name under localhost", "http://a.localhost:3000/mcp", "target_address"],
    ["localhost with a dot", "http://localhost.:3000/mcp", "target_address"],
  ])("refuses %s", (_what, url, code) => {
    expect(codeOf(url)).toBe(code);
  });

  it.each([
    "https://a.example/mcp",
    "http://a.example/mcp",
    "https://a.example:443/mcp",
    "https://a.example:80/mcp",
    "https://a.example:1024/mcp",
    "https://a.example:65535/mcp",
    "https://a.example/@scope/name/mcp",
    "https://a.example/mcp?to=me@b.example",
    "https://git_diff.example/mcp",
    "https://xn--5ckxa2e4ez471abqo49zn6s.com/mcp",
    "https://notlocalhost/mcp",
  ])("takes %s", (url) => {
    expect(codeOf(url)).toBe("allowed");
  });

  it.each([
    ["https://A.EXAMPLE:443/Mcp/?Q=1#part", "a.example", "a.example", 443, "/Mcp/?Q=1"],
    ["http://a.example:8080", "a.example", "a.example:8080", 8080, "/"],
    ["https://[2606:4700::1111]:8443/x", "2606:4700::1111", "[2606:4700::1111]:8443", 8443, "/x"],
    ["http://0x7f.1/", "127.0.0.1", "127.0.0.1", 80, "/"],
    ["http://0177.0.0.01/", "127.0.0.1", "127.0.0.1", 80, "/"],
    ["http://2130706433/", "127.0.0.1", "127.0.0.1", 80, "/"],
    ["http://127.1/", "127.0.0.1", "127.0.0.1", 80, "/"],
    ["http://127.0.0.1./", "127.0.0.1", "127.0.0.1", 80, "/"],
    ["http://１２７．0．0．1/", "127.0.0.1", "127.0.0.1", 80, "/"],
    ["http://%31%32%37.0.0.1/", "127.0.0.1", "127.0.0.1", 80, "/"],
    ["http:\\\\127.0.0.1\\x", "127.0.0.1", "127.0.0.1", 80, "/x"],
  ])("reads %s as host, authority, port and path", (url, host, authority, port, path) => {
    const result = parseTarget(url);
    expect(result.ok && result.value).toMatchObject({ host, authority, port, path });
    expect(result.ok && result.value.href).not.toContain("#");
  });
});
