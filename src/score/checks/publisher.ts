import { DAY_MS } from "../../lib/utc.ts";
import type { PublisherFacts } from "../../contract/ledger.ts";
import { notMeasured, verdict } from "./check.ts";
import type { Check, CheckInputs, Verdict } from "./check.ts";

export const PUBLISHER = {
  /** Age up to which a registry update is recent, days. */
  updateDaysMax: 180,
} as const;

const ofListing = ({ publisher }: CheckInputs, judge: (facts: PublisherFacts) => Verdict): Verdict =>
  publisher === null ? notMeasured("no listing") : judge(publisher);

/** Checks 17–22, "Who publishes it?". */
export const PUBLISHER_CHECKS: readonly Check[] = [
  {
    number: 17,
    id: "verified_namespace",
    label: "Verified namespace",
    type: "P",
    group: "publisher",
    oneVisit: false,
    rule: "Passed when the stored source is the Official MCP Registry; failed for a manual entry.",
    why: "The registry has names proven.",
    keep_in_mind: "Not the publisher's identity.",
    judge: (inputs) =>
      ofListing(inputs, ({ source, registry_updated_at }) =>
        verdict(
          source === "registry",
          registry_updated_at,
          source === "registry" ? "registry record" : "manual entry",
        ),
      ),
  },
  {
    number: 18,
    id: "website_matches",
    label: "Website matches publisher",
    type: "P",
    group: "publisher",
    oneVisit: false,
    rule: "Passed when the namespace is a reversed domain and the website's host (without www.) equals that domain; failed when it differs.",
    why: "A mismatch deserves a look.",
    keep_in_mind: "Naming only; other namespaces, or no website, are not measured.",
    judge: (inputs) =>
      ofListing(inputs, ({ namespace, website, registry_updated_at }) => {
        if (namespace.kind !== "domain" || website === null)
          return notMeasured("no domain namespace or no website");
        const passed = website.host === namespace.domain;
        return verdict(passed, registry_updated_at, passed ? "same domain" : "another domain");
      }),
  },
  {
    number: 19,
    id: "source_linked",
    label: "Source repo linked",
    type: "P",
    group: "publisher",
    oneVisit: false,
    rule: "Passed when a repository URL is in the listing (`{}` is none); failed when there is none.",
    why: "The code can be read.",
    keep_in_mind: "It may not be what runs.",
    judge: (inputs) =>
      ofListing(inputs, ({ repository, registry_updated_at }) =>
        verdict(
          repository !== null,
          registry_updated_at,
          repository === null ? "no repository" : "repository linked",
        ),
      ),
  },
  {
    number: 20,
    id: "repo_owner_matches",
    label: "Repo owner matches",
    type: "P",
    group: "publisher",
    oneVisit: false,
    rule: "Passed when the namespace is io.github.<login> and the linked GitHub owner is that login, case ignored; failed when it is another.",
    why: "Names are consistent.",
    keep_in_mind: "Other namespaces, or no GitHub repository, are not measured.",
    judge: (inputs) =>
      ofListing(inputs, ({ namespace, repository, registry_updated_at }) => {
        const owner = repository?.github_owner ?? null;
        if (namespace.login === null || owner === null)
          return notMeasured("no GitHub namespace or no GitHub repository");
        const passed = owner.toLowerCase() === namespace.login.toLowerCase();
        return verdict(passed, registry_updated_at, passed ? "same owner" : "another owner");
      }),
  },
  {
    number: 21,
    id: "recently_updated",
    label: "Recently updated",
    type: "P",
    group: "publisher",
    oneVisit: false,
    rule: `Passed when the registry record was updated at most ${PUBLISHER.updateDaysMax} days ago; failed when it is older or has no date.`,
    why: "Someone maintains the listing.",
    keep_in_mind: "The listing's date only.",
    judge: (inputs) =>
      ofListing(inputs, ({ registry_updated_at: at }) => {
        if (at === null) return verdict(false, null, "no date");
        const passed = inputs.asOfMs - at <= PUBLISHER.updateDaysMax * DAY_MS;
        return verdict(passed, at, `${Math.max(0, Math.floor((inputs.asOfMs - at) / DAY_MS))} days ago`);
      }),
  },
  {
    number: 22,
    id: "open_source_licence",
    label: "Open-source licence",
    type: "P",
    group: "publisher",
    oneVisit: false,
    rule: "Passed when GitHub's look-up reports a licence approved by the OSI; failed when it reports another or none.",
    why: "The terms can be read.",
    keep_in_mind: "Without a completed look-up it is not measured.",
    judge: (inputs) =>
      ofListing(inputs, ({ licence }) =>
        licence === null
          ? notMeasured("no completed look-up")
          : verdict(licence.osi, licence.at, licence.spdx ?? "no licence found"),
      ),
  },
];
