import { sql } from "kysely";
import { clearMailsAbout, forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import { enqueueOnce } from "#app/mail/outbox.db.server.ts";
import { KEPT_DAYS } from "#app/payments/shop/order.form.ts";
import { SUBJECT, sendAt } from "#app/payments/shop/orders.db.server.ts";
import { voucherEnds } from "#app/payments/shop/voucher.mail.tsx";
import { momentOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const DAY_MS = 86_400_000;
const REMINDS_DAYS = 60;
const AT_ONCE = 50;

const GONE = sql<number>`(select coalesce(sum(pence), 0) from voucher_moves where voucher_id = vouchers.id)`;

/** Each night: reminds of vouchers that end, lets go what was never paid, and deletes names that nothing needs. */
export async function tendOrders(app: AppContext): Promise<void> {
  await remindOfEnds(app);
  while ((await releaseOrders(app)) === AT_ONCE);
  while ((await forgetOrders(app)) === AT_ONCE);
}

/** Reminds once of each voucher of the website that ends within 60 days. Its mail looks again whether it still pays. */
export async function remindOfEnds(app: AppContext): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    const moment = await momentOf(tx, app);
    if (!moment) return;
    const { at: now, today, zone } = moment;
    const due = await tx
      .selectFrom("voucher_orders")
      .innerJoin("vouchers", "vouchers.id", "voucher_orders.voucher_id")
      .select("voucher_orders.id")
      .where("voucher_orders.reminded_at", "is", null)
      .where("voucher_orders.forgotten_at", "is", null)
      .where("vouchers.expires_on", ">=", today)
      .where("vouchers.expires_on", "<=", addDays(today, REMINDS_DAYS))
      .where("vouchers.face_pence", ">", GONE)
      .orderBy("voucher_orders.id")
      .execute();
    for (const { id } of due) {
      const mine = tx.updateTable("voucher_orders").set({ reminded_at: now }).where("id", "=", id);
      const turn = await mine.where("reminded_at", "is", null).executeTakeFirst();
      if (Number(turn.numUpdatedRows) !== 1) continue;
      const mail = voucherEnds.message({ kind: SUBJECT, id }, { orderId: id });
      await enqueueOnce(tx, { ...mail, runAt: sendAt({ send_on: today }, { now, zone }) }, now);
    }
  });
}

/** Orders of more than a day ago for which nothing came, and nothing can come any more. Returns how many. */
async function releaseOrders(app: AppContext): Promise<number> {
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom("voucher_orders")
      .select(["id", "link_id"])
      .where("state", "=", "waiting")
      .where("at", "<", now - DAY_MS)
      .where((order) =>
        order.not(
          order.exists(
            order
              .selectFrom("pay_pages")
              .leftJoin("online_refunds", "online_refunds.page_id", "pay_pages.id")
              .select("pay_pages.id")
              .whereRef("pay_pages.link_id", "=", "voucher_orders.link_id")
              .where((one) =>
                one.or([
                  one("pay_pages.check_at", "is not", null),
                  one("pay_pages.state", "=", "differs"),
                  one("online_refunds.state", "=", "due"),
                  one("online_refunds.done_at", ">", now - DAY_MS),
                ]),
              ),
          ),
        ),
      )
      .orderBy("at")
      .limit(AT_ONCE)
      .execute();
    const links = old.map(({ link_id }) => link_id);
    if (old.length === 0) return 0;
    await tx.updateTable("pay_links").set({ withdrawn_at: now }).where("id", "in", links).execute();
    const ids = old.map(({ id }) => id);
    const waiting = tx.updateTable("voucher_orders").set({ state: "released" }).where("id", "in", ids);
    await waiting.where("state", "=", "waiting").execute();
    await forget(tx, ids, now);
    return old.length;
  });
}

/** Takes the names off vouchers that ended 30 days ago. What was paid stays. Returns how many. */
async function forgetOrders(app: AppContext): Promise<number> {
  const now = app.clock.now();
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(now, zone);
  return app.db.kysely.transaction().execute(async (tx) => {
    const old = await tx
      .selectFrom("voucher_orders")
      .innerJoin("vouchers", "vouchers.id", "voucher_orders.voucher_id")
      .select("voucher_orders.id")
      .where("voucher_orders.forgotten_at", "is", null)
      .where((order) =>
        order.or([
          order("vouchers.expires_on", "<", addDays(today, -KEPT_DAYS)),
          order.and([
            order("vouchers.face_pence", "<=", GONE),
            sql<boolean>`(select max(at) from voucher_moves where voucher_id = vouchers.id) < ${now - KEPT_DAYS * DAY_MS}`,
          ]),
        ]),
      )
      .orderBy("voucher_orders.id")
      .limit(AT_ONCE)
      .execute();
    await forget(
      tx,
      old.map(({ id }) => id),
      now,
    );
    return old.length;
  });
}

const NOBODY = {
  buyer_name: "",
  buyer_email: "",
  recipient_name: "",
  recipient_email: null,
  from_name: "",
  message: "",
};

async function forget(tx: Tx, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable("voucher_orders")
    .set({ ...NOBODY, forgotten_at: now })
    .where("id", "in", [...ids])
    .execute();
  await forgetAbout(tx, SUBJECT, [...ids]);
}

/** Takes a person's name and address off the vouchers that they bought or were given. */
export async function forgetBuyers(tx: Tx, addresses: readonly string[], now: number): Promise<void> {
  if (addresses.length === 0) return;
  const theirs = (column: "buyer_email" | "recipient_email") =>
    tx
      .selectFrom("voucher_orders")
      .select("id")
      .where(sql<string>`lower(${sql.ref(column)})`, "in", [...addresses])
      .execute();
  const bought = (await theirs("buyer_email")).map(({ id }) => id);
  const given = (await theirs("recipient_email")).map(({ id }) => id);
  if (bought.length > 0) {
    const blank = { buyer_name: "", buyer_email: "", from_name: "", message: "" };
    await tx.updateTable("voucher_orders").set(blank).where("id", "in", bought).execute();
  }
  if (given.length > 0) {
    const blank = { recipient_name: "", recipient_email: null, message: "" };
    await tx.updateTable("voucher_orders").set(blank).where("id", "in", given).execute();
  }
  const all = [...new Set([...bought, ...given])];
  if (all.length === 0) return;
  // What waits to be sent names nobody, and a gift still goes to whoever it is for.
  await clearMailsAbout(tx, SUBJECT, all);
  const unpaid = tx
    .updateTable("voucher_orders")
    .set({ state: "released", forgotten_at: now })
    .where("id", "in", bought.length > 0 ? bought : [""]);
  await unpaid.where("state", "=", "waiting").execute();
}

/** What a person bought, and what they were given. */
export async function exportBuyers(
  db: Parameters<typeof momentOf>[0],
  addresses: readonly string[],
): Promise<
  { title: string; pence: number; boughtBy: string; for: string; from: string; message: string; at: number }[]
> {
  if (addresses.length === 0) return [];
  const rows = await db
    .selectFrom("voucher_orders")
    .select(["title", "pence", "buyer_name", "recipient_name", "from_name", "message", "at"])
    .where((order) =>
      order.or([
        order(sql<string>`lower(buyer_email)`, "in", [...addresses]),
        order(sql<string>`lower(recipient_email)`, "in", [...addresses]),
      ]),
    )
    .orderBy("at")
    .execute();
  return rows.map(({ buyer_name, recipient_name, from_name, ...one }) => ({
    ...{ ...one, boughtBy: buyer_name, for: recipient_name, from: from_name },
  }));
}
