import { listBrought, listRests, listUnpaid, sellerOf } from "#app/payments/bills.db.server.ts";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import { sum } from "#app/payments/money.ts";
import { type KeptCard, listKeptCards } from "#app/payments/online/kept-cards.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** A client's account: what they owe, what each seller holds for them, and what they paid. Pence; ms UTC. */
export type ClientMoney = {
  name: string;
  unpaid: { id: string; service: string; therapist: string; start: number; owedPence: number; sellerId: string }[];
  sellers: { id: string; name: string; creditPence: number }[];
  owedPence: number;
  /** What of it was brought over from the system before this one. */
  broughtPence: number;
  creditPence: number;
  payments: { id: string; at: number; method: string; pence: number; reason: string | null; who: string | null }[];
  confirmAbovePence: number;
  zone: string;
  /** A seller can be paid by a link. */
  paysOnline?: true;
  /** Cards that can be charged. */
  cards: KeptCard[];
};

const MOST = 100;

/** Null: no such client, payments are off, or the actor sees a part of them only. */
export async function getClientMoney(app: AppContext, actor: Actor, clientId: string): Promise<ClientMoney | null> {
  const { settings } = await readPractice(app);
  const db = app.db.kysely;
  if (!settings.payments.on || !mayWith(actor, ["see", "payments"], null)) return null;
  const client = await db.selectFrom("clients").select("name").where("id", "=", clientId).executeTakeFirst();
  if (!client) return null;
  const since = settings.payments.since ?? 0;
  const { rows } = await listUnpaid(db, { scope: "all", now: app.clock.now(), since, clientIds: [clientId] });
  const known = await db.selectFrom("sellers").select(["id", "legal_name", "therapist_id"]).orderBy("id").execute();
  const sellers = [];
  for (const { id, legal_name } of known) {
    const creditPence = Math.max(0, sum(await listRests(db, { clientId, sellerId: id })));
    if (creditPence > 0 || id === PRACTICE_SELLER || known.length > 1)
      sellers.push({ id, name: legal_name, creditPence });
  }
  const payments = await db
    .selectFrom("payments")
    .select(["id", "at", "method", "pence", "reason", "actor"])
    .where("client_id", "=", clientId)
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(MOST)
    .execute();
  const names = await listNames(
    db,
    payments.map((one) => one.actor),
  );
  const unpaid = [];
  for (const { name: _name, clientId: _client, ...row } of rows)
    unpaid.push({ ...row, sellerId: await sellerOfAppointment(db, row.id) });
  const cards = settings.payments.online ? await listKeptCards(db, { clientId }) : [];
  const broughtPence = (await listBrought(db, clientId)).reduce((all, { owedPence }) => all + owedPence, 0);
  return {
    name: client.name ?? "Unknown",
    unpaid,
    sellers,
    owedPence: rows.reduce((all, { owedPence }) => all + owedPence, broughtPence),
    broughtPence,
    creditPence: sellers.reduce((all, { creditPence }) => all + creditPence, 0),
    payments: payments.map(({ actor: by, ...one }) => ({ ...one, who: names.get(by) ?? null })),
    confirmAbovePence: settings.moneyRules.confirmAbovePence,
    ...{ zone: settings.bookingRules.zone, cards },
    ...(settings.payments.online && { paysOnline: true as const }),
  };
}

async function sellerOfAppointment(db: Queries, appointmentId: string): Promise<string> {
  const bill = await db
    .selectFrom("bills")
    .select("seller_id")
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  if (bill) return bill.seller_id;
  const booked = await db
    .selectFrom("appointments")
    .select("therapist_id")
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  return sellerOf(db, booked?.therapist_id ?? "");
}

/** The names of the people behind actors such as `admin:<id>`. Jobs have none. */
export async function listNames(db: Queries, actors: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map(actors.flatMap((actor) => (actor.includes(":") ? [[actor.split(":")[1] ?? "", actor]] : [])));
  if (ids.size === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    .select(["id", "name"])
    .where("id", "in", [...ids.keys()])
    .execute();
  const byId = new Map(rows.map(({ id, name }) => [id, name]));
  return new Map(
    [...new Set(actors)].flatMap((actor) => {
      const name = byId.get(actor.split(":")[1] ?? "");
      return name ? [[actor, name]] : [];
    }),
  );
}
