import tls from "node:tls";
import type { SecureContext } from "node:tls";
import { INTERMEDIATES } from "./intermediates.ts";

/** Whom the pinned transport believes. PEM texts. */
export interface Trust {
  /** The platform's own roots and no others. */
  readonly roots: SecureContext;
  /** The same roots, with the bundled intermediates at hand to complete a chain; they are no anchors by themselves. */
  completed(): SecureContext;
}

/** Trust in given roots (tests), or in the roots that Node was started with. */
export function createTrust(given?: { roots: readonly string[]; intermediates: readonly string[] }): Trust {
  let completed: SecureContext | undefined;
  return {
    roots: tls.createSecureContext(given ? { ca: [...given.roots] } : {}),
    completed: () =>
      (completed ??= tls.createSecureContext({
        ca: given ? [...given.roots, ...given.intermediates] : [...platformRoots(), ...INTERMEDIATES],
      })),
  };
}

/** Node 22.15 and later can name the roots it uses by default, with what `NODE_EXTRA_CA_CERTS` added. */
function platformRoots(): readonly string[] {
  const { getCACertificates, rootCertificates }: Partial<typeof tls> = tls;
  return getCACertificates?.("default") ?? rootCertificates ?? [];
}
