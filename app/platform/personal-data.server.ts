import { z } from "zod";
import type { AppContext, Database, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { Tell } from "#app/platform/database/copy-rows.server.ts";

/** A client and the accounts that are theirs. Addresses are in lower case, numbers E.164. */
export type Person = {
  clientId: string;
  userIds: readonly string[];
  addresses: readonly string[];
  phones: readonly string[];
};

/** What one room stores about people. `app/personal-data.server.ts` lists all rooms. */
export type PersonalData = {
  /** Everything about a person, under the names that it has in the exported file. */
  export?: (db: Queries, person: Person, now: number) => Promise<Record<string, unknown>>;
  /** Gives the records of one client to another. */
  merge?: (tx: Tx, clients: { from: string; to: string }) => Promise<void>;
  /** The last day on which something of theirs has to be kept (`2037-05-05`); null: nothing. Ask before a transaction. */
  keptUntil?: (app: AppContext, clientId: string) => Promise<string | null>;
  /** Deletes what the room knows about a person, or the name on it. Returns the counts for the audit log. */
  forget?: (tx: Tx, person: Person, now: number, keeping?: Keeping) => Promise<ForgottenCounts>;
  /** Freezes again a record that was withdrawn or whose therapist left, by its key. False: that key is not there, or frozen. */
  freezeAgain?: (tx: Tx, erasure: Erasure) => Promise<boolean>;
  /** Destroys again what was kept until its day, by the ids that were listed then. Returns how many were there. */
  destroyAgain?: (tx: Tx, ids: readonly string[], now: number) => Promise<number>;
};

/** What an erasure has to leave sealed, and the folder with the key that seals it. */
export type Keeping = { until: string | null; config: Pick<Config, "dataDir"> };

/** Repeats erasures in a database that was restored or filled. Returns how many records it erased. */
export type EraseAgain = (
  db: Database,
  again: { erasures: readonly Erasure[]; now: number; config: Pick<Config, "dataDir">; onProgress?: Tell },
) => Promise<number>;

export type ForgottenCounts = { appointments?: number; enquiries?: number; accounts?: number };

/** An instant as exported files have it. */
export function toIso(instant: number): string;
export function toIso(instant: number | null): string | null;
export function toIso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/**
 * Records that a client, an account or the key of a health record was erased, or that a key was frozen by a withdrawal or
 * because a therapist left: an id and an instant (epoch ms UTC), nothing personal. `kept_until`: the last day on which what had to be kept of the client
 * is.
 */
export const erasure = z.object({
  kind: z.enum(["client", "user", "withdrawal", "departure", "record"]),
  id: z.string(),
  at: z.number().int(),
  kept_until: z.string().nullable().default(null),
});
export type Erasure = z.output<typeof erasure>;

/** One line of the list beside the backups. */
export function erasureLine({ kept_until, ...erasure }: Erasure): string {
  return `${JSON.stringify({ ...erasure, ...(kept_until !== null && { kept_until }) })}\n`;
}

export async function noteErasures(tx: Tx, erasures: readonly z.input<typeof erasure>[]): Promise<void> {
  for (const { kept_until = null, ...one } of erasures) {
    await tx
      .insertInto("erasures")
      .values({ ...one, kept_until })
      .onConflict((conflict) => conflict.columns(["kind", "id"]).doNothing())
      .execute();
  }
}

export async function listErasures(db: Queries): Promise<Erasure[]> {
  return db.selectFrom("erasures").select(["kind", "id", "at", "kept_until"]).orderBy("at").orderBy("id").execute();
}
