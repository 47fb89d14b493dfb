import type { AdapterName } from "#app/adapters/adapter.ts";
import type { Tx } from "#app/platform/database/database.server.ts";

const KEPT_FOR = 90 * 86_400_000;

/** False when this report has had its effect before. In the transaction of the effect. */
export async function insertHookEvent(
  tx: Tx,
  { adapter, id, at }: { adapter: AdapterName; id: string; at: number },
): Promise<boolean> {
  await tx
    .deleteFrom("hook_events")
    .where("adapter", "=", adapter)
    .where("at", "<", at - KEPT_FOR)
    .execute();
  const outcome = await tx
    .insertInto("hook_events")
    .values({ adapter, id, at })
    .onConflict((conflict) => conflict.columns(["adapter", "id"]).doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === 1;
}
