import { z } from "zod";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

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
