import { enqueue, withdraw } from "#app/mail/outbox.db.server.ts";
import { openLedger } from "#app/payments/ledger.server.ts";
import { findLink } from "#app/payments/online/pay-links.db.server.ts";
import {
  codeOf,
  getPaidOrder,
  giftSecretOf,
  isPaidHere,
  lastReturnDay,
  lockOrder,
  type PaidOrder,
  SUBJECT,
  sendAt,
} from "#app/payments/shop/orders.db.server.ts";
import { returnWithin } from "#app/payments/shop/return-voucher.server.ts";
import { giftVoucher } from "#app/payments/shop/voucher.mail.tsx";
import { getVoucher, ownerOf } from "#app/payments/shop/vouchers.db.server.ts";
import { codeInWords, DISPUTED } from "#app/payments/shop/vouchers.ts";
import { momentOf, openDayOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { consumeRateLimits } from "#app/platform/limits.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";

/** Who changes a voucher that was bought online: its buyer, by the address that they were mailed, or the practice. */
export type Changer = { secret: string } | { actor: Actor; voucherId: string };

export type ChangeOutcome =
  | { kind: "changed" }
  | { kind: "conflict"; message: string }
  | { kind: "limited"; retryAfterSeconds: number }
  | { kind: "not-found" };

type Found = PaidOrder & { by: string };

/** Null: it is not theirs, or there is none. */
async function findFor(app: AppContext, changer: Changer): Promise<Found | null> {
  const db = app.db.kysely;
  if ("secret" in changer) {
    const link = await findLink(db, changer.secret);
    const found = link && (await getPaidOrder(db, { linkId: link.id }));
    return found && { ...found, by: "system" };
  }
  const found = await getPaidOrder(db, { voucherId: changer.voucherId });
  if (!found) return null;
  const isTheirs = mayWith(changer.actor, ["change", "payments"], await ownerOf(db, found.order.seller_id));
  return isTheirs ? { ...found, by: actorName(changer.actor) } : null;
}

const RETURN = "voucher.return";
const HOUR = 3600;
// Each is another mail to an address that somebody typed.
const MAILS = [
  { limit: 3, windowSeconds: HOUR },
  { limit: 8, windowSeconds: 24 * HOUR },
];

type Changing = Found & { tx: Tx; now: number; today: string; zone: string };

/** Runs a change of a voucher that still pays, alone, and notes who pressed. */
async function change(
  app: AppContext,
  { changer, action, isMailed }: { changer: Changer; action: string; isMailed: boolean },
  body: (changing: Changing) => Promise<ChangeOutcome>,
): Promise<ChangeOutcome> {
  const known = await findFor(app, changer);
  // A course stands to its buyer's name: it has no code, and is given to nobody.
  if (!known || (known.voucher.kind === "course" && action !== RETURN)) return { kind: "not-found" };
  if (isMailed) {
    const keys = MAILS.map((one) => ({ key: `voucher-mail:${one.windowSeconds}:${known.order.id}`, ...one }));
    const limit = await consumeRateLimits(app, keys);
    if (limit.kind === "limited") return limit;
  }
  return app.db.kysely.transaction().execute(async (tx): Promise<ChangeOutcome> => {
    const moment = await momentOf(tx, app);
    if (!moment) return { kind: "not-found" };
    const order = await lockOrder(tx, known.order.id);
    const voucher = await getVoucher(tx, known.voucher.id);
    if (!order || !voucher) return { kind: "not-found" };
    if (voucher.leftPence === 0 || voucher.expiresOn < moment.today || order.forgotten_at !== null)
      return { kind: "conflict", message: "Nothing is left of this voucher. Nothing has changed." };
    const outcome = await body({
      ...known,
      order,
      voucher,
      tx,
      now: moment.at,
      today: moment.today,
      zone: moment.zone,
    });
    if (outcome.kind === "changed" && known.by !== "system") {
      const line = { at: moment.at, actor: known.by, action, subject: { kind: "voucher", id: voucher.id } };
      await writeAudit(tx, line);
    }
    return outcome;
  });
}

const PRINTED: ChangeOutcome = {
  kind: "conflict",
  message: "There is no email address for it. Open the voucher to print it.",
};

/** Mails the voucher's link again, or now in place of its day. */
export function resendVoucher(app: AppContext, changer: Changer): Promise<ChangeOutcome> {
  return change(app, { changer, action: "voucher.resend", isMailed: true }, async ({ tx, order, now }) => {
    if (order.recipient_email === null) return PRINTED;
    await tx.updateTable("voucher_orders").set({ send_on: null }).where("id", "=", order.id).execute();
    await mail(tx, { id: order.id, issue: order.issue, runAt: now, now });
    return { kind: "changed" };
  });
}

type Mailing = { id: string; issue: number; runAt: number; now: number };

async function mail(tx: Tx, { id, issue, runAt, now }: Mailing): Promise<void> {
  const subject = { kind: SUBJECT, id };
  await withdraw(tx, { kind: giftVoucher.id, subject });
  await enqueue(tx, [{ ...giftVoucher.message(subject, { orderId: id, issue }), runAt }], now);
}

/** Ends the link and the code before: what lies in a mailbox or on paper opens and pays nothing any more. */
async function reissue(
  tx: Tx,
  app: AppContext,
  { order, voucher }: Pick<Changing, "order" | "voucher">,
): Promise<number> {
  const issue = order.issue + 1;
  const fresh = { issue, gift_hash: hashOf(giftSecretOf(app, { id: order.id, issue })), opened_at: null };
  await tx.updateTable("voucher_orders").set(fresh).where("id", "=", order.id).execute();
  await tx.deleteFrom("voucher_codes").where("voucher_id", "=", voucher.id).execute();
  return issue;
}

/** Gives it to someone else while nobody has opened it. `email` null: its buyer prints it. */
export function changeRecipient(
  app: AppContext,
  changer: Changer,
  { name, email }: { name: string; email: string | null },
): Promise<ChangeOutcome> {
  return change(app, { changer, action: "voucher.readdress", isMailed: true }, async (changing) => {
    const { tx, order, now, zone } = changing;
    if (order.opened_at !== null)
      return { kind: "conflict", message: "It has been opened, so it stays with the person who has it." };
    const issue = await reissue(tx, app, changing);
    const to = { recipient_name: name, recipient_email: email };
    await tx.updateTable("voucher_orders").set(to).where("id", "=", order.id).execute();
    const subject = { kind: SUBJECT, id: order.id };
    if (email === null) await withdraw(tx, { kind: giftVoucher.id, subject });
    else await mail(tx, { id: order.id, issue, runAt: sendAt(order, { now, zone }), now });
    return { kind: "changed" };
  });
}

/** For a lost code: the old one ends, and a new one is mailed, or waits on its page to be printed. */
export function renewVoucher(app: AppContext, changer: Changer): Promise<ChangeOutcome> {
  return change(app, { changer, action: "voucher.renew", isMailed: true }, async (changing) => {
    const { tx, order, now, zone } = changing;
    const issue = await reissue(tx, app, changing);
    if (order.recipient_email !== null)
      await mail(tx, { id: order.id, issue, runAt: sendAt(order, { now, zone }), now });
    return { kind: "changed" };
  });
}

const PAID_ELSEWHERE = "It was paid before this site moved, so the practice returns it by hand. Call the practice.";
const RETURNED = "Returned by its buyer within 14 days";

/** Its buyer's right: the whole amount goes back to the card, and the voucher ends. */
export async function returnOrder(app: AppContext, secret: string): Promise<ChangeOutcome> {
  return change(app, { changer: { secret }, action: RETURN, isMailed: false }, async (changing) => {
    const { tx, order, voucher: known, now, today, zone } = changing;
    if (!(await isPaidHere(tx, order))) return { kind: "conflict", message: PAID_ELSEWHERE };
    if (lastReturnDay(order, zone) < today) return { kind: "conflict", message: "The 14 days to return it are over." };
    const ledger = await openLedger(tx, order.seller_id);
    // A till may have taken something of it a moment ago.
    const voucher = (await getVoucher(tx, known.id)) ?? known;
    if (voucher.isDisputed) return { kind: "conflict", message: DISPUTED };
    if (voucher.leftPence !== voucher.facePence)
      return {
        kind: "conflict",
        message: `${priceInFull(voucher.leftPence)} is left of it. Only an unspent voucher can be returned.`,
      };
    const day = await openDayOf(tx, { sellerId: order.seller_id, day: today });
    const writing = { ledger, by: { at: now, actor: "system" }, takingId: newId(), day };
    await returnWithin(writing, { voucher, reason: RETURNED });
    if (voucher.kind === "money") await reissue(tx, app, { order, voucher });
    await withdraw(tx, { kind: giftVoucher.id, subject: { kind: SUBJECT, id: order.id } });
    return { kind: "changed" };
  });
}

export type Gift = {
  title: string;
  recipient: string;
  from: string;
  message: string;
  facePence: number;
  leftPence: number;
  expiresOn: string;
  sellerId: string;
  soldAt: number;
} & (
  | { kind: "closed" | "ended" | "renewed" }
  /** `code`: as it is read out. */
  | { kind: "opened"; code: string }
);

/**
 * What stands at the address of a gift. Its code is there once it was opened: `opens` does that. `renewed`: the practice
 * has made another code since. Null for a wrong address and for one that was replaced.
 */
export async function readGift(
  app: AppContext,
  { secret, opens = false }: { secret: string; opens?: boolean },
): Promise<Gift | null> {
  const db = app.db.kysely;
  const found = await getPaidOrder(db, { giftSecret: secret });
  const moment = await momentOf(db, app);
  if (!found || !moment) return null;
  const { order, voucher } = found;
  const facts = {
    ...{ title: voucher.title, recipient: order.recipient_name, from: order.from_name, message: order.message },
    ...{ facePence: voucher.facePence, leftPence: voucher.leftPence, expiresOn: voucher.expiresOn },
    ...{ sellerId: voucher.sellerId, soldAt: order.paid_at ?? 0 },
  };
  if (voucher.leftPence === 0 || voucher.expiresOn < moment.today) return { kind: "ended", ...facts };
  const code = codeOf(app, order);
  const hash = hashOf(code);
  if (opens && order.opened_at === null) {
    const isOpened = await db.transaction().execute(async (tx) => {
      const now = await lockOrder(tx, order.id);
      if (now?.issue !== order.issue) return false;
      await tx.updateTable("voucher_orders").set({ opened_at: moment.at }).where("id", "=", order.id).execute();
      await tx
        .insertInto("voucher_codes")
        .values({ voucher_id: voucher.id, code_hash: hash, ending: code.slice(-4), made_at: moment.at })
        .onConflict((conflict) => conflict.column("voucher_id").doNothing())
        .execute();
      return true;
    });
    if (!isOpened) return null;
  } else if (order.opened_at === null) return { kind: "closed", ...facts };
  const stored = db.selectFrom("voucher_codes").select("code_hash").where("voucher_id", "=", voucher.id);
  const isCurrent = (await stored.executeTakeFirst())?.code_hash === hash;
  return isCurrent ? { kind: "opened", code: codeInWords(code), ...facts } : { kind: "renewed", ...facts };
}

/** Its buyer opens what they print themselves. Null: it goes to someone by email. */
export async function openOwn(app: AppContext, secret: string): Promise<{ path: string } | null> {
  const found = await findFor(app, { secret });
  if (!found || found.voucher.kind === "course" || found.order.recipient_email !== null) return null;
  const gift = giftSecretOf(app, found.order);
  return (await readGift(app, { secret: gift, opens: true })) && { path: `/vouchers/gift/${gift}` };
}
