import { type AccountantFile, headerOf, lineOf } from "#app/payments/accountant-files.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";

const AT_ONCE = 500;

/** The practice's payments of these local days, both included, in the order of their days. No client is named. */
export async function* exportPayments(
  app: AppContext,
  actor: Actor,
  { file, from, to }: { file: AccountantFile; from: string; to: string },
): AsyncGenerator<string> {
  requireReach(actor, "export", "payments");
  yield headerOf(file);
  let after = { day: "", id: "" };
  while (true) {
    const rows = await app.db.kysely
      .selectFrom("payments")
      .select(["id", "day", "method", "pence", "tip_pence"])
      .where("seller_id", "=", PRACTICE_SELLER)
      .where("day", ">=", from)
      .where("day", "<=", to)
      .where((one) =>
        one.or([one("day", ">", after.day), one.and([one("day", "=", after.day), one("id", ">", after.id)])]),
      )
      .orderBy("day")
      .orderBy("id")
      .limit(AT_ONCE)
      .execute();
    for (const { tip_pence, ...row } of rows) yield lineOf(file, { ...row, tipPence: tip_pence });
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = { day: last.day, id: last.id };
  }
}
