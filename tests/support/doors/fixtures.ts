import type { Appointment } from "#app/appointments/appointment.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { closeHold, holdSecretOf, insertHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { receiveFile } from "#app/moving/csv/receive-file.server.ts";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { listProducts, productForm, saveProduct } from "#app/payments/shop/products.server.ts";
import { sell } from "#app/payments/shop/sell.server.ts";
import { listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { saveReview } from "#app/site/reviews.server.ts";
import { bookedLate } from "#tests/support/booked-late.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { clientOf } from "#tests/support/clients.ts";
import type { Visitor } from "#tests/support/doors/door.ts";
import { hasWaitingList, takesPayments } from "#tests/support/options.ts";
import { seriesFrom } from "#tests/support/series.ts";
import { newSession, type Person, personIn } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";
import { fileOf } from "#tests/support/uploaded.ts";
import { offeredIn } from "#tests/support/waits.ts";

export type Fixtures = {
  /** Fills in `{secret}` and the like in an address. */
  fill: (at: string) => string;
  /** A new session for each try, as a door may end it. Null for nobody. */
  cookieOf: (visitor: Visitor) => Promise<string | null>;
};

export async function fixturesIn(app: AppContext): Promise<Fixtures> {
  const people: Record<Exclude<Visitor, "nobody">, Person> = {
    client: await personIn(app, { name: "Cleo Client" }),
    other: await personIn(app, { name: "Otto Other" }),
    reception: await staffIn(app, { roles: ["reception"] }),
    therapist: await staffIn(app, { roles: ["therapist"], therapistId: "demo-imogen-hartley" }),
    colleague: await staffIn(app, { roles: ["therapist"], therapistId: "demo-tom-ellery" }),
    bookkeeper: await staffIn(app, { roles: ["bookkeeper"] }),
    admin: await personIn(app, { name: "Ada Admin", role: "admin" }),
  };
  const { id } = people.client;
  const { appointment, manageSecret } = await bookedFor(app, people.client);
  const receipt = await receiptFor(app, appointment);
  const sold = await soldIn(app);
  await hasWaitingList(app, true);
  const waits = await offeredIn(app, { name: "Wanda Waits", phone: "+441632960055" });
  const session = await app.db.kysely.selectFrom("sessions").select("id").where("userId", "=", id).executeTakeFirst();
  const values: Record<string, string> = {
    secret: manageSecret,
    receipt,
    ...sold,
    dispute: await disputeOf(app, appointment.id),
    wait: waits.wait,
    offer: waits.secret,
    late: manageSecretOf(app, await bookedLate(app)),
    hold: await keptHoldOf(app, appointment.id),
    appointment: appointment.id,
    series: await seriesIn(app),
    day: localDateOf(appointment.start, "Europe/London"),
    record: await clientOf(app, appointment.id),
    user: id,
    owner: people.admin.id,
    session: session?.id ?? "none",
    enquiry: await enquiryOf(app, people.client),
    review: await reviewIn(app, people.admin.id),
    import: await importIn(app, people.admin.id),
    account: await calendarAccountIn(app, appointment),
    mail: (await app.db.kysely.selectFrom("outbox").select("id").executeTakeFirst())?.id ?? "none",
  };
  return {
    fill: (at) => at.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? name),
    cookieOf: async (visitor) => (visitor === "nobody" ? null : (await newSession(app, people[visitor].id)).cookie),
  };
}

/** The practice takes payments, and has taken a part for this appointment. */
async function receiptFor(app: AppContext, { id, pricePence }: { id: string; pricePence: number }): Promise<string> {
  await takesPayments(app);
  const lines = [{ method: "cash", pence: 1000 }] as const;
  const taking = { lines, tipPence: 0, extras: [], discount: null, seenPence: pricePence };
  await takePayment(app, { kind: "system" }, { appointmentId: id, key: "fixtures", taking });
  const outcome = await issueReceipt(app, { kind: "system" }, { appointmentId: id });
  return outcome.kind === "saved" ? outcome.id : "none";
}

/** A product on sale, and a voucher that was sold at the desk. */
async function soldIn(app: AppContext): Promise<{ product: string; sale: string; voucher: string }> {
  const value = productForm.parse({ title: "Massage ball, 6 cm", price: "9", stock: "12", onSale: "on" });
  await saveProduct(app, { kind: "system" }, { id: null, version: 0, value });
  const [product] = await listProducts(app.db.kysely, { sellerId: "1" });
  const lines = [{ method: "card", pence: 5000 }] as const;
  const press = { products: [], voucherPence: 5000, lines, seenPence: 5000 };
  const selling = { sellerId: "1", clientId: null, key: "fixtures", sale: press };
  const outcome = await sell(app, { kind: "system" }, selling);
  const sale = outcome.kind === "sold" ? outcome.saleId : "none";
  const [voucher] = await listVouchers(app.db.kysely, { billId: sale });
  return { product: product?.id ?? "none", sale, voucher: voucher?.id ?? "none" };
}

/** Its client's bank has taken back what was paid online for an appointment. */
async function disputeOf(app: AppContext, appointmentId: string): Promise<string> {
  const [id, now] = ["dispute", app.clock.now()];
  const by = { seller_id: "1", at: now };
  const link = { ...by, id, secret_hash: id, client_id: null, appointments: JSON.stringify([appointmentId]) };
  const none = { pence: 1000, withdrawn_at: now, mailed_at: null, actor: "system" };
  await app.db.kysely
    .insertInto("pay_links")
    .values({ ...link, ...none })
    .execute();
  const page = { ...by, id, link_id: id, provider: "stripe", mode: "live", purpose: "payment", pence: 1000 } as const;
  const paid = { state: "paid", session: id, provider_ref: null, paid_amount: 1000, paid_currency: "gbp" } as const;
  const ended = { url: null, payment_id: null, receipt_due: 0, until: now, check_at: null, reader_id: null };
  await app.db.kysely
    .insertInto("pay_pages")
    .values({ ...page, ...paid, ...ended })
    .execute();
  const dispute = { ...by, id, provider: "stripe", ref: "du_1", page_id: id, pence: 1000, reason: "general" } as const;
  const taken = { moves: '[{"pence":-1000,"feePence":2000}]', taken_pence: 1000, due_at: now, began_at: now };
  const open = { state: "open", ended_at: null, decision: null, decided_at: null, decided_by: null } as const;
  await app.db.kysely
    .insertInto("disputes")
    .values({ ...dispute, ...taken, ...open })
    .execute();
  return id;
}

async function seriesIn(app: AppContext): Promise<string> {
  const day = addDays(localDateOf(app.clock.now(), "Europe/London"), 100);
  return (await seriesFrom(app, day))[0]?.id ?? "none";
}

/** The secret of a hold that is confirmed already: its page can be opened, and another press changes nothing. */
async function keptHoldOf(app: AppContext, appointmentId: string): Promise<string> {
  const secret = holdSecretOf(app, appointmentId);
  await app.db.kysely.transaction().execute(async (tx) => {
    await insertHold(tx, { appointmentId, secretHash: hashOf(secret), until: app.clock.now() });
    await closeHold(tx, appointmentId, { kept_at: app.clock.now() });
  });
  return secret;
}

async function reviewIn(app: AppContext, userId: string): Promise<string> {
  const draft = { words: "It helped.", name: "Cleo", source: "A card in the clinic", givenOn: "2026-10-02" };
  const outcome = await saveReview(app, { kind: "admin", userId }, { id: null, version: 0, draft });
  if (outcome.kind !== "saved") throw new Error(`Not saved: ${outcome.kind}`);
  return outcome.id;
}

async function importIn(app: AppContext, userId: string): Promise<string> {
  const file = fileOf(Buffer.from("Name,Email\nCleo Client,cleo@example.com\n"), "clients.csv");
  const outcome = await receiveFile(app, { kind: "admin", userId }, { kind: "clients", fileName: "clients.csv", file });
  if (outcome.kind !== "received") throw new Error(`Not received: ${outcome.kind}`);
  return outcome.id;
}

/** A therapist's calendars elsewhere, one of which had this appointment at another time; no job asks that server. */
async function calendarAccountIn(app: AppContext, { id, start, end }: Pick<Appointment, "id" | "start" | "end">) {
  const [account, never] = ["calendars-of-imogen", 8_640_000_000_000_000];
  const url = "https://cloud.example.org/remote.php/dav/calendars/imogen/personal/";
  const therapist = { therapist_id: "demo-imogen-hartley", name: "cloud.example.org", username: "imogen" };
  const names = { id: account, kind: "caldav" as const, signed_in_at: null, ...therapist };
  const server = { server: "https://cloud.example.org/remote.php/dav/", password: "sealed elsewhere" };
  const added = { added_at: app.clock.now(), added_by: "nobody", next_at: never, followed_at: never };
  const calendars = JSON.stringify([{ url, name: "Personal", writes: true }]);
  await app.db.kysely
    .insertInto("calendar_accounts")
    .values({ ...names, ...server, ...added, calendars, writes_to: url, shows: "times", ...NO_FAULT, cursor: null })
    .execute();
  const written = { uid: `${id}-practice@localhost`, href: `${url}${id}.ics`, etag: "1", written: "1" };
  const proposed = { proposed_start: start + 3_600_000, proposed_end: end + 3_600_000, proposed_etag: "2" };
  await app.db.kysely
    .insertInto("calendar_writes")
    .values({
      ...{ account_id: account, appointment_id: id, starts_at: start, ends_at: end, ...written, ...proposed },
      ...{ proposal: "moved", proposed_at: app.clock.now(), restores: 0 },
    })
    .execute();
  return account;
}

const NO_FAULT = { fault: null, fault_since: null };

async function enquiryOf(app: AppContext, { email }: Person): Promise<string> {
  const person = { firstName: "Cleo", lastName: "Client", email };
  await receiveMessage(app, { ...person, subject: "Vouchers", message: "Do you sell them?" });
  const row = await app.db.kysely.selectFrom("enquiries").select("id").executeTakeFirstOrThrow();
  return row.id;
}

async function bookedFor(app: AppContext, { id, email, name }: Person) {
  const today = localDateOf(app.clock.now(), "Europe/London");
  const [start] = await apartStarts(app, { from: addDays(today, 7), to: addDays(today, 20) });
  if (start === undefined) throw new Error("The demo practice is free on no day of two weeks");
  const input = { service: "deep-tissue-massage", minutes: undefined, therapist: "imogen-hartley", start };
  const outcome = await book(
    app,
    { kind: "client", userId: id },
    { input: { ...input, name, email, phone: "+441632960001" }, idempotencyKey: null },
  );
  if (outcome.kind !== "booked") throw new Error(`Not booked: ${outcome.kind}`);
  return outcome;
}
