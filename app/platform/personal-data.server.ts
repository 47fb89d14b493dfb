import { z } from "zod";
import type { Tell } from "#app/platform/database/copy-rows.server.ts";
import type { Database, Queries, Tx } from "#app/platform/database/database.server.ts";

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
  /** Deletes what the room knows about a person, or the name on it. Returns the counts for the audit log. */
  forget?: (tx: Tx, person: Person, now: number) => Promise<ForgottenCounts>;
};

/** Repeats erasures in a database that was restored or filled. Returns how many records it erased. */
export type EraseAgain = (
  db: Database,
  again: { erasures: readonly Erasure[]; now: number; tell?: Tell },
) => Promise<number>;

export type ForgottenCounts = { appointments?: number; enquiries?: number; accounts?: number };

/** An instant as exported files have it. */
export function toIso(instant: number): string;
export function toIso(instant: number | null): string | null;
export function toIso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** Records that a client or an account was erased: an id and an instant (epoch ms UTC), nothing personal. */
export const erasure = z.object({ kind: z.enum(["client", "user"]), id: z.string(), at: z.number().int() });
export type Erasure = z.output<typeof erasure>;

export async function noteErasures(tx: Tx, erasures: readonly Erasure[]): Promise<void> {
  for (const one of erasures) {
    await tx
      .insertInto("erasures")
      .values(one)
      .onConflict((conflict) => conflict.columns(["kind", "id"]).doNothing())
      .execute();
  }
}

export async function listErasures(db: Queries): Promise<Erasure[]> {
  return db.selectFrom("erasures").select(["kind", "id", "at"]).orderBy("at").orderBy("id").execute();
}
