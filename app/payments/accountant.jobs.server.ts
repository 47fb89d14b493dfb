import { enqueue } from "#app/mail/outbox.db.server.ts";
import { accountantMonth, KEEPS_BOOKS } from "#app/payments/payments.mail.tsx";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { addDays, localDateOf, localMinuteOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";

const LOOK_EVERY = 600_000;
const SIX_O_CLOCK = 6 * 60;

export function startAccountantMails(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: mailAccountants, failed: "the bookkeepers’ mail could not be made" });
}

/** Tells each bookkeeper of the month that is over, once: from six on the 1st, or as soon after as the site runs. */
export async function mailAccountants(app: AppContext): Promise<void> {
  const { payments, bookingRules } = (await readPractice(app)).settings;
  if (!payments.on || !payments.monthlyMail) return;
  const now = app.clock.now();
  const today = localDateOf(now, bookingRules.zone);
  if (today.endsWith("-01") && localMinuteOf(now, bookingRules.zone) < SIX_O_CLOCK) return;
  const month = monthBefore(today);
  const db = app.db.kysely;
  const known = db.selectFrom("accountant_months").select("month").where("month", "=", month);
  if (await known.executeTakeFirst()) return;
  await db.transaction().execute(async (tx) => {
    if (!(await noteMonth(tx, { month, now }))) return;
    const people = await listBookkeepers(tx);
    const mails = people.map((to) => accountantMonth.message({ kind: "user", id: to }, { to, month }));
    if (mails.length > 0) await enqueue(tx, mails, now);
  });
}

function monthBefore(day: string): string {
  return addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7);
}

/** False: it was noted before, by this process or another. */
async function noteMonth(tx: Tx, { month, now }: { month: string; now: number }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("accountant_months")
    .values({ month, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** The ids of the users who keep the books. */
export async function listBookkeepers(db: Queries): Promise<string[]> {
  const staff = db.selectFrom("staff").select("user_id").where("state", "=", "active");
  return (await staff.where("parts", "like", KEEPS_BOOKS).execute()).map(({ user_id }) => user_id);
}

/** Switched on, the first mail is about the month that is under way. */
export async function switchMonthlyMail(
  app: AppContext,
  actor: Actor,
  on: boolean,
): Promise<{ kind: "changed" | "forbidden" }> {
  return change(app, actor, ["change", "settings"], async ({ tx, now, noted }) => {
    const { payments, bookingRules } = (await readPractice(app, tx)).settings;
    await writeSetting(tx, { key: "payments", value: { ...payments, monthlyMail: on }, now });
    if (on) await noteMonth(tx, { month: monthBefore(localDateOf(now, bookingRules.zone)), now });
    await noted("setting.change", { kind: "setting", id: "payments" }, { monthlyMail: on ? "on" : "off" });
    return { kind: "changed" as const };
  });
}
