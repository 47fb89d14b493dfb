import type { Prepaid } from "#app/payments/online/prepaid.server.ts";
import { CARD_WORDING } from "#app/payments/online/prepay-rule.ts";
import { type CardPageState, faceInWords, type ProviderName } from "#app/payments/online/provider.ts";
import { openTill } from "#app/payments/online/tills.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import type { Outgoing } from "#app/platform/outbound/send-out.server.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type StoredCard = LedgerTables["kept_cards"];
type StoredPage = LedgerTables["pay_pages"];
type Left = Extract<CardPageState, { state: "kept" }>;

type Keeping = { page: StoredPage; clientId: string | null; left: Left; prepaid: Prepaid | null; now: number };

/**
 * Writes down a card that was left on a page, with what its client agreed to for the booking that it was left for.
 * `prepaid` null: no booking stands by it, so the provider is to forget it again.
 */
export async function keepCard(tx: Tx, { page, clientId, left, prepaid, now }: Keeping): Promise<void> {
  const { holder, ref, brand, last4, expires } = left;
  const stands = prepaid !== null;
  const removal = { removed_at: stands ? null : now, removed_by: stands ? null : "system" };
  await tx
    .insertInto("kept_cards")
    .values({
      ...{ id: page.id, seller_id: page.seller_id, client_id: clientId },
      ...{ provider: page.provider as StoredCard["provider"], holder, ref, brand, last4, expires },
      ...{ at: now, ...removal, next_at: stands ? null : now, tries: 0 },
    })
    .execute();
  if (!prepaid) return;
  const { appointment_id, pence: cap_pence, words } = prepaid;
  const agreement = { card_id: page.id, cap_pence, wording: CARD_WORDING, words, at: now };
  await tx
    .insertInto("card_agreements")
    .values({ appointment_id, ...agreement })
    .onConflict((conflict) => conflict.column("appointment_id").doUpdateSet(agreement))
    .execute();
}

/**
 * A kept card as people read of it. `removedAt`: since when nothing may be charged to it. `isLeft`: its seller has gone to
 * another provider since, so nothing can be. Epoch ms, pence.
 */
export type KeptCard = {
  id: string;
  isLeft: boolean;
  brand: string;
  last4: string;
  expires: string;
  sellerId: string;
  at: number;
  removedAt: number | null;
  agreements: { appointmentId: string; start: number; service: string; capPence: number; words: string; at: number }[];
};

/** Whose: an account's, which booked with it, or a client's of the practice. */
type Whose = { userId: string } | { clientId: string };

/** The cards that were not removed, the newest first. */
export async function listKeptCards(db: Queries, whose: Whose): Promise<KeptCard[]> {
  const rows = await db
    .selectFrom("kept_cards")
    .innerJoin("card_agreements", "card_agreements.card_id", "kept_cards.id")
    .innerJoin("appointments", "appointments.id", "card_agreements.appointment_id")
    .leftJoin("tills", "tills.seller_id", "kept_cards.seller_id")
    .select([
      "kept_cards.id",
      "kept_cards.provider",
      "tills.provider as at_provider",
      "brand",
      "last4",
      "expires",
      "kept_cards.seller_id",
      "kept_cards.at",
      "removed_at",
    ])
    .select(["appointment_id", "cap_pence", "words", "card_agreements.at as agreed_at"])
    .select(["appointments.starts_at", "appointments.service_title"])
    .where("kept_cards.removed_at", "is", null)
    .$if("userId" in whose, (query) => query.where("appointments.user_id", "=", "userId" in whose ? whose.userId : ""))
    .$if("clientId" in whose, (query) =>
      query.where("kept_cards.client_id", "=", "clientId" in whose ? whose.clientId : ""),
    )
    .orderBy("kept_cards.at", "desc")
    .orderBy("kept_cards.id")
    .execute();
  const byId = new Map<string, KeptCard>();
  for (const row of rows) {
    const { id, brand, last4, expires, seller_id: sellerId, at, removed_at: removedAt } = row;
    const isLeft = row.at_provider !== row.provider;
    const card = byId.get(id) ?? { id, isLeft, brand, last4, expires, sellerId, at, removedAt, agreements: [] };
    card.agreements.push({
      ...{ appointmentId: row.appointment_id, start: row.starts_at, service: row.service_title },
      ...{ capPence: row.cap_pence, words: row.words, at: row.agreed_at },
    });
    byId.set(id, card);
  }
  return [...byId.values()];
}

export type Agreement = {
  card: StoredCard;
  /** At which its seller takes payments now; null: at none. */
  providerNow: ProviderName | null;
  capPence: number;
  words: string;
  at: number;
};

/** What was agreed about a card for an appointment, also once the card is removed; null: nothing. */
export async function getAgreement(db: Queries, appointmentId: string): Promise<Agreement | null> {
  const row = await db
    .selectFrom("card_agreements")
    .selectAll()
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  if (!row) return null;
  const found = await db
    .selectFrom("kept_cards")
    .leftJoin("tills", "tills.seller_id", "kept_cards.seller_id")
    .selectAll("kept_cards")
    .select("tills.provider as provider_now")
    .where("kept_cards.id", "=", row.card_id)
    .executeTakeFirst();
  if (!found) return null;
  const { provider_now: providerNow, ...card } = found;
  return { card, providerNow, capPence: row.cap_pence, words: row.words, at: row.at };
}

/** `name`: `Visa ending 4242`; `words`: what its client read. Null: no card that can be charged is kept for this appointment. */
export async function keptFor(app: AppContext, appointmentId: string): Promise<{ name: string; words: string } | null> {
  if (!(await readPractice(app)).settings.payments.online) return null;
  const agreement = await getAgreement(app.db.kysely, appointmentId);
  if (!agreement || agreement.card.removed_at !== null || agreement.card.provider !== agreement.providerNow)
    return null;
  return { name: faceInWords(agreement.card), words: agreement.words };
}

export type RemoveOutcome = { kind: "removed" } | { kind: "not-found" };

/**
 * Nothing may be charged to a card from now on, and its provider is to forget it. Its owner's press, signed in; or the
 * practice's, for a client who has no account.
 */
export async function removeCard(app: AppContext, actor: Actor, cardId: string): Promise<RemoveOutcome> {
  const db = app.db.kysely;
  const isTheirs =
    actor.kind === "client"
      ? (await listKeptCards(db, { userId: actor.userId })).some(({ id }) => id === cardId)
      : mayWith(actor, ["change", "payments"], null);
  if (!isTheirs) return { kind: "not-found" };
  const now = app.clock.now();
  const outcome = await db.transaction().execute(async (tx): Promise<RemoveOutcome> => {
    const found = tx.selectFrom("kept_cards").select("client_id").where("id", "=", cardId);
    const known = await found.executeTakeFirst();
    if (!known) return { kind: "not-found" };
    const removed = tx
      .updateTable("kept_cards")
      .set({ removed_at: now, removed_by: actorName(actor), next_at: now })
      .where("id", "=", cardId)
      .where("removed_at", "is", null);
    const isFirst = Number((await removed.executeTakeFirst()).numUpdatedRows) === 1;
    if (isFirst && known.client_id !== null) {
      const subject = { kind: "client", id: known.client_id };
      await writeAudit(tx, { at: now, actor: actorName(actor), action: "client.card-removed", subject });
    }
    return { kind: "removed" };
  });
  if (outcome.kind === "removed") await removeAtProvider(app, cardId, { ms: 5_000 });
  return outcome;
}

/** A person who is erased leaves no card: the provider is to forget it, and what is left here names nobody. */
export async function forgetCardsOf(tx: Tx, clientId: string, now: number): Promise<void> {
  const own = tx.selectFrom("kept_cards").select("id").where("client_id", "=", clientId);
  await tx.updateTable("card_charges").set({ reason: null }).where("card_id", "in", own).execute();
  const ids = (await own.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .updateTable("kept_cards")
    .set({ removed_at: now, removed_by: "system", next_at: now })
    .where("id", "in", ids)
    .where("removed_at", "is", null)
    .execute();
  await tx
    .updateTable("kept_cards")
    .set({ client_id: null, brand: "", last4: "", expires: "" })
    .where("id", "in", ids)
    .execute();
}

const AT_ONCE = 20;
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
// As long as a fee may be charged (fees.server.ts).
const KEPT_MS = 60 * 86_400_000;

/** Removes the cards whose appointments are long over, and has providers forget those that were removed. */
export async function forgetCards(app: AppContext): Promise<void> {
  const db = app.db.kysely;
  const now = app.clock.now();
  await db
    .updateTable("kept_cards")
    .set({ removed_at: now, removed_by: "system", next_at: now })
    .where("removed_at", "is", null)
    .where("at", "<", now - KEPT_MS)
    .where((card) =>
      card.not(
        card.exists(
          card
            .selectFrom("card_agreements")
            .innerJoin("appointments", "appointments.id", "card_agreements.appointment_id")
            .select("card_agreements.card_id")
            .whereRef("card_agreements.card_id", "=", "kept_cards.id")
            .where("appointments.ends_at", ">", now - KEPT_MS),
        ),
      ),
    )
    .execute();
  const due = db.selectFrom("kept_cards").select("id").where("next_at", "<=", now);
  for (const { id } of await due.orderBy("next_at").limit(AT_ONCE).execute()) await removeAtProvider(app, id);
}

async function removeAtProvider(app: AppContext, cardId: string, limits: Outgoing["limits"] = {}): Promise<void> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const card = await db.selectFrom("kept_cards").selectAll().where("id", "=", cardId).executeTakeFirst();
  if (!card || card.removed_at === null || card.next_at === null) return;
  const set = (values: Partial<StoredCard>) =>
    db.updateTable("kept_cards").set(values).where("id", "=", cardId).execute();
  const till = await openTill(app, db, { sellerId: card.seller_id, limits });
  // The seller has changed to another provider: with its key alone the card was reached.
  if (!till || till.name !== card.provider || !till.provider.cards) return void (await set({ next_at: null }));
  const answer = await till.provider.cards.remove(card.holder);
  if (answer.kind === "answer") return void (await set({ next_at: null }));
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(card.tries, 10));
  await set({ tries: card.tries + 1, next_at: now + wait });
}
