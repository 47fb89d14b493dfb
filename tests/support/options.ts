import type { AppContext } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";

/** Whether people may wait for a time, without the owner's press. */
export async function hasWaitingList(app: AppContext, on: boolean): Promise<void> {
  const now = app.clock.now();
  await writeSetting(app.db.kysely, { key: "waitingList", value: { on, since: now, holdMinutes: 60 }, now });
  await raiseContentVersion(app.db.kysely, now);
}

/** The owner has switched payments on, or off. `ownSeller`: a therapist whose treatments are sales of their own, seller 2. */
export async function takesPayments(
  app: AppContext,
  { on = true, online = false, ownSeller }: { on?: boolean; online?: boolean; ownSeller?: string } = {},
): Promise<void> {
  const now = app.clock.now();
  await writeSetting(app.db.kysely, {
    key: "payments",
    value: { on, since: now, monthlyMail: false, online },
    now,
  });
  await raiseContentVersion(app.db.kysely, now);
  const texts = { address: "1 Larch Gate, Ashenholme", bank_details: "", vat_number: "", receipt_prefix: "LY" };
  const row = { ...texts, vat_rate: null, owner_sees: "everything", version: 1, updated_at: now };
  const sellers = [{ ...row, id: "1", therapist_id: null as string | null, legal_name: "Limber Yard Therapies Ltd" }];
  if (ownSeller) sellers.push({ ...row, id: "2", therapist_id: ownSeller, legal_name: "Tom Ellery" });
  await app.db.kysely
    .insertInto("sellers")
    .values(sellers)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
