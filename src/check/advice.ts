import type { ErrorCode, Flag } from "../contract/observation.ts";

/** What the owner of a server can do about a cause; null where there is nothing for them to do. */
export const CODE_ADVICE: Readonly<Record<ErrorCode, string | null>> = {
  dns_nxdomain: "The name does not exist in DNS. Check its spelling, and that the zone is published.",
  dns_no_address: "The name has no A or AAAA record. Publish one.",
  dns_servfail:
    "The resolver could not get an answer. Try again; if it stays so, check the zone's name servers and DNSSEC.",
  dns_silent: "The resolver did not answer. Try again; on the command line --doh names another one.",
  connect_refused:
    "Nothing accepts connections on this port. Start the server, or list the port it listens on.",
  connect_reset: "The server resets the connection. Look at its log and at the proxy in front of it.",
  connect_unreachable: "There is no route to the address. Check the DNS record and the firewall.",
  connect_failed: "The connection failed. Check that the server runs and that its port is open.",
  connect_or_tls_failed: "Connecting or the TLS handshake failed. Check the port and the certificate.",
  closed_without_answer:
    "The server closes the connection without an answer. Look at its log and at the proxy in front of it.",
  body_cut_short: "The answer broke off. Check timeouts and buffering of the proxy in front of the server.",
  not_http: "What answers on this port does not speak HTTP/1.1.",
  tls_expired: "The certificate has expired. Renew it, and automate the renewal.",
  tls_not_yet_valid: "The certificate is not valid yet. Check the clock of the machine that issued it.",
  tls_self_signed: "The certificate is self-signed; clients will refuse it. Use one of a public authority.",
  tls_untrusted:
    "The certificate comes from an authority that clients do not know. Use one of a public authority.",
  tls_name_mismatch: "The certificate is for another name. Issue one that holds this host name.",
  tls_incomplete_chain: "The server does not send its intermediate certificate. Configure the full chain.",
  tls_handshake: "The TLS handshake failed. Offer TLS 1.2 or 1.3, and speak TLS on this port.",
  tls_invalid: "The certificate is not valid. Check chain, name and dates.",
  response_timeout: "No complete answer within 10 s. Answer the handshake at once and do slow work later.",
  probe_timeout: "The whole visit took longer than 25 s. Answer faster, or send fewer pages.",
  http_status:
    "The status says that the request failed. An MCP endpoint answers the handshake with 200 and JSON-RPC.",
  edge_origin_error: "The edge in front of the server could not reach it.",
  redirect_not_followed:
    "The endpoint redirects elsewhere. List the final URL; only 307 and 308 to the same host are followed.",
  hosting_suspended: "The hosting of this server is suspended.",
  not_json: "The answer is not JSON. Answer with application/json or text/event-stream.",
  json_too_deep: "The answer is nested deeper than 64 levels. Flatten it.",
  json_too_many_values: "The answer holds more than 50,000 values. Send less in one answer.",
  not_jsonrpc: "The answer is JSON but not JSON-RPC 2.0.",
  wrong_id: "The answer carries another id than the request.",
  no_answer_in_stream: "The event stream ended without the answer.",
  html_instead_of_mcp: "The URL answers with a web page. List the path of the MCP endpoint, often /mcp.",
  empty_body: "The answer is empty.",
  bad_result: "The result lacks what the protocol requires (protocolVersion, supportedVersions or tools).",
  asynchronous_202: "The request was answered 202 without a result. Send the result in the response.",
  body_too_large: "The answer is larger than clients should have to read. Send less, or page the list.",
  headers_too_large: "The response headers are larger than 64 KiB. Send less of them.",
  bad_encoding: "Content-Encoding and body do not agree.",
  jsonrpc_error: "The server answers the handshake with an error. Look at its log for the reason.",
  revision_refused: "The server refuses every protocol revision it was offered. Support a current one.",
  session_required: "The server asks for a session before one was opened.",
  foreign_endpoint_event:
    "The stream's endpoint event points to another origin. It must stay on the same one.",
  sse_no_endpoint: "The stream gave no endpoint event.",
  target_scheme: "Only http:// and https:// can be checked.",
  target_userinfo: "Take user name and password out of the URL.",
  target_port: "Only ports 80, 443 and from 1024 on are checked.",
  target_address: "The host has an address that is not public. Every address it resolves to must be.",
  target_url: "This is not a URL.",
  target_no_ipv6: "The host has IPv6 addresses only, which this network does not reach.",
  target_ip_literal: "This network reaches hosts by name only.",
  template_placeholder: "Fill in the placeholder of the URL.",
  opted_out: "The host asked not to be probed (TXT record or robots.txt).",
  bot_protection:
    "A bot-protection page answers in place of the server. Let clients without a browser through to the MCP path.",
  sign_in_redirect:
    "The endpoint redirects to a sign-in page for people. Answer 401 with WWW-Authenticate instead.",
  forbidden:
    "The server answers 403 without a challenge. If sign-in is meant, answer 401 with WWW-Authenticate.",
  rate_limited: "The server limits our rate. Try again later.",
  retry_after: "The server asks to come back later.",
  payment_required: null,
  unauthorised: null,
  own_fault: null,
  own_leftover_session: null,
  skipped_host_limit: null,
  skipped_sentinel: null,
  skipped_rate_limit: null,
  skipped_retry_after: null,
  skipped_pause: null,
  skipped_overload: null,
};

/** The same for side findings. */
export const FLAG_ADVICE: Readonly<Record<Flag, string | null>> = {
  cold_start:
    "The first request timed out and a second one succeeded: the server starts cold. Keep one instance warm.",
  retried: null,
  timing_discarded: null,
  incomplete_chain:
    "The server does not send its intermediate certificate; some clients fail. Configure the full chain.",
  redirected: "The listed URL redirects. List the final one.",
  auth_in_200:
    "Sign-in is demanded in a JSON-RPC error. Answer 401 with WWW-Authenticate, so that clients can act on it.",
  auth_at_list: null,
  payment_terms: null,
  browser_sso: "A sign-in page for people stands in front. Answer 401 with WWW-Authenticate instead.",
  list_incomplete: "The tool list does not end: a cursor repeats or a page fails.",
  list_too_large: "A page of the tool list is larger than 1 MiB. Use smaller pages.",
  lenient_id: "Answers do not carry the id of the request. Copy it exactly.",
  wrong_content_type:
    "The Content-Type is not application/json or text/event-stream. Strict clients refuse that.",
  unterminated_sse: "The event stream does not end its last event with an empty line.",
  non_202: "A notification was not answered 202.",
  missing_result_type: "Results lack resultType (revision 2026-07-28).",
  missing_ttl: "Results lack ttlMs (revision 2026-07-28).",
  missing_cache_scope: "Results lack cacheScope (revision 2026-07-28).",
  missing_server_info: "The discover result lacks serverInfo.",
};

/** The same for failed checks; an id that is missing here needs no advice, as with a service that is paid by design. */
export const CHECK_ADVICE: Readonly<Partial<Record<string, string>>> = {
  valid_handshake: "Give the server a name in serverInfo and agree on a published revision.",
  lists_tools: "List at least one tool, and declare the tools capability.",
  current_protocol: "Speak revision 2025-06-18 or a newer one.",
  https: "Serve the endpoint over https.",
  standard_auth: "Publish protected-resource metadata (RFC 9728), so that clients learn how to sign in.",
  tools_described: "Describe every tool in at least 20 characters: it is how agents choose.",
  valid_input_schemas: 'Give every tool an input schema with type "object".',
  parameters_documented: "Describe at least 80 % of the parameters: agents fill them in by it.",
  safety_hints: "Declare readOnlyHint or destructiveHint on every tool: clients present tools by it.",
};
