import { enqueue } from "#app/mail/outbox.db.server.ts";
import { isEnded, takenOf } from "#app/payments/disputes/dispute.ts";
import { disputeMail } from "#app/payments/disputes/disputes.mail.tsx";
import { PRACTICE_SELLER } from "#app/payments/ledger.server.ts";
import { type DisputeMove, type DisputeReport, PROVIDERS } from "#app/payments/online/provider.ts";
import { looksAfter, type OpenTill } from "#app/payments/online/tills.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type Row = LedgerTables["disputes"];

const DAY_MS = 86_400_000;
// A bank may begin one 120 days after the payment.
const FIRST_MS = 130 * DAY_MS;
// Money comes back some days after the bank's word.
const AGAIN_MS = 30 * DAY_MS;

/** Reads what banks took back of a seller's payments. What is not of this site is left alone. */
export async function readDisputes(app: AppContext, { sellerId, name, provider }: OpenTill): Promise<void> {
  if (!provider.disputes) return;
  const db = app.db.kysely;
  const now = app.clock.now();
  const running = db
    .selectFrom("disputes")
    .select((all) => all.fn.min("began_at").as("since"))
    .where("seller_id", "=", sellerId)
    .where("provider", "=", name)
    .where((one) => one.or([one("ended_at", "is", null), one("ended_at", ">", now - AGAIN_MS)]));
  const first = (await running.executeTakeFirst())?.since ?? null;
  const since = Math.min(now - FIRST_MS, Number(first ?? now));
  const found = await provider.disputes(since);
  // A key that may not read them still takes payments: this stops nothing.
  const disputes_words = found.kind === "fault" ? found.fault.words : null;
  await db.updateTable("tills").set({ disputes_words }).where("seller_id", "=", sellerId).execute();
  if (found.kind === "fault") return;
  for (const report of found.value) {
    if (report.currency !== "gbp" || report.paymentRef === null) continue;
    await store(app, { sellerId, provider: name, report, paymentRef: report.paymentRef });
  }
}

/** Of a provider that tells nothing else, what it took out of its payouts. */
export async function readDeductions(app: AppContext, { sellerId, name, provider }: OpenTill): Promise<void> {
  if (provider.disputes) return;
  const lines = await app.db.kysely
    .selectFrom("payout_lines")
    .innerJoin("payouts", "payouts.id", "payout_lines.payout_id")
    .leftJoin("disputes", (on) =>
      on
        .onRef("disputes.seller_id", "=", "payouts.seller_id")
        .onRef("disputes.provider", "=", "payouts.provider")
        .onRef("disputes.ref", "=", "payout_lines.id"),
    )
    .select(["payout_lines.id as line_id", "payout_lines.ref as payment_ref", "payout_lines.pence"])
    .select(["payout_lines.fee_pence", "payouts.day"])
    .where("payouts.seller_id", "=", sellerId)
    .where("payouts.provider", "=", name)
    .where("payout_lines.line", "=", "dispute")
    .where("disputes.id", "is", null)
    .execute();
  for (const { line_id: ref, payment_ref: paymentRef, pence, fee_pence: feePence, day } of lines) {
    if (paymentRef === null) continue;
    const money = { pence: Math.abs(pence), currency: "gbp", moves: [{ pence, feePence }] };
    const report = { ref, paymentRef, ...money, reason: "", state: "taken" as const, dueAt: null, at: Date.parse(day) };
    await store(app, { sellerId, provider: name, report, paymentRef });
  }
}

type Storing = { sellerId: string; provider: Row["provider"]; report: DisputeReport; paymentRef: string };

/** What the provider says now takes the place of what it said before. Whoever's money it is hears of its beginning once. */
async function store(app: AppContext, { sellerId, provider, report, paymentRef }: Storing): Promise<void> {
  const now = app.clock.now();
  const { ref, pence, reason, state, dueAt: due_at, moves } = report;
  const facts = { pence, reason, state, due_at, moves: JSON.stringify(moves), taken_pence: takenOf(moves) };
  await app.db.kysely.transaction().execute(async (tx) => {
    const page = await tx
      .selectFrom("pay_pages")
      .select("id")
      .where("seller_id", "=", sellerId)
      .where("provider", "=", provider)
      .where("provider_ref", "=", paymentRef)
      .where("mode", "<>", "test")
      .executeTakeFirst();
    if (!page) return;
    const ended_at = isEnded(state) ? now : null;
    const none = { decision: null, decided_at: null, decided_by: null };
    const key = { seller_id: sellerId, provider, ref };
    const id = newId();
    const added = await tx
      .insertInto("disputes")
      .values({ id, ...key, page_id: page.id, ...facts, ...none, began_at: report.at, ended_at, at: now })
      .onConflict((conflict) => conflict.columns(["seller_id", "provider", "ref"]).doNothing())
      .executeTakeFirst();
    if (Number(added.numInsertedOrUpdatedRows) === 1) {
      const mails = (await listOwners(tx, sellerId)).map((to) =>
        disputeMail.message({ kind: "money", id }, { disputeId: id, to }),
      );
      if (mails.length > 0) await enqueue(tx, mails, now);
      return;
    }
    const same = tx.updateTable("disputes").set(facts).where("seller_id", "=", sellerId);
    await same.where("provider", "=", provider).where("ref", "=", ref).execute();
    const ends = tx.updateTable("disputes").set({ ended_at }).where("seller_id", "=", sellerId);
    const changed = ends.where("provider", "=", provider).where("ref", "=", ref);
    // When it ended stays as it was first read.
    await changed.where("ended_at", ended_at === null ? "is not" : "is", null).execute();
  });
}

/** Whose money it is: the practice's owners, or the therapist who sells it if they sign in here. */
async function listOwners(tx: Tx, sellerId: string): Promise<string[]> {
  const users = tx
    .selectFrom("users")
    .where("users.id", "not in", (disabled) => disabled.selectFrom("disabled_users").select("user_id"));
  const own =
    sellerId === PRACTICE_SELLER
      ? []
      : await users
          .innerJoin("staff", "staff.user_id", "users.id")
          .innerJoin("sellers", "sellers.therapist_id", "staff.therapist_id")
          .select("users.id")
          .where("sellers.id", "=", sellerId)
          .where("staff.state", "=", "active")
          .execute();
  const all = own.length > 0 ? own : await users.select("users.id").where("users.role", "=", "admin").execute();
  return all.map(({ id }) => id);
}

/** How many wait for an answer, until when the first of them, and of how many the money is gone and the bill undecided. */
export function selectDisputes(db: Queries) {
  return db
    .selectFrom("disputes")
    .select((all) => [
      all.fn.countAll<number>().filterWhere("state", "in", ["open", "question"]).as("disputesOpen"),
      all.fn.min("due_at").filterWhere("state", "in", ["open", "question"]).as("disputeDue"),
      all.fn
        .countAll<number>()
        .filterWhere("ended_at", "is not", null)
        .filterWhere("taken_pence", ">", 0)
        .filterWhere("decision", "is", null)
        .as("disputesLost"),
    ]);
}

export type SeenDispute = {
  id: string;
  ref: string;
  sellerId: string;
  sellerName: string;
  provider: string;
  /** Where it is answered. */
  url: string;
  name: string | null;
  pence: number;
  reason: string;
  state: Row["state"];
  dueAt: number | null;
  beganAt: number;
  endedAt: number | null;
  moves: DisputeMove[];
  takenPence: number;
  /** The money is gone, and nobody has said what that means for the bill. */
  isUndecided: boolean;
  decision: Row["decision"];
  appointmentIds: string[];
  pageId: string;
};

/** Those of sellers whose account this person looks after, latest first. `words`: of a seller whose disputes can't be read. */
export async function listDisputes(
  app: AppContext,
  actor: Actor,
  only?: string,
): Promise<{ disputes: SeenDispute[]; unread: { sellerName: string; words: string }[]; zone: string } | null> {
  const db = app.db.kysely;
  const { settings } = await readPractice(app);
  if (!settings.payments.on) return null;
  const tills = await db
    .selectFrom("sellers")
    .leftJoin("tills", "tills.seller_id", "sellers.id")
    .select(["sellers.id", "sellers.therapist_id", "sellers.legal_name", "tills.mode", "tills.disputes_words"])
    .where((one) =>
      one.or([
        one("tills.seller_id", "is not", null),
        one("sellers.id", "in", one.selectFrom("disputes").select("disputes.seller_id")),
      ]),
    )
    .orderBy("sellers.id")
    .execute();
  const own: typeof tills = [];
  for (const till of tills) if (await looksAfter(db, actor, till)) own.push(till);
  if (own.length === 0 && !may(actor, "change", "settings")) return null;
  const bySeller = new Map(own.map((till) => [till.id, till]));
  const rows = await db
    .selectFrom("disputes")
    .innerJoin("pay_pages", "pay_pages.id", "disputes.page_id")
    .leftJoin("pay_links", "pay_links.id", "pay_pages.link_id")
    .leftJoin("clients", "clients.id", "pay_links.client_id")
    .leftJoin("voucher_orders", "voucher_orders.link_id", "pay_links.id")
    .selectAll("disputes")
    .select((one) => one.fn.coalesce("clients.name", "voucher_orders.buyer_name").as("name"))
    .select(["pay_links.appointments", "pay_pages.provider_ref"])
    .where("disputes.seller_id", "in", ["", ...bySeller.keys()])
    .$if(only !== undefined, (query) => query.where("disputes.id", "=", only ?? ""))
    .orderBy("disputes.began_at", "desc")
    .orderBy("disputes.id")
    .limit(MOST)
    .execute();
  return {
    zone: settings.bookingRules.zone,
    unread: own.flatMap(({ legal_name, disputes_words: words }) =>
      words === null ? [] : [{ sellerName: legal_name || "This seller", words }],
    ),
    disputes: rows.map((row) => ({
      ...{ id: row.id, ref: row.ref, sellerId: row.seller_id, provider: PROVIDERS[row.provider] },
      sellerName: bySeller.get(row.seller_id)?.legal_name || "This seller",
      url: placeOf(app, { ...row, mode: bySeller.get(row.seller_id)?.mode ?? "live" }),
      ...{ name: row.name, pence: row.pence, reason: row.reason, state: row.state, dueAt: row.due_at },
      ...{ beganAt: row.began_at, endedAt: row.ended_at, takenPence: row.taken_pence, decision: row.decision },
      moves: JSON.parse(row.moves) as DisputeMove[],
      isUndecided: row.ended_at !== null && row.taken_pence > 0 && row.decision === null,
      appointmentIds: JSON.parse(row.appointments ?? "[]") as string[],
      pageId: row.page_id,
    })),
  };
}

const MOST = 100;

type Placed = { provider: Row["provider"]; mode: string; provider_ref: string | null };

/** The provider's own page of the payment, on which it is answered. */
function placeOf({ config }: AppContext, { provider, mode, provider_ref: ref }: Placed): string {
  if (mode === "pretend") return provider === "stripe" ? config.stripeApiUrl : config.sumupApiUrl;
  return provider === "stripe" ? `https://dashboard.stripe.com/payments/${ref}` : "https://me.sumup.com/";
}
