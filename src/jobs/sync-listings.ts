import { slugsByName, storedListings, writeListingChanges } from "../db/listings.ts";
import { listingChanges } from "../registry/listed.ts";
import { manualListings } from "../registry/manual-listings.ts";
import type { Job } from "./job.ts";

/** Makes the stored manual listings equal to the setting LISTINGS; writes only what differs. */
export const syncListings: Job = {
  name: "sync-listings",
  leaseMs: 60_000,
  lateAfterMs: 5 * 60_000,
  isDue: () => true,
  async run({ db, settings, clock }) {
    const stored = await storedListings(db, "manual");
    const known = new Map(stored.map(({ name, slug }) => [name, slug]));
    const hasNew = settings.LISTINGS.some(({ name }) => !known.has(name));
    const taken = hasNew ? await slugsByName(db) : known;
    const changes = listingChanges(stored, manualListings(settings, taken));
    await writeListingChanges(db, "manual", changes, clock.now());
    return `${changes.upserts.length} added or changed, ${changes.withdrawn.length} withdrawn`;
  },
};
