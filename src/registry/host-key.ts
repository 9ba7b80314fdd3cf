/**
 * Name of the HostDO that owns a URL: the hostname without the root's dot, since politeness is kept per host. URLs that no parser accepts
 * (placeholders) share one object, which never sends anything for them. Where the development switch admits loopback,
 * 127.0.0.1, ::1 and localhost are a host per port, so that a practice fleet without addresses of its own still works.
 */
export function hostKey(url: string, settings: { readonly ALLOW_LOOPBACK_TARGETS: boolean }): string {
  if (!URL.canParse(url)) return "unparsable.invalid";
  const parsed = new URL(url);
  const shared = ["127.0.0.1", "[::1]", "localhost"].includes(parsed.hostname);
  return settings.ALLOW_LOOPBACK_TARGETS && shared ? parsed.host : parsed.hostname.replace(/\.+$/, "");
}
