import { X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import { describe, expect, it } from "vitest";
import { INTERMEDIATES } from "./intermediates.ts";

const roots = rootCertificates.map((pem) => new X509Certificate(pem));
const listed = INTERMEDIATES.map((pem) => new X509Certificate(pem));
const issuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

describe("INTERMEDIATES", () => {
  it.each(listed.map((certificate) => [certificate.subject.replaceAll("\n", ", "), certificate] as const))(
    "%s is an authority whose signature leads to a root of the platform",
    (_subject, certificate) => {
      expect(certificate.ca).toBe(true);
      const issuer = [...roots, ...listed].find((candidate) => issuedBy(certificate, candidate));
      expect(issuer).toBeDefined();
      const anchored = roots.some((root) => root === issuer || (issuer && issuedBy(issuer, root)));
      expect(anchored).toBe(true);
    },
  );

  it("holds no root, and each certificate once", () => {
    expect(listed.filter((certificate) => certificate.subject === certificate.issuer)).toEqual([]);
    expect(new Set(listed.map(({ fingerprint256 }) => fingerprint256)).size).toBe(listed.length);
  });
});
