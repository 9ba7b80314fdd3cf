import { SPOKEN_REVISIONS } from "../../contract/revisions.ts";
import { attemptOf } from "../formula/outcome-readings.ts";
import { notMeasured, verdict } from "./check.ts";
import type { Check, CheckInputs, Verdict } from "./check.ts";
import type { LedgerProbe } from "../../contract/ledger.ts";

export const CONNECT = {
  /** Longest time to the last list page, ms. */
  totalMsMax: 12_000,
  handshakeStatus: 200,
  /** Oldest revision that counts as current. */
  currentRevision: "2025-06-18",
  /** Revisions that Plumbline speaks. */
  spoken: SPOKEN_REVISIONS,
} as const;

const succeeded = (probe: LedgerProbe): boolean => attemptOf(probe.outcome, probe.tools_ok) === "success";
const speaks = (revision: string | null): boolean => revision !== null && CONNECT.spoken.includes(revision);

/** Judges the latest attempt; not measured at the front door, or without an attempt. */
function ofAttempt(inputs: CheckInputs, judge: (probe: LedgerProbe) => Verdict): Verdict {
  if (inputs.tier === "gated") return notMeasured("the endpoint asks for a sign-in");
  return inputs.latestAttempt === null ? notMeasured("no attempt that counts") : judge(inputs.latestAttempt);
}

/** Checks 1–5, "Can my agent connect?". */
export const CONNECT_CHECKS: readonly Check[] = [
  {
    number: 1,
    id: "reachable",
    label: "Reachable",
    type: "T",
    group: "connect",
    oneVisit: true,
    rule: `Passed when the latest attempt succeeded, its handshake was answered with HTTP ${CONNECT.handshakeStatus}, and the visit took at most ${CONNECT.totalMsMax} ms or its time was not recorded; failed otherwise.`,
    why: "An agent has to connect before it can do anything else.",
    keep_in_mind: "One dated observation, not continuous availability.",
    judge: (inputs) =>
      ofAttempt(inputs, (probe) => {
        const quick = probe.total_ms === null || probe.total_ms <= CONNECT.totalMsMax;
        const passed = succeeded(probe) && probe.http_status === CONNECT.handshakeStatus && quick;
        const time = probe.total_ms === null ? "time not recorded" : `${probe.total_ms} ms`;
        return verdict(
          passed,
          probe.started_at,
          `${probe.outcome}, HTTP ${probe.http_status ?? "–"}, ${time}`,
        );
      }),
  },
  {
    number: 2,
    id: "valid_handshake",
    label: "Valid handshake",
    type: "T",
    group: "connect",
    oneVisit: true,
    rule: `Passed when the latest attempt succeeded with a revision we speak (${CONNECT.spoken.join(", ")}) and a non-empty server name; in the stateless era the name may be missing. Failed otherwise.`,
    why: "Client and server have to agree on a language.",
    keep_in_mind: "Says nothing of whether the tools work.",
    judge: (inputs) =>
      ofAttempt(inputs, (probe) => {
        const named = probe.named || probe.era === "stateless";
        const passed = succeeded(probe) && speaks(probe.revision) && named;
        const name = probe.named ? "named" : "without a name";
        return verdict(
          passed,
          probe.started_at,
          `${probe.outcome}, revision ${probe.revision ?? "–"}, ${name}`,
        );
      }),
  },
  {
    number: 3,
    id: "lists_tools",
    label: "Lists tools",
    type: "T",
    group: "connect",
    oneVisit: true,
    rule: "Passed when the list of the latest attempt has at least one tool; failed otherwise.",
    why: "A capability has to be found before it can be used.",
    keep_in_mind: "We read the list and run nothing.",
    judge: (inputs) =>
      ofAttempt(inputs, (probe) =>
        verdict(
          succeeded(probe) && (probe.tool_count ?? 0) >= 1,
          probe.started_at,
          `${probe.tool_count ?? 0} tools`,
        ),
      ),
  },
  {
    number: 4,
    id: "current_protocol",
    label: "Current protocol",
    type: "T",
    group: "connect",
    oneVisit: true,
    rule: `Passed when the revision of the latest attempt of the last 30 days that had one is ${CONNECT.currentRevision} or newer; failed when it is older.`,
    why: "Older revisions limit what clients can do.",
    keep_in_mind: "A baseline, not the newest revision.",
    judge(inputs) {
      if (inputs.tier === "gated") return notMeasured("the endpoint asks for a sign-in");
      const probe = inputs.latestRevised;
      if (probe === null || probe.revision === null) return notMeasured("no revision seen");
      return verdict(
        probe.revision >= CONNECT.currentRevision,
        probe.started_at,
        `revision ${probe.revision}`,
      );
    },
  },
  {
    number: 5,
    id: "https",
    label: "HTTPS",
    type: "P",
    group: "connect",
    oneVisit: true,
    rule: "Passed when the stored URL begins with https://, failed when it begins with http://.",
    why: "The connection is encrypted.",
    keep_in_mind: "The address, not an audit.",
    judge({ publisher }) {
      if (publisher === null) return notMeasured("no listing");
      return verdict(publisher.endpoint_scheme === "https", null, `${publisher.endpoint_scheme}://`);
    },
  },
];
