import { generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** A certificate made for this run of the fleet; nothing outside it has reason to trust one. */
export interface Certificate {
  readonly certPem: string;
  readonly keyPem: string;
  readonly subject: string;
  readonly privateKey: KeyObject;
}

export interface CertificateOptions {
  readonly subject: string;
  /** Signs it; itself when left out. */
  readonly issuer?: Certificate;
  readonly authority?: boolean;
  /** DNS names and IPv4 addresses. */
  readonly names?: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
}

const ECDSA_WITH_SHA256 = "06082a8648ce3d040302";
const COMMON_NAME = "0603550403";
const BASIC_CONSTRAINTS = "0603551d13";
const SUBJECT_ALT_NAME = "0603551d11";
const TRUE = "0101ff";

/** Makes an X.509 v3 certificate with a fresh P-256 key (RFC 5280, DER by hand: Node has no maker of certificates). */
export function makeCertificate(options: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { subject, issuer, names = [], authority = false } = options;
  const algorithm = sequence(hex(ECDSA_WITH_SHA256));
  const extensions = [
    ...(authority ? [sequence(hex(BASIC_CONSTRAINTS), hex(TRUE), octets(sequence(hex(TRUE))))] : []),
    ...(names.length === 0
      ? []
      : [sequence(hex(SUBJECT_ALT_NAME), octets(sequence(...names.map(generalName))))]),
  ];
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer?.subject ?? subject),
    sequence(generalizedTime(options.notBefore), generalizedTime(options.notAfter)),
    distinguishedName(subject),
    publicKey.export({ type: "spki", format: "der" }),
    ...(extensions.length === 0 ? [] : [tagged(0xa3, sequence(...extensions))]),
  );
  const signature = sign("sha256", body, issuer?.privateKey ?? privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    certPem: pem(der),
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    subject,
    privateKey,
  };
}

function distinguishedName(commonName: string): Buffer {
  const attribute = sequence(hex(COMMON_NAME), tagged(0x0c, Buffer.from(commonName)));
  return sequence(tagged(0x31, attribute));
}

/** A dNSName [2], or an iPAddress [7] for an IPv4 literal. */
function generalName(name: string): Buffer {
  if (/^[\d.]+$/.test(name)) return tagged(0x87, Buffer.from(name.split(".").map(Number)));
  return tagged(0x82, Buffer.from(name));
}

function generalizedTime(date: Date): Buffer {
  return tagged(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function octets(content: Buffer): Buffer {
  return tagged(0x04, content);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, "hex");
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
