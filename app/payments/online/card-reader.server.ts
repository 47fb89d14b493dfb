import { sql } from "kysely";
import { z } from "zod";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { linkOf, listDue, sumOf } from "#app/payments/online/pay-links.db.server.ts";
import { makeLink } from "#app/payments/online/pay-links.server.ts";
import type { Reader } from "#app/payments/online/provider.ts";
import { type StoredPage, settlePage } from "#app/payments/online/settle-page.server.ts";
import { noteTill } from "#app/payments/online/stopped-tills.server.ts";
import { lockTill, openTill, viewTill } from "#app/payments/online/tills.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { optionalText } from "#app/platform/form-schemas.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";

/** How long a card may be tapped, from the press on. */
const READER_MS = 5 * 60_000;
const READ_LIMITS = { ms: 4_000 };

/** What a checkout says of the seller's card reader. `last`: the last payment on it for this appointment. */
export type AtReader = { name: string; last: { pence: number; state: StoredPage["state"] } | null };

/** Null: the seller has none. */
export async function readerFor(
  db: Queries,
  { sellerId, appointmentId }: { sellerId: string; appointmentId: string },
): Promise<(AtReader & { pageId: string | null }) | null> {
  const till = await db
    .selectFrom("tills")
    .select(["reader_id", "reader_name"])
    .where("seller_id", "=", sellerId)
    .where("is_on", "=", 1)
    .where("reader_id", "is not", null)
    .executeTakeFirst();
  if (!till) return null;
  const page = await db
    .selectFrom("pay_pages")
    .innerJoin("pay_links", "pay_links.id", "pay_pages.link_id")
    .select(["pay_pages.id", "pay_pages.pence", "pay_pages.state"])
    .where("pay_links.appointments", "=", JSON.stringify([appointmentId]))
    .where("pay_pages.reader_id", "is not", null)
    .orderBy(sql`case when pay_pages.state = 'open' then 0 else 1 end`)
    .orderBy("pay_pages.at", "desc")
    .executeTakeFirst();
  const last = page ? { pence: page.pence, state: page.state } : null;
  return { name: till.reader_name ?? "Card reader", last, pageId: page?.id ?? null };
}

/** Asks the provider about the payment that waits on the reader, if any: true where it has ended meanwhile. */
export async function followReader(app: AppContext, pageId: string): Promise<boolean> {
  return (await settlePage(app, pageId, { limits: READ_LIMITS })) !== "open";
}

export type ReaderOutcome = { kind: "changed" } | { kind: "conflict"; message: string } | { kind: "not-found" };

const conflict = (message: string): ReaderOutcome => ({ kind: "conflict", message });

/** Puts what is owed for an appointment on its seller's card reader. A second press finds the first. */
export async function startReader(app: AppContext, actor: Actor, appointmentId: string): Promise<ReaderOutcome> {
  const made = await makeLink(app, actor, [appointmentId]);
  if (made.kind === "not-found") return made;
  if (made.kind === "invalid") return conflict(made.errors.link);
  const db = app.db.kysely;
  const link = await db.selectFrom("pay_links").selectAll().where("id", "=", made.id).executeTakeFirstOrThrow();
  const till = await openTill(app, db, { sellerId: link.seller_id });
  if (!till?.isOn || !till.provider.reader) return conflict("This seller has no card reader.");
  // What is open on the provider's own page is closed first, so that nobody pays twice.
  const others = db.selectFrom("pay_pages").select("id").where("link_id", "=", link.id).where("reader_id", "is", null);
  for (const { id } of await others.where("state", "in", ["open", "differs"]).execute()) {
    if ((await settlePage(app, id, { closes: true })) !== "expired") {
      return conflict("A payment by link is under way for this. See the link first.");
    }
  }
  // What was on the reader may have ended meanwhile.
  const waiting = db.selectFrom("pay_pages").select("id").where("seller_id", "=", link.seller_id);
  for (const { id } of await waiting.where("reader_id", "is not", null).where("state", "=", "open").execute()) {
    await followReader(app, id);
  }
  const { mode, name: provider } = till;
  const page = await db.transaction().execute((tx) => preparePayment(tx, app, { linkId: link.id, mode, provider }));
  if ("kind" in page) return page;
  const { sellerId } = till;
  const seller = await db.selectFrom("sellers").select("legal_name").where("id", "=", sellerId).executeTakeFirst();
  const started = await till.provider.reader.start({
    ...{ readerId: page.reader_id ?? "", id: page.id, pence: page.pence },
    words: seller?.legal_name || "Payment",
  });
  await noteTill(app, sellerId, started.kind === "fault" ? started.fault : null);
  if (started.kind === "answer") {
    await db.updateTable("pay_pages").set(started.value).where("id", "=", page.id).execute();
    return { kind: "changed" };
  }
  const { status, words } = started.fault;
  // Without an answer the reader may have begun: what became of it is read.
  if (status === null || status >= 500) return { kind: "changed" };
  const gone = db.updateTable("pay_pages").set({ state: "expired", check_at: null }).where("id", "=", page.id);
  await gone.where("state", "=", "open").execute();
  return conflict(words);
}

type Preparing = { linkId: string; mode: StoredPage["mode"]; provider: string };

/** One payment at a time is on a reader. */
async function preparePayment(
  tx: Tx,
  app: AppContext,
  { linkId, mode, provider }: Preparing,
): Promise<StoredPage | ReaderOutcome> {
  const row = await tx.selectFrom("pay_links").selectAll().where("id", "=", linkId).executeTakeFirstOrThrow();
  const till = await lockTill(tx, row.seller_id);
  if (!till?.reader_id) return conflict("This seller has no card reader.");
  const busy = await tx
    .selectFrom("pay_pages")
    .select("link_id")
    .where("reader_id", "=", till.reader_id)
    .where("state", "=", "open")
    .executeTakeFirst();
  if (busy?.link_id === linkId) return { kind: "changed" };
  if (busy) return conflict("The card reader waits for another payment. Stop that one first, or wait.");
  const pence = sumOf(await listDue(tx, linkOf(row)));
  if (pence === 0) return conflict("Nothing is owed for this now.");
  const now = app.clock.now();
  const page: StoredPage = {
    ...{
      id: newId(),
      link_id: linkId,
      seller_id: row.seller_id,
      provider,
      mode,
      pence,
      state: "open",
      purpose: "payment",
    },
    ...{ session: null, url: null, provider_ref: null, paid_amount: null, paid_currency: null, payment_id: null },
    ...{ receipt_due: 0, at: now, until: now + READER_MS, check_at: now + 10_000, reader_id: till.reader_id },
  };
  await tx.insertInto("pay_pages").values(page).execute();
  return page;
}

/** Asks the reader to stop. A card that was tapped just before is still recorded. */
export async function stopReader(app: AppContext, actor: Actor, appointmentId: string): Promise<ReaderOutcome> {
  const db = app.db.kysely;
  const appointment = await getAppointment(db, appointmentId);
  if (!appointment || !mayWith(actor, ["change", "payments"], appointment.therapistId)) return { kind: "not-found" };
  const open = await db
    .selectFrom("pay_pages")
    .innerJoin("pay_links", "pay_links.id", "pay_pages.link_id")
    .select("pay_pages.id")
    .where("pay_links.appointments", "=", JSON.stringify([appointmentId]))
    .where("pay_pages.reader_id", "is not", null)
    .where("pay_pages.state", "=", "open")
    .executeTakeFirst();
  if (open) await settlePage(app, open.id, { closes: true });
  return { kind: "changed" };
}

export const pairingForm = z.object({
  pairingCode: optionalText("the pairing code", 12)
    .transform((typed) => typed.toUpperCase())
    .refine((code) => /^[A-Z0-9]{8,9}$/.test(code), "Enter the pairing code: 8 or 9 letters and numbers"),
});

export type FoundReaders =
  | { kind: "found"; readers: Reader[] }
  | { kind: "failed"; words: string }
  | { kind: "not-found" };

/** The readers that are paired with a seller's account. */
export async function findReaders(app: AppContext, actor: Actor, sellerId: string): Promise<FoundReaders> {
  const till = (await viewTill(app, actor, sellerId)) && (await openTill(app, app.db.kysely, { sellerId }));
  if (!till?.provider.reader) return { kind: "not-found" };
  const listed = await till.provider.reader.list();
  return listed.kind === "fault"
    ? { kind: "failed", words: listed.fault.words }
    : { kind: "found", readers: listed.value };
}

/** Pairs the reader whose screen has this code, and uses it. */
export async function pairReader(
  app: AppContext,
  actor: Actor,
  { sellerId, code }: { sellerId: string; code: string },
): Promise<ReaderOutcome> {
  const till = (await viewTill(app, actor, sellerId)) && (await openTill(app, app.db.kysely, { sellerId }));
  if (!till?.provider.reader) return { kind: "not-found" };
  const paired = await till.provider.reader.pair({ code, name: "Card reader" });
  if (paired.kind === "fault") return conflict(paired.fault.words);
  return saveReader(app, actor, { sellerId, reader: paired.value });
}

/** Uses one of the paired readers at the checkout; null: none any more. */
export async function chooseReader(
  app: AppContext,
  actor: Actor,
  { sellerId, readerId }: { sellerId: string; readerId: string | null },
): Promise<ReaderOutcome> {
  if (readerId === null) return saveReader(app, actor, { sellerId, reader: null });
  const found = await findReaders(app, actor, sellerId);
  if (found.kind === "failed") return conflict(found.words);
  const reader = found.kind === "found" ? found.readers.find(({ id }) => id === readerId) : undefined;
  return reader ? saveReader(app, actor, { sellerId, reader }) : { kind: "not-found" };
}

async function saveReader(
  app: AppContext,
  actor: Actor,
  { sellerId, reader }: { sellerId: string; reader: Reader | null },
): Promise<ReaderOutcome> {
  if (!(await viewTill(app, actor, sellerId))) return { kind: "not-found" };
  const outcome = await change(app, actor, ["change", "sellers"], async ({ tx, noted }): Promise<ReaderOutcome> => {
    const values = { reader_id: reader?.id ?? null, reader_name: reader?.name ?? null };
    await tx.updateTable("tills").set(values).where("seller_id", "=", sellerId).execute();
    await noted(
      "setting.change",
      { kind: "setting", id: "payments" },
      { reader: reader?.name ?? null, seller: sellerId },
    );
    return { kind: "changed" };
  });
  return outcome.kind === "forbidden" ? { kind: "not-found" } : outcome;
}
