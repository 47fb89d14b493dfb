import { enqueue } from "#app/mail/outbox.db.server.ts";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { forgetCards } from "#app/payments/online/kept-cards.server.ts";
import { refundSent } from "#app/payments/online/online.mail.tsx";
import { getLink, listDue, recipientOf } from "#app/payments/online/pay-links.db.server.ts";
import { readDuePayouts } from "#app/payments/online/payouts.server.ts";
import { releaseUnpaid } from "#app/payments/online/prepaid.server.ts";
import { type Answer, PROVIDERS, type ProviderName, type Refunded } from "#app/payments/online/provider.ts";
import { settlePage } from "#app/payments/online/settle-page.server.ts";
import { settlePrepaid } from "#app/payments/online/settle-prepaid.server.ts";
import { noteTill, tryTills } from "#app/payments/online/stopped-tills.server.ts";
import { openTill } from "#app/payments/online/tills.server.ts";
import { receiptByMail } from "#app/payments/payments.mail.tsx";
import { SUBJECT } from "#app/payments/shop/orders.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may, needsConfirmation } from "#app/platform/permissions.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";

const EVERY_MS = 15_000;
const AT_ONCE = 20;

/** Asks how open pages stand, lets go what was not paid, sends refunds and receipts. Returns a function that stops it. */
export function startOnlinePayments(app: AppContext): () => Promise<void> {
  return repeat(app, { every: EVERY_MS, job: followOnline, failed: "online payments could not be followed" });
}

export async function followOnline(app: AppContext): Promise<void> {
  // Also once it is switched off: what was begun comes to its end.
  if ((await readPractice(app)).settings.payments.since === null) return;
  const db = app.db.kysely;
  const due = db.selectFrom("pay_pages").select("id").where("check_at", "<=", app.clock.now());
  for (const { id } of await due.orderBy("check_at").limit(AT_ONCE).execute()) await settlePage(app, id);
  await tryTills(app);
  await readDuePayouts(app);
  await releaseUnpaid(app, (pageId) => settlePage(app, pageId, { closes: true }));
  await settlePrepaid(app);
  await forgetCards(app);
  await sendRefunds(app);
  await sendReceipts(app);
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;

/** Sends what is to go back to cards. The provider knows a refund by its id, so that asking again sends it once. */
export async function sendRefunds(app: AppContext): Promise<void> {
  const db = app.db.kysely;
  const rows = await db
    .selectFrom("online_refunds")
    .innerJoin("pay_pages", "pay_pages.id", "online_refunds.page_id")
    .select(["online_refunds.id", "online_refunds.amount", "online_refunds.tries", "online_refunds.page_id"])
    .select(["pay_pages.seller_id", "pay_pages.provider_ref", "pay_pages.provider"])
    .where("online_refunds.next_at", "<=", app.clock.now())
    .orderBy("online_refunds.at")
    .orderBy("online_refunds.id")
    .limit(AT_ONCE)
    .execute();
  for (const { id, amount, tries, page_id: pageId, provider, seller_id: sellerId, provider_ref: ref } of rows) {
    if (!(await takesTurn(app, { id, pageId }))) continue;
    const till = await openTill(app, db, { sellerId });
    const answer =
      till && till.name !== provider
        ? keyGone(provider)
        : till && (await till.provider.refund({ id, ref: ref ?? "", amount, before: await sentBefore(db, pageId) }));
    if (answer && till?.name === provider) await noteTill(app, sellerId, answer.kind === "fault" ? answer.fault : null);
    const now = app.clock.now();
    const mine = (values: object) => db.updateTable("online_refunds").set(values).where("id", "=", id);
    if (!answer || answer.kind === "fault") {
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 10));
      await mine({ tries: tries + 1, next_at: now + wait }).execute();
    } else if (answer.value.state === "refused") {
      await mine({ state: "refused", words: answer.value.words, next_at: null }).execute();
    } else {
      const done = { state: "done", provider_ref: answer.value.ref, done_at: now, next_at: null } as const;
      await db.transaction().execute(async (tx) => {
        const changed = tx.updateTable("online_refunds").set(done).where("id", "=", id).where("state", "=", "due");
        if (Number((await changed.executeTakeFirst()).numUpdatedRows) !== 1) return;
        await enqueue(tx, [refundSent.message({ kind: "money", id }, { refundId: id })], now);
      });
    }
  }
}

/**
 * One process sends it, and the refunds of one payment go one after another: a provider that knows no refund by our id is
 * asked first how much has gone back.
 */
async function takesTurn({ db, clock }: AppContext, { id, pageId }: { id: string; pageId: string }): Promise<boolean> {
  const now = clock.now();
  const mine = db.kysely
    .updateTable("online_refunds")
    .set({ next_at: now + FIRST_WAIT_MS })
    .where("id", "=", id)
    .where("state", "=", "due")
    .where("next_at", "<=", now);
  const turn = mine.where((refund) =>
    refund.not(
      refund.exists(
        refund
          .selectFrom("online_refunds as earlier")
          .select("earlier.id")
          .where("earlier.page_id", "=", pageId)
          .where("earlier.state", "=", "due")
          .where((one) =>
            one.or([
              one("earlier.at", "<", one.ref("online_refunds.at")),
              one.and([
                one("earlier.at", "=", one.ref("online_refunds.at")),
                one("earlier.id", "<", one.ref("online_refunds.id")),
              ]),
            ]),
          ),
      ),
    ),
  );
  return Number((await turn.executeTakeFirst()).numUpdatedRows) === 1;
}

async function sentBefore(db: Queries, pageId: string): Promise<number> {
  const sent = db.selectFrom("online_refunds").select((all) => all.fn.sum<number>("amount").as("pence"));
  const done = await sent
    .where("page_id", "=", pageId)
    .where("state", "=", "done")
    .where((one) =>
      one.or([
        one("provider_ref", "is", null),
        // What a bank took back is no refund there.
        one("provider_ref", "not in", one.selectFrom("disputes").select("disputes.ref")),
      ]),
    )
    .executeTakeFirst();
  return Number(done?.pence ?? 0);
}

/** The seller has changed to another provider since. */
function keyGone(provider: string): Answer<Refunded> {
  const name = PROVIDERS[provider as ProviderName] ?? provider;
  return { kind: "answer", value: { state: "refused", words: `It was paid at ${name}: give it back there.` } };
}

/** Issues the receipt of what was paid by a link, and mails it. */
async function sendReceipts(app: AppContext): Promise<void> {
  const db = app.db.kysely;
  const pages = await db
    .selectFrom("pay_pages")
    .select(["id", "link_id"])
    .where("receipt_due", "=", 1)
    .limit(AT_ONCE)
    .execute();
  for (const { id, link_id: linkId } of pages) {
    const link = await getLink(db, linkId);
    const receipts: { id: string; of: { kind: string; id: string } }[] = await receiptsOfOrder(app, linkId);
    for (const { appointment, bill } of link ? await listDue(db, link) : []) {
      if (!bill || bill.paidPence <= 0) continue;
      const holder: Actor = { kind: "holder", appointmentId: appointment.id };
      const outcome = await issueReceipt(app, holder, { appointmentId: appointment.id });
      if (outcome.kind === "saved") receipts.push({ id: outcome.id, of: { kind: "appointment", id: appointment.id } });
    }
    const to = link && (await canMailLeave(app)) ? await recipientOf(db, link) : null;
    await db.transaction().execute(async (tx) => {
      const sent = tx
        .updateTable("pay_pages")
        .set({ receipt_due: 0 })
        .where("id", "=", id)
        .where("receipt_due", "=", 1);
      if (Number((await sent.executeTakeFirst()).numUpdatedRows) !== 1 || !to) return;
      const mails = receipts.map(({ id: receipt, of }) =>
        receiptByMail.message(of, { id: receipt, to: to.address, forPlan: false }),
      );
      if (mails.length > 0) await enqueue(tx, mails, app.clock.now());
    });
  }
}

/** The receipt of a voucher or course that this link bought. */
async function receiptsOfOrder(app: AppContext, linkId: string) {
  const sale = await app.db.kysely
    .selectFrom("voucher_orders")
    .innerJoin("vouchers", "vouchers.id", "voucher_orders.voucher_id")
    .innerJoin("bill_items", "bill_items.id", "vouchers.item_id")
    .select(["voucher_orders.id", "bill_items.bill_id"])
    .where("voucher_orders.link_id", "=", linkId)
    .executeTakeFirst();
  const outcome = sale && (await issueReceipt(app, { kind: "system" }, { billId: sale.bill_id }));
  return outcome?.kind === "saved" ? [{ id: outcome.id, of: { kind: SUBJECT, id: sale?.id ?? "" } }] : [];
}

export type Decided =
  | { kind: "changed" }
  | { kind: "unconfirmed" }
  | { kind: "conflict"; message: string }
  | { kind: "not-found" };

/** What came and was not what was to be paid goes back to its card. It never stood in the ledger. */
export async function returnDiffering(app: AppContext, actor: Actor, pageId: string): Promise<Decided> {
  if (!may(actor, "change", "settings")) return { kind: "not-found" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx): Promise<Decided> => {
    const page = await tx
      .updateTable("pay_pages")
      .set({ state: "returned" })
      .where("id", "=", pageId)
      .where("state", "=", "differs")
      .returning(["id", "paid_amount"])
      .executeTakeFirst();
    if (!page) return { kind: "conflict", message: DECIDED };
    const nothing = { provider_ref: null, words: null, done_at: null, tries: 0 };
    await tx
      .insertInto("online_refunds")
      .values({
        ...nothing,
        id: newId(),
        page_id: page.id,
        amount: page.paid_amount ?? 0,
        state: "due",
        at: now,
        next_at: now,
      })
      .execute();
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "payment.return",
      subject: { kind: "page", id: pageId },
    });
    return { kind: "changed" };
  });
}

/** A refund that the provider refused was given back another way. */
export async function settleRefund(app: AppContext, actor: Actor, refundId: string): Promise<Decided> {
  if (!may(actor, "change", "settings")) return { kind: "not-found" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx): Promise<Decided> => {
    const done = tx.updateTable("online_refunds").set({ state: "done", done_at: now });
    const { numUpdatedRows } = await done.where("id", "=", refundId).where("state", "=", "refused").executeTakeFirst();
    if (Number(numUpdatedRows) !== 1) return { kind: "conflict", message: DECIDED };
    const subject = { kind: "money", id: refundId };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "payment.settle", subject });
    return { kind: "changed" };
  });
}

const DECIDED = "This was decided before. Nothing has changed.";
