import { expect, test } from "vitest";
import { renderers } from "#app/mails.server.ts";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import { salesForm, saveSales } from "#app/payments/sellers.server.ts";
import { getPaper, listPaidBy, listPapers, mailPaper, makeStatements } from "#app/payments/statements.server.ts";
import { giveBack } from "#app/payments/take-back.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "owner" };
const DAY = localDateOf(TUESDAY_NINE, "Europe/London");

async function practice({ smtpUrl = null }: { smtpUrl?: string | null } = {}): Promise<TestApp> {
  const app = await demoApp(smtpUrl ? { config: { smtpUrl } } : {});
  await takesPayments(app);
  const visit = { client: "ana", minutes: 45, cancelled: null, status: "Confirmed", state: "finished" };
  const what = { service: "demo-deep-tissue-massage", source: "website" };
  const of = ["demo-imogen-hartley", "demo-tom-ellery", "demo-imogen-hartley"];
  await insertVisits(
    app,
    of.map((therapist, number) => ({
      ...{ ...visit, ...what, therapist, id: `visit-${number}`, pence: number === 2 ? 30_000 : 4800 },
      start: TUESDAY_NINE + number * 7_200_000,
    })),
  );
  app.clock.set(TUESDAY_NINE + 8 * 3_600_000);
  return app;
}

function take(app: TestApp, of: string, pence = 4800) {
  const taking = {
    lines: [{ method: "card", pence }],
    tipPence: 0,
    extras: [],
    discount: null,
    seenPence: pence,
  } as const;
  return takePayment(app, OWNER, { appointmentId: of, key: newId(), taking });
}

async function issue(app: TestApp, of: string, { by = OWNER, address = "" }: { by?: Actor; address?: string } = {}) {
  const outcome = await issueReceipt(app, by, { appointmentId: of, address });
  return outcome.kind === "saved" ? outcome.id : JSON.stringify(outcome);
}

function registered(app: TestApp) {
  return app.db.kysely.updateTable("sellers").set({ vat_number: "GB 123 4567 89", vat_rate: 2000 }).execute();
}

async function sellsAlone(app: TestApp) {
  const value = salesForm.parse({ sale: "therapist", legalName: "Tom Ellery", receiptPrefix: "te", register: "CNHC" });
  await saveSales(app, OWNER, { therapistId: "demo-tom-ellery", version: 0, value });
}

test("an invoice stands, what is given back later is a credit note for it, and a receipt of the rest repeats no VAT", async () => {
  const app = await practice();
  await registered(app);
  await take(app, "visit-0");
  const invoice = await issue(app, "visit-0");
  expect(await issue(app, "visit-0")).toBe(invoice);
  const before = await getPaper(app, OWNER, invoice);
  expect(before?.paper).toMatchObject({
    title: "VAT invoice LY-2027-0001",
    vat: ["£48.00 at 20 % VAT, of it £8.00 VAT"],
  });
  const { id: paymentId } = await app.db.kysely.selectFrom("payments").select("id").executeTakeFirstOrThrow();
  const back = { paymentId, pence: 1200, reason: "Cut short", key: newId(), owesAgain: false };
  expect((await giveBack(app, OWNER, back)).kind).toBe("undone");
  const note = await issue(app, "visit-0");
  expect((await getPaper(app, OWNER, note))?.paper).toMatchObject({
    title: "Credit note LY-2027-0002",
    facts: expect.arrayContaining([["For invoice", "LY-2027-0001"]]),
    total: ["Credited", "−£12.00"],
    vat: ["−£12.00 at 20 % VAT, of it −£2.00 VAT"],
  });
  expect(await issue(app, "visit-0")).toBe(note);
  expect(await getPaper(app, OWNER, invoice)).toEqual(before);
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("a VAT invoice above £250 asks for the client's address, and nothing is numbered before", async () => {
  const app = await practice();
  await registered(app);
  await take(app, "visit-2", 30_000);
  expect(await issue(app, "visit-2")).toContain("client’s address");
  const id = await issue(app, "visit-2", { address: "1 High Street\r\nLY7 4QG" });
  const facts = (await getPaper(app, OWNER, id))?.paper.facts;
  expect(facts).toContainEqual(["VAT invoice", "LY-2027-0001"]);
  expect(facts).toContainEqual(["Client", "=ana\n1 High Street\nLY7 4QG"]);
});

test("a receipt of a year ago reads the same, whatever has changed since", async () => {
  const app = await practice();
  const value = salesForm.parse({
    sale: "practice",
    qualification: "BTEC Level 5",
    register: "CNHC",
    registerNumber: "1",
  });
  await saveSales(app, OWNER, { therapistId: "demo-imogen-hartley", version: 0, value });
  await take(app, "visit-0");
  const id = await issue(app, "visit-0");
  const before = await getPaper(app, OWNER, id);
  expect(before?.planPaper.facts).toContainEqual(["Register", "CNHC, number 1"]);
  app.clock.set(app.clock.now() + 365 * 86_400_000);
  await app.db.kysely.updateTable("therapists").set({ name: "Someone Else" }).execute();
  await app.db.kysely.updateTable("therapist_sales").set({ register: "None" }).execute();
  await app.db.kysely.updateTable("sellers").set({ legal_name: "Sold Ltd", address: "Elsewhere" }).execute();
  expect(await getPaper(app, OWNER, id)).toEqual(before);
});

test("clients issue and read their own receipts once something is paid, and no one else's", async () => {
  const app = await practice();
  const { id: userId } = await personIn(app, { name: "Ana" });
  const { id: otherId } = await personIn(app, { name: "Otto" });
  await app.db.kysely.updateTable("appointments").set({ user_id: userId }).where("id", "=", "visit-0").execute();
  const [me, other] = [{ kind: "client", userId } as const, { kind: "client", userId: otherId } as const];
  expect(await issue(app, "visit-0", { by: me })).toContain("not-found");
  await take(app, "visit-0");
  const holder = (appointmentId: string): Actor => ({ kind: "holder", appointmentId });
  expect(await issue(app, "visit-0", { by: other })).toContain("not-found");
  expect(await issue(app, "visit-0", { by: holder("visit-1") })).toContain("not-found");
  const id = await issue(app, "visit-0", { by: me });
  expect(await issue(app, "visit-0", { by: holder("visit-0") })).toBe(id);
  expect((await getPaper(app, me, id))?.paper.title).toBe("Receipt LY-2027-0001");
  expect(await getPaper(app, other, id)).toBeNull();
  expect(await getPaper(app, holder("visit-1"), id)).toBeNull();
  const paid = await listPaidBy(app.db.kysely, { userId, zone: "Europe/London" });
  expect(paid).toMatchObject([{ appointmentId: "visit-0", day: DAY, amount: "£48.00" }]);
});

test("a statement is frozen for each seller alone, and goes when its client is erased", async () => {
  const app = await practice();
  await sellsAlone(app);
  await take(app, "visit-0");
  await take(app, "visit-1");
  const period = { clientId: "ana", from: DAY, to: addDays(DAY, 30) };
  const none = await makeStatements(app, OWNER, { ...period, from: addDays(DAY, 1) });
  expect(none).toMatchObject({ kind: "invalid", errors: { from: /nothing in these days/ } });
  const made = await makeStatements(app, OWNER, period);
  const ids = made.kind === "saved" ? made.ids : [];
  const papers = await Promise.all(ids.map((id) => getPaper(app, OWNER, id)));
  expect(papers.map((one) => [one?.paper.seller.name, one?.paper.total, one?.planPaper.rows.length])).toEqual(
    expect.arrayContaining([
      ["Limber Yard Therapies Ltd", ["Total", "£48.00"], 1],
      ["Tom Ellery", ["Total", "£48.00"], 1],
    ]),
  );
  await take(app, "visit-2", 30_000);
  expect(await Promise.all(ids.map((id) => getPaper(app, OWNER, id)))).toEqual(papers);
  expect((await listPapers(app.db.kysely, "ana")).map(({ title }) => title)).toEqual(["Statement", "Statement"]);
  const { id: userId } = await personIn(app, { name: "Otto" });
  expect(await makeStatements(app, { kind: "client", userId }, period)).toEqual({ kind: "not-found" });
  await erase(app, OWNER, { id: "ana", personalData });
  expect(await app.db.kysely.selectFrom("statements").select("id").execute()).toEqual([]);
});

test("a receipt is mailed as it was frozen, and nothing is promised where no mail can leave", async () => {
  const none = await practice();
  await take(none, "visit-0");
  const unsent = await mailPaper(none, OWNER, { id: await issue(none, "visit-0"), forPlan: false });
  expect(unsent).toMatchObject({ kind: "invalid", message: /no email address for this client/ });
  await none.db.kysely.updateTable("appointments").set({ email: "ana@example.com" }).execute();
  const refused = await mailPaper(none, OWNER, { id: await issue(none, "visit-0"), forPlan: false });
  expect(refused).toMatchObject({ kind: "invalid", message: /Email is not set up here yet/ });
  const app = await practice({ smtpUrl: "smtp://127.0.0.1:1" });
  await app.db.kysely.updateTable("appointments").set({ email: "ana@example.com" }).execute();
  await take(app, "visit-0");
  const id = await issue(app, "visit-0");
  expect(await mailPaper(app, OWNER, { id, forPlan: true })).toEqual({ kind: "sent", to: "ana@example.com" });
  const { data } = await app.db.kysely
    .selectFrom("outbox")
    .select("data")
    .where("kind", "=", "receipt-client")
    .executeTakeFirstOrThrow();
  const mail = await renderers["receipt-client"](app, JSON.parse(data));
  expect(mail).toMatchObject({ to: { address: "ana@example.com" }, subject: /^Receipt LY-2027-0001 from / });
  expect(mail?.text).toContain("Each health cash plan decides which registers it accepts.");
});

test("each treatment has its own VAT rate, what is added the standard one, and an exempt treatment none", async () => {
  const app = await practice();
  await registered(app);
  const vat = (rate: string) =>
    app.db.kysely.updateTable("services").set({ vat: rate }).where("id", "=", "demo-deep-tissue-massage").execute();
  const linesOf = async (id: string) => (await getPaper(app, OWNER, id))?.paper;
  await vat("reduced");
  const ball = { extras: [{ text: "Ball", pence: 600 }], discount: { pence: 600, reason: "Late" } };
  const reduced = { tipPence: 0, seenPence: 4800, lines: [{ method: "card", pence: 4800 }] as const, ...ball };
  await takePayment(app, OWNER, { appointmentId: "visit-0", key: newId(), taking: reduced });
  expect(await linesOf(await issue(app, "visit-0"))).toMatchObject({
    title: "VAT invoice LY-2027-0001",
    vat: ["£42.00 at 5 % VAT, of it £2.00 VAT", "£6.00 at 20 % VAT, of it £1.00 VAT"],
  });
  await vat("exempt");
  const exempt = { tipPence: 0, extras: [], discount: null, seenPence: 4800 };
  const lines = [{ method: "cash", pence: 4800 }] as const;
  await takePayment(app, OWNER, { appointmentId: "visit-1", key: newId(), taking: { ...exempt, lines } });
  expect(await linesOf(await issue(app, "visit-1"))).toMatchObject({ title: "Receipt LY-2027-0002", vat: [] });
  // A bill that exists keeps its rate.
  expect(await linesOf(await issue(app, "visit-0"))).toMatchObject({ title: "VAT invoice LY-2027-0001" });
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});
