import { type CourseOffer, RETURN_DAYS } from "#app/payments/shop/order.form.ts";
import { getVoucher } from "#app/payments/shop/vouchers.db.server.ts";
import type { Voucher } from "#app/payments/shop/vouchers.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { addDays, instantOf, localDateOf, shortMoment } from "#app/platform/date-time.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";

export type Order = LedgerTables["voucher_orders"];
/** An order that was paid, with the voucher that it bought. */
export type PaidOrder = { order: Order; voucher: Voucher };

/** What was ordered of a course; null: it is a gift voucher. */
export const courseOf = ({ course }: Pick<Order, "course">): CourseOffer | null => course && JSON.parse(course);

type Which = { id: string } | { linkId: string } | { key: string } | { giftSecret: string } | { voucherId: string };

export async function getOrder(db: Queries, which: Which): Promise<Order | null> {
  const all = db.selectFrom("voucher_orders").selectAll();
  const found =
    "id" in which
      ? all.where("id", "=", which.id)
      : "linkId" in which
        ? all.where("link_id", "=", which.linkId)
        : "key" in which
          ? all.where("key", "=", which.key)
          : "giftSecret" in which
            ? all.where("gift_hash", "=", hashOf(which.giftSecret))
            : all.where("voucher_id", "=", which.voucherId);
  return (await found.executeTakeFirst()) ?? null;
}

/** Null: there is none, or nothing was paid for it. */
export async function getPaidOrder(db: Queries, which: Which): Promise<PaidOrder | null> {
  const order = await getOrder(db, which);
  const voucher = order?.voucher_id ? await getVoucher(db, order.voucher_id) : null;
  return order && voucher ? { order, voucher } : null;
}

/** Others who change this order wait until the transaction ends: an update that changes nothing locks on either engine. */
export async function lockOrder(tx: Tx, id: string): Promise<Order | null> {
  const same = tx.updateTable("voucher_orders").set((row) => ({ at: row.ref("at") }));
  return (await same.where("id", "=", id).returningAll().executeTakeFirst()) ?? null;
}

type Issue = Pick<Order, "id" | "issue">;

/** Derived from the server's secret: what is stored opens nothing, and a mail of next year still has its link. */
export const giftSecretOf = ({ secret }: Pick<AppContext, "secret">, { id, issue }: Issue) =>
  deriveSecret(secret, `voucher-gift:${id}:${issue}`);

export function giftUrlOf(app: Pick<AppContext, "secret" | "config">, issue: Issue): string {
  return `${app.config.publicUrl}/vouchers/gift/${giftSecretOf(app, issue)}`;
}

// As every code: see sell.server.ts.
const CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 12;

/** The code of an order's voucher: 60 bits of what only this server can derive. */
export function codeOf({ secret }: Pick<AppContext, "secret">, { id, issue }: Issue): string {
  const bytes = Buffer.from(deriveSecret(secret, `voucher-code:${id}:${issue}`), "base64url");
  return Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => CODE_LETTERS[byte & 31]).join("");
}

export const SUBJECT = "voucher-order";
const MORNING_MINUTE = 8 * 60;

/** When its mail goes out: at eight on its day where the practice is, or at once. Epoch ms. */
export function sendAt({ send_on }: Pick<Order, "send_on">, { now, zone }: { now: number; zone: string }): number {
  return send_on === null ? now : Math.max(now, instantOf(send_on, MORNING_MINUTE, zone));
}

/** The last local day on which its buyer may return it. */
export function lastReturnDay({ paid_at }: Pick<Order, "paid_at">, zone: string): string {
  return addDays(localDateOf(paid_at ?? 0, zone), RETURN_DAYS);
}

/** False: it was paid before its practice moved here, and no money goes back to a card by itself. */
export async function isPaidHere(db: Queries, { link_id }: Pick<Order, "link_id">): Promise<boolean> {
  const pages = db.selectFrom("pay_pages").select("id").where("link_id", "=", link_id).where("state", "=", "paid");
  return (await pages.limit(1).executeTakeFirst()) !== undefined;
}

export type SendState = { kind: "waiting"; at: number } | { kind: "sent" } | { kind: "failed" } | { kind: "none" };

/** `It goes out on Tue 1 Jun, 08:00.`; null: it is printed. */
export function sendingInWords(sending: SendState, { now, zone }: { now: number; zone: string }): string | null {
  if (sending.kind === "none") return null;
  if (sending.kind === "failed") return "It could not be delivered. Check the address.";
  if (sending.kind === "sent") return "It has been sent.";
  return sending.at > now ? `It goes out on ${shortMoment(sending.at, zone, now)}.` : "It is being sent.";
}

/** How the mail with the voucher's link fares. Sent ones are deleted after a while. */
export async function readSending(
  db: Queries,
  { id, issue, recipient_email }: Pick<Order, "id" | "issue" | "recipient_email">,
  kind: string,
): Promise<SendState> {
  if (recipient_email === null) return { kind: "none" };
  const rows = await db
    .selectFrom("outbox")
    .select(["run_at", "done_at", "failed_at", "data"])
    .where("kind", "=", kind)
    .where("subject_kind", "=", SUBJECT)
    .where("subject_id", "=", id)
    .orderBy("created_at", "desc")
    .execute();
  const last = rows.find(({ data }) => JSON.parse(data).issue === issue);
  if (!last || last.done_at !== null) return { kind: "sent" };
  return last.failed_at === null ? { kind: "waiting", at: last.run_at } : { kind: "failed" };
}
