import { getBillOf } from "#app/payments/bills.db.server.ts";
import { billFee, feeSettings, getFee, listFeeProposals } from "#app/payments/fees.server.ts";
import { WHY_NONE } from "#app/payments/fees.ts";
import { noteKey, openLedger, takenBefore } from "#app/payments/ledger.server.ts";
import type { TakingErrors } from "#app/payments/money.ts";
import { type Agreement, getAgreement } from "#app/payments/online/kept-cards.server.ts";
import { makeLinkWithin } from "#app/payments/online/pay-links.server.ts";
import { LEAST_PENCE, PROVIDERS, type ProviderName } from "#app/payments/online/provider.ts";
import { getPage, settlePage } from "#app/payments/online/settle-page.server.ts";
import { noteTill } from "#app/payments/online/stopped-tills.server.ts";
import { type OpenTill, openTill } from "#app/payments/online/tills.server.ts";
import { momentOf, openDayOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";

type Charge = LedgerTables["card_charges"];

/** What the practice reads of a card that is kept for an appointment. Pence; ms UTC. */
export type CardView = {
  id: string;
  brand: string;
  last4: string;
  removedAt: number | null;
  /** Why its provider can't be asked: the seller has gone to another since; null: it can. */
  left: string | null;
  agreed: { words: string; at: number; capPence: number };
  /** What of the cap is not charged yet. */
  leftPence: number;
  /** The last press that charged it. */
  last: {
    state: Charge["state"];
    words: string | null;
    pence: number;
    at: number;
    linkId: string;
    isMailed: boolean;
  } | null;
};

/** Null: no card was kept for this appointment. */
export async function getCardView(db: Queries, appointmentId: string): Promise<CardView | null> {
  const agreement = await getAgreement(db, appointmentId);
  if (!agreement) return null;
  const { card, providerNow, capPence, words, at } = agreement;
  const charges = await listCharges(db, appointmentId);
  const last = charges.at(-1);
  return {
    ...{ id: card.id, brand: card.brand, last4: card.last4, removedAt: card.removed_at },
    left: leftInWords(card.provider, providerNow),
    agreed: { words, at, capPence },
    leftPence: leftOf(agreement, charges),
    last: last
      ? {
          ...{ state: last.state, words: last.words, pence: last.pence, at: last.at },
          ...{ linkId: last.link_id, isMailed: last.mailed_at !== null },
        }
      : null,
  };
}

type Listed = Charge & { pence: number; link_id: string; mailed_at: number | null };

/** The presses for an appointment, or of a card, in their order. */
async function listCharges(db: Queries, appointmentId: string): Promise<Listed[]> {
  return db
    .selectFrom("card_charges")
    .innerJoin("pay_pages", "pay_pages.id", "card_charges.page_id")
    .innerJoin("pay_links", "pay_links.id", "pay_pages.link_id")
    .selectAll("card_charges")
    .select(["pay_pages.pence", "pay_pages.link_id", "pay_links.mailed_at"])
    .where("card_charges.appointment_id", "=", appointmentId)
    .orderBy("card_charges.at")
    .orderBy("card_charges.page_id")
    .execute();
}

function leftOf({ capPence }: Agreement, charges: readonly Listed[]): number {
  const paid = charges.reduce((all, { state, pence }) => all + (state === "paid" ? pence : 0), 0);
  return Math.max(0, capPence - paid);
}

export type ChargeOutcome =
  /** It is in the ledger. */
  | { kind: "changed"; pence: number }
  /** It was not charged. What is owed stays on the bill, and may be paid by the link. */
  | { kind: "refused"; why: "needs-client" | "declined" | "failed" | "sending"; message: string; linkId: string }
  | { kind: "invalid"; errors: TakingErrors }
  | { kind: "conflict"; message: string }
  | { kind: "not-found" };

type Press = { appointmentId: string; key: string; pence: number; reason: string };

/**
 * Charges an appointment's fee to the card that is kept for it: at most what its client agreed to and what the rule
 * allows. The press and the fee are written down first, then the provider charges, and what it says of that afterwards
 * is what counts: whoever comes later, after a kill too, reads the same.
 */
export async function chargeCard(app: AppContext, actor: Actor, press: Press): Promise<ChargeOutcome> {
  const begun = await app.db.kysely.transaction().execute((tx) => begin(tx, app, { actor, press }));
  if (begun.kind !== "begun") return begun;
  if (begun.isNew) await send(app, begun.pageId);
  return outcomeOf(app, begun.pageId);
}

type Begun = { kind: "begun"; pageId: string; isNew: boolean };
type Refusal = Exclude<ChargeOutcome, { kind: "changed" | "refused" }>;

async function begin(
  tx: Tx,
  app: AppContext,
  { actor, press }: { actor: Actor; press: Press },
): Promise<Begun | Refusal> {
  const { appointmentId, pence } = press;
  const reason = press.reason.trim();
  const content = { pence, reason };
  const { key, body } = idempotencyOf(press.key, { scope: `charge card ${appointmentId}`, content });
  const moment = await momentOf(tx, app);
  const appointment = await tx
    .selectFrom("appointments")
    .select(["therapist_id", "client_id"])
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  const agreement = await getAgreement(tx, appointmentId);
  const isTheirs = appointment && mayWith(actor, ["change", "payments"], appointment.therapist_id);
  if (!moment || !isTheirs || !agreement) return { kind: "not-found" };
  const { card } = agreement;
  const sellerId = card.seller_id;
  // Other presses for this seller wait here.
  const ledger = await openLedger(tx, sellerId);
  const before = await tx.selectFrom("card_charges").select("page_id").where("key", "=", key).executeTakeFirst();
  if (before) {
    const isSame = (await takenBefore(tx, { key, body }))?.changed === false;
    if (isSame) return { kind: "begun", pageId: before.page_id, isNew: false };
    return { kind: "conflict", message: "This page was sent before with another amount. Check what is paid." };
  }
  if (reason === "") return { kind: "invalid", errors: { reason: "Enter a reason. It stays with the charge." } };
  const till = await openTill(app, tx, { sellerId });
  const bill = await getBillOf(tx, appointmentId);
  const stop =
    whyNoCard(agreement, till) ??
    (await whyNotNow(tx, { agreement, appointmentId, zone: moment.zone, now: moment.at }));
  if (stop || !till) return { kind: "conflict", message: stop ?? NO_TILL };
  if (bill && bill.sellerId !== sellerId) return { kind: "conflict", message: OTHER_SELLER };
  const [proposal = null] = await listFeeProposals(tx, await feeSettings(tx, app), {
    ...{ scope: "all", now: moment.at, appointmentId },
  });
  if (proposal?.why) return { kind: "conflict", message: WHY_NONE[proposal.why] };
  const fee = bill && bill.feePence > 0 ? await getFee(tx, appointmentId) : null;
  const owedFee = fee?.state === "charged" ? Math.min(bill?.owedPence ?? 0, fee.pence) : 0;
  if (!proposal && owedFee === 0) return { kind: "conflict", message: "No fee is owed for this appointment now." };
  const left = leftOf(agreement, await listCharges(tx, appointmentId));
  const most = Math.min(left, proposal ? proposal.mostPence : owedFee);
  if (!Number.isSafeInteger(pence) || pence < LEAST_PENCE || pence > most) {
    const message =
      most < LEAST_PENCE
        ? "All that they agreed to is charged."
        : `Enter an amount from ${priceInFull(LEAST_PENCE)} to ${priceInFull(most)}.`;
    return { kind: "invalid", errors: { amount: message } };
  }
  const by = { at: moment.at, actor: actorName(actor) };
  const day = await openDayOf(tx, { sellerId, day: moment.today });
  const takingId = newId();
  const clientId = bill?.clientId ?? appointment.client_id;
  if (proposal) await billFee({ ledger, by, takingId, day }, { proposal, bill, clientId, pence });
  // What was paid before pays the fee first.
  const owed = Math.min(pence, (await getBillOf(tx, appointmentId))?.owedPence ?? 0);
  await noteKey(tx, { key, body, takingId, at: moment.at });
  if (owed < LEAST_PENCE)
    return { kind: "conflict", message: "The fee is on the bill. What was paid before covers it." };
  const linkId = await makeLinkWithin(tx, app, { appointmentIds: [appointmentId], sellerId, clientId, by });
  const pageId = newId();
  const nothing = { session: null, url: null, provider_ref: null, paid_amount: null, paid_currency: null };
  await tx
    .insertInto("pay_pages")
    .values({
      ...{ id: pageId, link_id: linkId, seller_id: sellerId, provider: till.name, mode: till.mode },
      ...{ purpose: "charge", pence: owed, ...nothing, state: "open", payment_id: null, receipt_due: 0 },
      ...{ at: moment.at, until: moment.at + SENT_BY_MS, check_at: moment.at + SENT_BY_MS },
    })
    .execute();
  await tx
    .insertInto("card_charges")
    .values({
      ...{ page_id: pageId, appointment_id: appointmentId, card_id: card.id, key, state: "sending" },
      ...{ reason, words: null, ...by },
    })
    .execute();
  return { kind: "begun", pageId, isNew: true };
}

/** Until then the press itself is at it; whatever it left is read back after that. */
const SENT_BY_MS = 120_000;

const NO_TILL = "This seller takes no payments online now, so nothing was charged.";
const OTHER_SELLER = "The card is kept for another seller than the one who billed this.";

function whyNoCard({ card }: Agreement, till: OpenTill | null): string | null {
  if (card.removed_at !== null) return "This card was removed, so nothing can be charged to it. Send a link instead.";
  if (!till?.isOn || till.mode === "test") return NO_TILL;
  return leftInWords(card.provider, till.name);
}

/** Null: the seller is still where the card is. */
function leftInWords(was: ProviderName, now: ProviderName | null): string | null {
  if (was === now) return null;
  const moved = now ? `payments go through ${PROVIDERS[now]} now` : "no payments go through it now";
  return `This card was left with ${PROVIDERS[was]}, and ${moved}, so nothing can be charged to it. Send a link instead.`;
}

type Now = { agreement: Agreement; appointmentId: string; zone: string; now: number };

/** Never two at once, never again where the bank wants the client, and a declined card not twice on one day. */
async function whyNotNow(tx: Tx, { agreement, appointmentId, zone, now }: Now): Promise<string | null> {
  const own = await listCharges(tx, appointmentId);
  if (own.some(({ state }) => state === "sending")) {
    return "This card is being charged. Reload the page in a minute to see how it went.";
  }
  if (own.some(({ state }) => state === "needs-client")) {
    return "The bank wants the client to agree, so the card is not charged again. They can pay by the link.";
  }
  const declined = await tx
    .selectFrom("card_charges")
    .select((all) => all.fn.max("at").as("at"))
    .where("card_id", "=", agreement.card.id)
    .where("state", "=", "declined")
    .executeTakeFirst();
  const isToday = declined?.at && localDateOf(Number(declined.at), zone) === localDateOf(now, zone);
  return isToday ? "The bank declined this card today. Try again tomorrow, or send a link." : null;
}

/** Has the provider charge what was written down. Whatever happens here, `settlePage` reads how it ended. */
async function send(app: AppContext, pageId: string): Promise<void> {
  const db = app.db.kysely;
  const page = await getPage(db, pageId);
  const charge = await db.selectFrom("card_charges").selectAll().where("page_id", "=", pageId).executeTakeFirst();
  if (!page || !charge) return;
  const card = await db.selectFrom("kept_cards").selectAll().where("id", "=", charge.card_id).executeTakeFirst();
  const till = await openTill(app, db, { sellerId: page.seller_id });
  const cards = till?.provider.cards;
  if (!card || !cards) return;
  const words = "Fee for a cancelled or missed appointment";
  const prepared = await cards.prepare({
    ...{ id: pageId, pence: page.pence, words, holder: card.holder, card: card.ref },
  });
  const fault = prepared.kind === "fault" ? prepared.fault : null;
  // It answers, and does not know the card: that of another account there, say.
  const refused = fault && REFUSED.has(fault.status ?? 0) ? fault.words : null;
  await noteTill(app, page.seller_id, refused ? null : fault);
  // What was not confirmed takes nothing, whether or not the provider has it.
  if (prepared.kind === "fault") return void (await giveUp(db, pageId, refused));
  const { ref } = prepared.value;
  const noted = db.updateTable("pay_pages").set({ provider_ref: ref }).where("id", "=", pageId);
  const isOurs = await noted.where("state", "=", "open").where("provider_ref", "is", null).executeTakeFirst();
  if (Number(isOurs.numUpdatedRows) !== 1) return;
  const confirmed = await cards.confirm({ id: pageId, ref });
  if (confirmed.kind === "fault" && confirmed.fault.status === null)
    await noteTill(app, page.seller_id, confirmed.fault);
  await settlePage(app, pageId);
}

const REFUSED = new Set([400, 404]);

async function giveUp(db: Queries, pageId: string, words: string | null): Promise<void> {
  const ended = db.updateTable("pay_pages").set({ state: "expired", check_at: null }).where("id", "=", pageId);
  await ended.where("state", "=", "open").where("provider_ref", "is", null).execute();
  const failed = db.updateTable("card_charges").set({ state: "failed", words }).where("page_id", "=", pageId);
  await failed.where("state", "=", "sending").execute();
}

/** What is true of a press now, in words for whoever pressed. */
async function outcomeOf(app: AppContext, pageId: string): Promise<ChargeOutcome> {
  const db = app.db.kysely;
  const charge = await db.selectFrom("card_charges").selectAll().where("page_id", "=", pageId).executeTakeFirst();
  const page = await getPage(db, pageId);
  if (!charge || !page) return { kind: "not-found" };
  const { state, words } = charge;
  if (state === "paid") return { kind: "changed", pence: page.pence };
  const link = db.selectFrom("pay_links").select("mailed_at").where("id", "=", page.link_id);
  const isMailed = ((await link.executeTakeFirst())?.mailed_at ?? null) !== null;
  return { kind: "refused", why: state, linkId: page.link_id, message: refusalInWords({ state, words, isMailed }) };
}

type Refused = { state: Exclude<Charge["state"], "paid">; words: string | null; isMailed: boolean };

export function refusalInWords({ state, words, isMailed }: Refused): string {
  if (state === "declined") return `The bank declined the card${words ? `: “${words}”` : "."} Nothing was charged.`;
  if (state === "failed")
    return words
      ? `${words} Nothing was charged. If the card was left with another account there, send a link instead.`
      : "The payment provider did not answer. Nothing was charged. You can try again.";
  if (state === "sending")
    return "It is not known yet whether the card was charged. This page says so in a few minutes.";
  return isMailed
    ? "The bank wants the client to agree, so nothing was charged. They have a link to pay by in their email."
    : "The bank wants the client to agree, so nothing was charged. Give them the link to pay by.";
}
