import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** A certificate made for one test run, with its private key. PEM texts beside the key for signing others. */
export interface TestCertificate {
  readonly certPem: string;
  readonly keyPem: string;
  readonly subject: string;
  readonly key: KeyObject;
}

export interface CertificateWish {
  readonly subject: string;
  /** Absent: self-signed. */
  readonly issuer?: TestCertificate;
  readonly ca?: boolean;
  /** DNS names. */
  readonly names?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** Writes an authority information access extension with this issuer address. */
  readonly issuerUrl?: string;
}

const DAY_MS = 86_400_000;

/** Makes an X.509 v3 certificate (RFC 5280) with a fresh P-256 key, by hand: `node:crypto` reads but does not write them. */
export function makeCertificate(wish: CertificateWish): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const now = Date.now();
  const toBeSigned = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    ECDSA_SHA256,
    name(wish.issuer?.subject ?? wish.subject),
    sequence(
      utcTime(wish.notBefore ?? new Date(now - DAY_MS)),
      utcTime(wish.notAfter ?? new Date(now + 30 * DAY_MS)),
    ),
    name(wish.subject),
    publicKey.export({ type: "spki", format: "der" }),
    explicit(3, sequence(...extensions(wish))),
  );
  const signature = sign("sha256", toBeSigned, wish.issuer?.key ?? privateKey);
  const der = sequence(toBeSigned, ECDSA_SHA256, bitString(signature));
  return {
    certPem: pem(der),
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    subject: wish.subject,
    key: privateKey,
  };
}

function extensions({ ca = false, names = [], issuerUrl }: CertificateWish): Buffer[] {
  const all = [
    extension("2.5.29.19", true, ca ? sequence(TRUE) : sequence()),
    // keyCertSign and cRLSign, or digitalSignature.
    extension("2.5.29.15", true, tlv(0x03, Buffer.from(ca ? [1, 0x06] : [7, 0x80]))),
  ];
  if (!ca) all.push(extension("2.5.29.37", false, sequence(objectId("1.3.6.1.5.5.7.3.1"))));
  if (names.length > 0) {
    const entries = names.map((entry) => tlv(0x82, Buffer.from(entry)));
    all.push(extension("2.5.29.17", false, sequence(...entries)));
  }
  if (issuerUrl !== undefined) {
    const entry = sequence(objectId("1.3.6.1.5.5.7.48.2"), tlv(0x86, Buffer.from(issuerUrl)));
    all.push(extension("1.3.6.1.5.5.7.1.1", false, sequence(entry)));
  }
  return all;
}

function tlv(tag: number, content: Buffer): Buffer {
  const length = content.length;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, Buffer.concat(parts));
const explicit = (number: number, content: Buffer): Buffer => tlv(0xa0 | number, content);
const integer = (bytes: Buffer): Buffer => tlv(0x02, bytes);
const bitString = (bytes: Buffer): Buffer => tlv(0x03, Buffer.concat([Buffer.from([0]), bytes]));
const TRUE = tlv(0x01, Buffer.from([0xff]));

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return tlv(0x06, Buffer.from(bytes));
}

const ECDSA_SHA256 = sequence(objectId("1.2.840.10045.4.3.2"));

function name(commonName: string): Buffer {
  return sequence(tlv(0x31, sequence(objectId("2.5.4.3"), tlv(0x0c, Buffer.from(commonName)))));
}

function utcTime(date: Date): Buffer {
  const text = date.toISOString().replaceAll(/[-:T]/g, "").slice(2, 14);
  return tlv(0x17, Buffer.from(`${text}Z`));
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(objectId(id), ...(critical ? [TRUE] : []), tlv(0x04, value));
}

function pem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
