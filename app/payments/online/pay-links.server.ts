import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import { getBillOf, sellerOf } from "#app/payments/bills.db.server.ts";
import { payLinkMail } from "#app/payments/online/online.mail.tsx";
import {
  findLink,
  getLink,
  isOrder,
  linkOf,
  listDue,
  owedBy,
  type PayLink,
  recipientOf,
  secretOf,
  sumOf,
} from "#app/payments/online/pay-links.db.server.ts";
import { type PaidBooking, readPaidBooking } from "#app/payments/online/prepaid.server.ts";
import { LEAST_PENCE, PROVIDERS } from "#app/payments/online/provider.ts";
import { hasTill, lockTill } from "#app/payments/online/tills.server.ts";
import { ownerOf } from "#app/payments/shop/vouchers.db.server.ts";
import { clientIdOf } from "#app/payments/take-payment.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { LedgerTables } from "#app/platform/database/ledger-tables.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";

export type LinkOutcome =
  | { kind: "saved"; id: string }
  | { kind: "invalid"; errors: { link: string } }
  | { kind: "not-found" };

const refuse = (link: string): LinkOutcome => ({ kind: "invalid", errors: { link } });

/** A link for what is owed for these appointments of one client and one seller. The same question again gives the same link. */
export async function makeLink(app: AppContext, actor: Actor, appointmentIds: readonly string[]): Promise<LinkOutcome> {
  const ids = [...new Set(appointmentIds)].sort();
  if (ids.length === 0) return refuse("Choose at least one appointment.");
  return app.db.kysely.transaction().execute(async (tx): Promise<LinkOutcome> => {
    const { payments } = (await readPractice(app, tx)).settings;
    const chosen: { appointment: Appointment; sellerId: string; clientId: string | null }[] = [];
    for (const id of ids) {
      const appointment = await getAppointment(tx, id);
      const isTheirs = appointment && mayWith(actor, ["change", "payments"], appointment.therapistId);
      if (!payments.on || !payments.online || !isTheirs) return { kind: "not-found" };
      const sellerId = (await getBillOf(tx, id))?.sellerId ?? (await sellerOf(tx, appointment.therapistId));
      chosen.push({ appointment, sellerId, clientId: await clientIdOf(tx, id) });
    }
    const [first] = chosen;
    if (!first || chosen.some(({ clientId }) => clientId !== first.clientId)) return { kind: "not-found" };
    const { sellerId, clientId } = first;
    if (chosen.some((one) => one.sellerId !== sellerId)) {
      return refuse("These belong to two sellers. Make a link for each.");
    }
    if (!(await hasTill(tx, sellerId))) return refuse("This seller takes no payments online.");
    const due = await listDue(tx, { appointmentIds: ids, seller_id: sellerId, pence: null });
    const owed = sumOf(due);
    if (owed === 0) return refuse("Nothing is owed for this now.");
    if (owed < LEAST_PENCE) return refuse("Less than £0.50 can’t be paid online.");
    const by = { at: app.clock.now(), actor: actorName(actor) };
    // Two presses at once make one link.
    await lockTill(tx, sellerId);
    return { kind: "saved", id: await makeLinkWithin(tx, app, { appointmentIds: ids, sellerId, clientId, by }) };
  });
}

type NewLink = {
  appointmentIds: readonly string[];
  sellerId: string;
  clientId: string | null;
  by: { at: number; actor: string };
};

/** The id of the link for all that is owed for these appointments: of one that there is, or of a new one. */
export async function makeLinkWithin(
  tx: Tx,
  app: Pick<AppContext, "secret">,
  { appointmentIds, sellerId, clientId, by }: NewLink,
): Promise<string> {
  const appointments = JSON.stringify(appointmentIds);
  const same = tx
    .selectFrom("pay_links")
    .select("id")
    .where("appointments", "=", appointments)
    .where("pence", "is", null);
  const before = await same.where("seller_id", "=", sellerId).where("withdrawn_at", "is", null).executeTakeFirst();
  if (before) return before.id;
  const id = newId();
  const row = { id, secret_hash: hashOf(secretOf(app, id)), seller_id: sellerId, client_id: clientId, appointments };
  const whole = { pence: null };
  await tx
    .insertInto("pay_links")
    .values({ ...row, ...whole, withdrawn_at: null, mailed_at: null, ...by })
    .execute();
  return id;
}

type Changed = { kind: "changed" } | { kind: "conflict"; message: string } | { kind: "not-found" };

/** Mails the link to the client. Never with a test key: nobody is asked for money that doesn't move. */
export async function mailLink(app: AppContext, actor: Actor, id: string): Promise<Changed> {
  if (!(await canMailLeave(app)))
    return { kind: "conflict", message: "No email can be sent yet. Set up a mail server first." };
  return app.db.kysely.transaction().execute(async (tx): Promise<Changed> => {
    const link = await getOwnLink(tx, actor, id);
    if (!link) return { kind: "not-found" };
    if (link.withdrawn_at !== null) return { kind: "conflict", message: "This link was withdrawn." };
    const till = tx.selectFrom("tills").select("mode").where("seller_id", "=", link.seller_id).where("is_on", "=", 1);
    const mode = (await till.executeTakeFirst())?.mode;
    if (!mode) return { kind: "conflict", message: "This seller takes no payments online." };
    if (mode === "test")
      return { kind: "conflict", message: "With a test key no link is emailed. Open it yourself to try it." };
    if (!(await recipientOf(tx, link)))
      return { kind: "conflict", message: "There is no email address for this client." };
    await mailLinkWithin(tx, id, app.clock.now());
    return { kind: "changed" };
  });
}

export async function mailLinkWithin(tx: Tx, id: string, now: number): Promise<void> {
  await enqueue(tx, [payLinkMail.message({ kind: "money", id }, { linkId: id })], now);
  await tx.updateTable("pay_links").set({ mailed_at: now }).where("id", "=", id).execute();
}

/** The link opens nothing any more. What was paid by it stays. */
export async function withdrawLink(app: AppContext, actor: Actor, id: string): Promise<Changed> {
  return app.db.kysely.transaction().execute(async (tx): Promise<Changed> => {
    if (!(await getOwnLink(tx, actor, id))) return { kind: "not-found" };
    const gone = tx.updateTable("pay_links").set({ withdrawn_at: app.clock.now() });
    await gone.where("id", "=", id).where("withdrawn_at", "is", null).execute();
    return { kind: "changed" };
  });
}

async function getOwnLink(db: Queries, actor: Actor, id: string): Promise<PayLink | null> {
  const link = await getLink(db, id);
  if (!link) return null;
  return mayWith(actor, ["change", "payments"], await therapistOf(db, link)) ? link : null;
}

/** Null where its appointments are of several therapists, or gone: then it is the whole practice's. */
async function therapistOf(db: Queries, { appointmentIds, seller_id }: PayLink): Promise<string | null> {
  if (isOrder({ appointmentIds })) return ownerOf(db, seller_id);
  const rows = await db
    .selectFrom("appointments")
    .select("therapist_id")
    .distinct()
    .where("id", "in", appointmentIds)
    .execute();
  return rows.length === 1 ? (rows[0]?.therapist_id ?? null) : null;
}

/** What the practice reads of a link: what needs a person comes first in `state`. Pence; ms UTC. */
export type LinkView = {
  id: string;
  name: string;
  clientId: string | null;
  at: number;
  mailedAt: number | null;
  state: "differs" | "refused" | "open" | "paid" | "kept" | "withdrawn";
  /** Nothing is paid by it: a card is left for a booking. */
  keepsCard: boolean;
  owedPence: number;
  paidPence: number;
  refunds: { id: string; amount: number; state: "due" | "done" | "refused"; words: string | null }[];
  /** What came and is not what was to be paid. */
  differs: { pageId: string; amount: number; currency: string } | null;
  isTest: boolean;
};

const MOST = 50;

/** The last links, or one. Null: there is nothing of it, or not for this actor. `owedPence` is read for one alone. */
export async function listLinks(app: AppContext, actor: Actor, only?: string): Promise<LinkView[] | null> {
  const { payments } = (await readPractice(app)).settings;
  const db = app.db.kysely;
  const link = only === undefined ? null : await getLink(db, only);
  const therapistId = link && (await therapistOf(db, link));
  if (!payments.on || !mayWith(actor, ["see", "payments"], therapistId)) return null;
  const rows = await db
    .selectFrom("pay_links")
    .leftJoin("clients", "clients.id", "pay_links.client_id")
    .leftJoin("voucher_orders", "voucher_orders.link_id", "pay_links.id")
    .selectAll("pay_links")
    .select((one) => one.fn.coalesce("clients.name", "voucher_orders.buyer_name").as("name"))
    .$if(only !== undefined, (query) => query.where("pay_links.id", "=", only ?? ""))
    // What was not paid when booking was let go, and needs nobody.
    .$if(only === undefined, (query) =>
      query.where((link) =>
        link.or([
          link.and([link("pay_links.pence", "is", null), link("pay_links.appointments", "<>", "[]")]),
          link("pay_links.actor", "like", "admin:%"),
          link("pay_links.actor", "like", "staff:%"),
          link.exists(
            link
              .selectFrom("pay_pages")
              .select("pay_pages.id")
              .whereRef("pay_pages.link_id", "=", "pay_links.id")
              .where("pay_pages.provider_ref", "is not", null),
          ),
        ]),
      ),
    )
    .orderBy("pay_links.at", "desc")
    .orderBy("pay_links.id")
    .limit(MOST)
    .execute();
  if (rows.length === 0) return only === undefined ? [] : null;
  const ids = rows.map(({ id }) => id);
  const pages = await db.selectFrom("pay_pages").selectAll().where("link_id", "in", ids).execute();
  const refunds = pages.some(({ provider_ref }) => provider_ref !== null)
    ? await db
        .selectFrom("online_refunds")
        .innerJoin("pay_pages", "pay_pages.id", "online_refunds.page_id")
        .select(["online_refunds.id", "online_refunds.amount", "online_refunds.state", "online_refunds.words"])
        .select("pay_pages.link_id")
        .where("pay_pages.link_id", "in", ids)
        .orderBy("online_refunds.at")
        .execute()
    : [];
  const views: LinkView[] = [];
  for (const { name, ...row } of rows) {
    const link = linkOf(row);
    const own = pages.filter(({ link_id }) => link_id === link.id);
    const back = refunds.filter(({ link_id }) => link_id === link.id).map(({ link_id: _link, ...one }) => one);
    const odd = own.find(({ state }) => state === "differs");
    const paidPence = own.reduce((all, page) => all + (page.state === "paid" ? page.pence : 0), 0);
    const isPaid = paidPence > 0 || own.some(({ state }) => state === "tested");
    const owedPence = only === undefined || isPaid || link.withdrawn_at !== null ? 0 : await owedBy(db, link);
    views.push({
      ...{ id: link.id, name: name ?? "Unknown", clientId: link.client_id, at: link.at, mailedAt: link.mailed_at },
      ...{
        keepsCard: link.pence === 0,
        owedPence,
        paidPence,
        refunds: back,
        isTest: own.some(({ mode }) => mode !== "live"),
      },
      differs: odd
        ? { pageId: odd.id, amount: odd.paid_amount ?? 0, currency: (odd.paid_currency ?? "").toUpperCase() }
        : null,
      state: odd
        ? "differs"
        : back.some(({ state }) => state === "refused")
          ? "refused"
          : isPaid
            ? "paid"
            : own.some(({ state }) => state === "kept")
              ? "kept"
              : link.withdrawn_at === null
                ? "open"
                : "withdrawn",
    });
  }
  return views;
}

/** What the client reads at the address of a link. */
export type PublicLink = {
  link: PayLink;
  seller: string;
  firstName: string;
  lines: { service: string; minutes: number; start: number; pence: number }[];
  owedPence: number;
  isOpen: boolean;
  mode: LedgerTables["tills"]["mode"] | null;
  /** Whose page it is paid on, by name. */
  at: string;
  /** What was paid by this link, and what of it goes back. */
  paidPence: number;
  backPence: number;
  /** The last page at the provider. */
  page: { id: string; state: LedgerTables["pay_pages"]["state"]; url: string | null } | null;
  zone: string;
  /** The booking that waits for it; null: it is paid for what is owed. */
  booking: PaidBooking | null;
};

export async function readPublicLink(app: AppContext, secret: string): Promise<PublicLink | null> {
  const { payments, bookingRules } = (await readPractice(app)).settings;
  const db = app.db.kysely;
  const link = payments.since === null ? null : await findLink(db, secret);
  if (!link) return null;
  const seller = await db
    .selectFrom("sellers")
    .select("legal_name")
    .where("id", "=", link.seller_id)
    .executeTakeFirst();
  const till = await db
    .selectFrom("tills")
    .select(["mode", "is_on", "provider"])
    .where("seller_id", "=", link.seller_id)
    .executeTakeFirst();
  const due = await listDue(db, link);
  const all = await db
    .selectFrom("pay_pages")
    .selectAll()
    .where("link_id", "=", link.id)
    .orderBy("at", "desc")
    .execute();
  // A charge of a kept card has no page to go on to.
  const pages = all.filter(({ purpose, state }) => purpose !== "charge" || state === "paid");
  const paid = pages.filter(({ state }) => state === "paid");
  const back =
    paid.length > 0
      ? await listBack(
          db,
          paid.map(({ id }) => id),
        )
      : 0;
  const inState = (state: string) => pages.find((page) => page.state === state);
  const booking = link.pence === null ? null : await readPaidBooking(db, { linkId: link.id }, app.clock.now());
  // What was paid on one before may have gone back.
  const awaited = booking?.state === "waiting" ? inState("open") : undefined;
  const last = inState("differs") ?? awaited ?? paid[0] ?? inState("tested") ?? inState("open") ?? pages[0];
  return {
    link,
    seller: seller?.legal_name ?? "",
    firstName: due[0]?.appointment.name ?? "",
    lines: due.map(({ appointment, pence }) => ({
      ...{ service: appointment.serviceTitle, minutes: appointment.minutes, start: appointment.start, pence },
    })),
    owedPence: isOrder(link) ? await owedBy(db, link) : sumOf(due),
    isOpen: payments.on && link.withdrawn_at === null && till?.is_on === 1,
    mode: till?.mode ?? null,
    at: PROVIDERS[till?.provider ?? "stripe"],
    paidPence: paid.reduce((all, { pence }) => all + pence, 0),
    backPence: back,
    page: last ? { id: last.id, state: last.state, url: last.url } : null,
    zone: bookingRules.zone,
    booking,
  };
}

async function listBack(db: Queries, pageIds: readonly string[]): Promise<number> {
  const rows = await db.selectFrom("online_refunds").select("amount").where("page_id", "in", pageIds).execute();
  return rows.reduce((all, { amount }) => all + amount, 0);
}
