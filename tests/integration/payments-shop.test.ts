import fc from "fast-check";
import { expect, test } from "vitest";
import { getBillOf } from "#app/payments/bills.db.server.ts";
import { moneyOf } from "#app/payments/checkout.server.ts";
import { issueReceipt } from "#app/payments/issue-receipt.server.ts";
import type { Taking } from "#app/payments/money.ts";
import {
  exportLiabilities,
  type Liability,
  listLiabilities,
  listVoucherLiabilities,
  totalOf,
} from "#app/payments/shop/liability.server.ts";
import { listProducts, productForm, saveProduct } from "#app/payments/shop/products.server.ts";
import { expireVouchers, returnVoucher } from "#app/payments/shop/return-voucher.server.ts";
import { findByCode, renewCode, type Sale, sell } from "#app/payments/shop/sell.server.ts";
import { listOwnCourses, shareCourse, unshareCourse } from "#app/payments/shop/share-course.server.ts";
import { getVoucher, listSpendable, listVouchers } from "#app/payments/shop/vouchers.db.server.ts";
import { leftInWords, voucherName } from "#app/payments/shop/vouchers.ts";
import { getPaper, listPaidBy, makeStatements } from "#app/payments/statements.server.ts";
import { giveBack, takeBack } from "#app/payments/take-back.server.ts";
import { takePayment } from "#app/payments/take-payment.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { takesPayments } from "#tests/support/options.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "owner" };
const TOM: Actor = {
  ...{ kind: "staff", userId: "tom", roles: ["therapist"], choices: [] },
  therapistId: "demo-tom-ellery",
};
const DEEP = "demo-deep-tissue-massage";
const VISITS = 16;
const CLIENTS = ["ana", "bo"] as const;

async function practice(): Promise<TestApp> {
  const app = await demoApp();
  await takesPayments(app, { ownSeller: "demo-tom-ellery" });
  const therapists = ["demo-imogen-hartley", "demo-tom-ellery"];
  await insertVisits(
    app,
    Array.from({ length: VISITS }, (_, number) => ({
      ...{
        id: `visit-${number}`,
        client: CLIENTS[number % 2] ?? null,
        therapist: therapists[number === 15 ? 1 : 0] ?? "",
      },
      ...{ start: TUESDAY_NINE + number * 7_200_000, minutes: 45, cancelled: null, pence: 4800, service: DEEP },
      ...{ status: "Confirmed", state: "finished" as const, source: "website" as const },
    })),
  );
  return app;
}

async function addProduct(app: TestApp, fields: Record<string, string>): Promise<string> {
  const value = productForm.parse({ title: "Massage ball, 6 cm", price: "9", onSale: "on", ...fields });
  expect((await saveProduct(app, OWNER, { id: null, version: 0, value })).kind).toBe("saved");
  const products = await listProducts(app.db.kysely, { sellerId: "1" });
  return products.find(({ title }) => title === value.title)?.id ?? "";
}

const NOTHING: Taking = { lines: [], tipPence: 0, extras: [], discount: null, seenPence: 4800 };

function take(app: TestApp, taking: Partial<Taking>, of = "visit-0") {
  return takePayment(app, OWNER, { appointmentId: of, key: newId(), taking: { ...NOTHING, ...taking } });
}

const spending = (voucherId: string, pence: number | null = null) => ({ voucherId, pence, seenLeft: null });

async function sellVoucher(app: TestApp, pence: number, clientId: string | null = null) {
  const sale: Sale = { products: [], voucherPence: pence, lines: [{ method: "card", pence }], seenPence: pence };
  const outcome = await sell(app, OWNER, { sellerId: "1", clientId, key: newId(), sale });
  if (outcome.kind !== "sold") throw new Error(JSON.stringify(outcome));
  const { id } = await app.db.kysely
    .selectFrom("vouchers")
    .select("id")
    .where("taking_id", "=", outcome.takingId)
    .executeTakeFirstOrThrow();
  return { ...outcome, id, code: outcome.codes[0]?.code ?? "" };
}

async function sellCourse(app: TestApp, productId: string, clientId = "ana") {
  const lines = [{ method: "cash" as const, pence: 21_001 }];
  const sale: Sale = { products: [{ productId, quantity: 1 }], voucherPence: 0, lines, seenPence: 21_001 };
  const outcome = await sell(app, OWNER, { sellerId: "1", clientId, key: newId(), sale });
  if (outcome.kind !== "sold") throw new Error(JSON.stringify(outcome));
  return (await listVouchers(app.db.kysely, { clientId }))[0]?.id ?? "";
}

const COURSE = { kind: "course", title: "Course of 5, 45 min", price: "210.01", sessions: "5", serviceId: DEEP };

test("a product is sold at its price, its stock falls, and comes back when the payment is taken back", async () => {
  const app = await practice();
  const productId = await addProduct(app, { stock: "3" });
  const stock = async () => (await listProducts(app.db.kysely, { sellerId: "1" }))[0]?.stock;
  const products = [{ productId, quantity: 2 }];
  const taken = await take(app, { products, lines: [{ method: "card", pence: 6600 }] });
  expect([taken.kind, await stock()]).toEqual(["taken", 1]);
  expect(await take(app, { products, seenPence: 4800 }, "visit-1")).toMatchObject({
    kind: "conflict",
    message: "1 is left of Massage ball, 6 cm in stock.",
  });
  await takeBack(app, OWNER, { takingId: taken.kind === "taken" ? taken.takingId : "", key: newId(), reason: "" });
  expect([await stock(), (await getBillOf(app.db.kysely, "visit-0"))?.owedPence]).toEqual([3, 4800]);
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("a voucher is spent in parts by its code, never below zero, and two desks at once are told apart", async () => {
  const app = await practice();
  const { code, id, codes } = await sellVoucher(app, 5000);
  expect(codes).toEqual([{ title: "Voucher for £50.00", code, expiresOn: "2029-05-04" }]);
  expect(JSON.stringify(await app.db.kysely.selectFrom("voucher_codes").selectAll().execute())).not.toContain(
    code.replaceAll("-", ""),
  );
  expect(await findByCode(app, OWNER, { typed: code.toLowerCase() })).toMatchObject({ kind: "found", voucher: { id } });
  const at45 = (of: string) => take(app, { spend: spending(id, 4500) }, of);
  const outcomes = await Promise.all([at45("visit-0"), at45("visit-1")]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["conflict", "taken"]);
  expect(outcomes.find(({ kind }) => kind === "conflict")).toMatchObject({
    message: "Someone has just used £45.00 of it. Now £5 left.",
  });
  expect((await take(app, { spend: spending(id) }, "visit-2")).kind).toBe("taken");
  expect((await getBillOf(app.db.kysely, "visit-2"))?.owedPence).toBe(4300);
  expect((await getVoucher(app.db.kysely, id))?.leftPence).toBe(0);
  expect(await take(app, { spend: spending(id) }, "visit-3")).toMatchObject({ kind: "conflict" });
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

/** What the row of an appointment says of its money. */
async function wordsOf(app: TestApp, id: string): Promise<string | null | undefined> {
  const row = { id, pricePence: 4800, status: "Confirmed", therapistId: "demo-imogen-hartley" };
  return (await moneyOf(app, OWNER, [row]))?.[id]?.paid;
}

test("a course pays for one appointment each of its service, and a voucher and a card share a bill", async () => {
  const app = await practice();
  const course = await sellCourse(app, await addProduct(app, COURSE));
  expect((await take(app, { spend: spending(course) })).kind).toBe("taken");
  expect(await getVoucher(app.db.kysely, course)).toMatchObject({ leftSessions: 4, leftPence: 16_801 });
  expect(await wordsOf(app, "visit-0")).toBe("£48.00 with a course");
  expect(await take(app, { spend: spending(course), seenPence: 0 })).toMatchObject({ kind: "invalid" });
  const { id } = await sellVoucher(app, 2000);
  const split = { spend: spending(id), lines: [{ method: "card" as const, pence: 2800 }] };
  const more = { ...split, lines: [{ method: "card" as const, pence: 2900 }] };
  expect(await take(app, more, "visit-1")).toEqual({
    kind: "invalid",
    errors: { amount: "Only £28.00 is left to pay." },
  });
  const taken = await take(app, split, "visit-1");
  expect([taken.kind, (await getBillOf(app.db.kysely, "visit-1"))?.owedPence]).toEqual(["taken", 0]);
  expect(await wordsOf(app, "visit-1")).toBe("£28.00 by card and £20.00 by voucher");
  await takeBack(app, OWNER, { takingId: taken.kind === "taken" ? taken.takingId : "", key: newId(), reason: "" });
  expect((await getVoucher(app.db.kysely, id))?.leftPence).toBe(2000);
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("a voucher pays only with its seller, until its last day, and its rest is given back as it was paid", async () => {
  const app = await practice();
  const db = app.db.kysely;
  const { id, takingId } = await sellVoucher(app, 5000, "ana");
  expect(await take(app, { spend: spending(id) }, "visit-15")).toMatchObject({
    errors: { voucher: "Another seller sold this voucher. It pays only for their treatments." },
  });
  await take(app, { spend: spending(id, 1000) });
  const back = { takingId, key: newId(), reason: "Bought twice" };
  expect(await takeBack(app, OWNER, back)).toMatchObject({ kind: "conflict" });
  const payment = await db.selectFrom("payments").select("id").executeTakeFirstOrThrow();
  const giving = { paymentId: payment.id, pence: 500, reason: "No", key: newId(), owesAgain: false };
  expect(await giveBack(app, OWNER, giving)).toEqual({
    kind: "conflict",
    message: "This paid for a voucher or course. Give that back instead.",
  });
  const press = { voucherId: id, seenPence: 4000, reason: "Moved abroad", key: "one press" };
  expect((await returnVoucher(app, TOM, press)).kind).toBe("not-found");
  expect((await returnVoucher(app, OWNER, { ...press, seenPence: 5000 })).kind).toBe("conflict");
  expect((await returnVoucher(app, OWNER, press)).kind).toBe("undone");
  expect((await returnVoucher(app, OWNER, press)).kind).toBe("undone");
  expect(
    (await db.selectFrom("payments").select("pence").orderBy("pence").execute()).map(({ pence }) => pence),
  ).toEqual([-4000, 5000]);
  const other = await sellVoucher(app, 3000);
  app.clock.set(TUESDAY_NINE + 732 * 86_400_000);
  expect(await take(app, { spend: spending(other.id) }, "visit-2")).toMatchObject({
    errors: { voucher: "This voucher has expired." },
  });
  expect([await expireVouchers(app), await expireVouchers(app)]).toEqual([1, 0]);
  expect((await getVoucher(db, other.id))?.leftPence).toBe(0);
  expect((await verifyLedger(db)).fault).toBeNull();
});

test("a new code ends the old one", async () => {
  const app = await practice();
  const { id, code } = await sellVoucher(app, 5000);
  const renewed = await renewCode(app, OWNER, id);
  const fresh = renewed.kind === "changed" ? renewed.code : "";
  expect((await findByCode(app, OWNER, { typed: code })).kind).toBe("invalid");
  expect((await findByCode(app, OWNER, { typed: fresh })).kind).toBe("found");
  expect((await renewCode(app, TOM, id)).kind).toBe("not-found");
});

test("the VAT of a voucher is frozen at its sale: with one rate due then, with an exempt service when it pays", async () => {
  const app = await practice();
  const db = app.db.kysely;
  await db.updateTable("sellers").set({ vat_number: "GB 123 4567 89", vat_rate: 2000 }).where("id", "=", "1").execute();
  const single = await sellVoucher(app, 4800);
  await db.updateTable("services").set({ vat: "exempt" }).where("id", "=", "demo-injury-rehabilitation").execute();
  const multi = await sellVoucher(app, 4800);
  const vats = async () => {
    const rows = await db.selectFrom("bill_items").select(["item", "vat_pence"]).execute();
    return rows.map(({ item, vat_pence }) => `${item} ${vat_pence}`).sort();
  };
  expect(await vats()).toEqual(["voucher 0", "voucher 800"]);
  await take(app, { spend: spending(single.id) });
  await take(app, { spend: spending(multi.id) }, "visit-1");
  expect(await vats()).toEqual(["service 800", "service 800", "spent -800", "spent 0", "voucher 0", "voucher 800"]);
  const note = { kind: "single" as const, note: "Our accountant says so" };
  const sale: Sale = { products: [], voucherPence: 1200, lines: [{ method: "card", pence: 1200 }], seenPence: 1200 };
  const selling = { sellerId: "1", clientId: null, key: newId(), sale: { ...sale, vat: note } };
  expect((await sell(app, OWNER, selling)).kind).toBe("sold");
  const last = await db.selectFrom("vouchers").select(["vat_kind", "note"]).where("face_pence", "=", 1200).execute();
  expect(last).toEqual([{ vat_kind: "single", note: note.note }]);
  expect((await verifyLedger(db)).fault).toBeNull();
});

test("a merged client's course follows, an erased one's words go, and the ledger still agrees", async () => {
  const app = await practice();
  const db = app.db.kysely;
  const course = await sellCourse(app, await addProduct(app, COURSE));
  await returnVoucher(app, OWNER, { voucherId: course, seenPence: 21_001, reason: "Ana is ill", key: newId() });
  expect((await merge(app, OWNER, { id: "bo", otherId: "ana", personalData })).kind).toBe("merged");
  expect((await listVouchers(db, { clientId: "bo" })).map(({ id }) => id)).toEqual([course]);
  app.clock.set(TUESDAY_NINE + 90 * 86_400_000);
  expect(await erase(app, OWNER, { id: "bo", personalData })).toEqual({ kind: "erased" });
  expect(JSON.stringify(await db.selectFrom("voucher_moves").selectAll().execute())).not.toMatch(/Ana/);
  expect((await verifyLedger(db)).fault).toBeNull();
});

test("a course is used by whoever its client shares it with, until they stop, and by nobody else", async () => {
  const app = await practice();
  const db = app.db.kysely;
  const course = await sellCourse(app, await addProduct(app, COURSE));
  const { id: userId } = await personIn(app);
  await db
    .insertInto("client_keys")
    .values([
      { kind: "account", value: userId, client_id: "ana" },
      { kind: "email", value: "bo@example.com", client_id: "bo" },
    ])
    .onConflict((conflict) => conflict.columns(["kind", "value"]).doUpdateSet({ client_id: "ana" }))
    .execute();
  const ana: Actor = { kind: "client", userId };
  const at = { today: "2027-05-04", sellerId: "1", serviceId: DEEP };
  const offered = async () =>
    (await listSpendable(db, { clientId: "bo", ...at })).map((one) => `${voucherName(one)}, ${leftInWords(one)}`);
  const sharing = { voucherId: course, email: "Bo@Example.com" };
  expect(await take(app, { spend: spending(course) }, "visit-1")).toMatchObject({ kind: "invalid" });
  expect(await offered()).toEqual([]);
  expect((await shareCourse(app, { kind: "client", userId: "someone" }, sharing)).kind).toBe("not-found");
  expect((await shareCourse(app, TOM, sharing)).kind).toBe("not-found");
  expect([await shareCourse(app, ana, sharing), await shareCourse(app, OWNER, sharing)]).toEqual([
    { kind: "saved" },
    { kind: "saved" },
  ]);
  expect(await offered()).toEqual([expect.stringMatching(/’s course, Course of 5, 45 min, 5 of 5 left$/)]);
  expect((await listOwnCourses(db, userId)).map(({ sharedWith }) => sharedWith)).toEqual([["bo@example.com"]]);
  const both = await Promise.all([
    take(app, { spend: spending(course) }, "visit-0"),
    take(app, { spend: spending(course) }, "visit-1"),
  ]);
  expect(both.map(({ kind }) => kind)).toEqual(["taken", "taken"]);
  expect((await getVoucher(db, course))?.leftSessions).toBe(3);
  const bo = { voucherId: course, email: "bo@example.com" };
  expect((await unshareCourse(app, { kind: "client", userId: "someone" }, bo)).kind).toBe("not-found");
  expect((await unshareCourse(app, ana, bo)).kind).toBe("saved");
  expect(await offered()).toEqual([]);
  expect(await take(app, { spend: spending(course) }, "visit-3")).toMatchObject({ kind: "invalid" });
  for (const name of ["a", "b", "c", "d", "e"])
    expect((await shareCourse(app, ana, { voucherId: course, email: `${name}@example.com` })).kind).toBe("saved");
  expect((await shareCourse(app, ana, sharing)).kind).toBe("conflict");
  await unshareCourse(app, ana, { voucherId: course, email: "a@example.com" });
  await shareCourse(app, ana, sharing);
  app.clock.set(TUESDAY_NINE + 90 * 86_400_000);
  expect(await erase(app, OWNER, { id: "bo", personalData })).toEqual({ kind: "erased" });
  expect(JSON.stringify(await db.selectFrom("voucher_shares").selectAll().execute())).not.toContain("bo@");
  expect((await verifyLedger(db)).fault).toBeNull();
  expect((await getVoucher(db, course))?.leftSessions).toBe(3);
  expect(await erase(app, OWNER, { id: "ana", personalData })).toEqual({ kind: "erased" });
  expect(await db.selectFrom("voucher_shares").selectAll().execute()).toEqual([]);
  expect((await verifyLedger(db)).fault).toBeNull();
});

test("a receipt says what a course paid, for a health cash plan as well, and a sale has one of its own", async () => {
  const app = await practice();
  const course = await sellCourse(app, await addProduct(app, COURSE));
  await take(app, { spend: spending(course) });
  const issued = await issueReceipt(app, OWNER, { appointmentId: "visit-0" });
  const stored = await getPaper(app, OWNER, issued.kind === "saved" ? issued.id : "");
  expect(stored?.paper.payments.map(({ words }) => words)).toEqual(["Paid £48.00 with Course of 5, 45 min"]);
  expect([stored?.paper.left, stored?.planPaper.total]).toEqual([null, ["Paid", "£48.00"]]);
  const day = localDateOf(app.clock.now(), "Europe/London");
  const made = await makeStatements(app, OWNER, { clientId: "ana", from: day, to: day });
  const statement = await getPaper(app, OWNER, made.kind === "saved" ? (made.ids[0] ?? "") : "");
  expect(statement?.planPaper.total).toEqual(["Paid", "£48.00"]);
  expect([statement?.paper.total, statement?.paper.left]).toEqual([["Total", "£210.01"], null]);
  const { id: userId } = await personIn(app);
  await app.db.kysely.updateTable("appointments").set({ user_id: userId }).where("id", "=", "visit-0").execute();
  const paid = await listPaidBy(app.db.kysely, { userId, zone: "Europe/London" });
  expect(paid.map(({ amount }) => amount)).toEqual(["£48.00"]);
  const press = { appointmentId: "visit-0" };
  expect((await issueReceipt(app, { kind: "client", userId }, press)).kind).toBe("saved");
  const { saleId } = await sellVoucher(app, 5000);
  const sold = await issueReceipt(app, OWNER, { billId: saleId });
  const sale = await getPaper(app, OWNER, sold.kind === "saved" ? sold.id : "");
  expect([sale?.saleId, sale?.paper.rows.map(({ text }) => text), sale?.paper.total]).toEqual([
    saleId,
    ["Voucher for £50.00"],
    ["Total", "£50.00"],
  ]);
  expect((await issueReceipt(app, TOM, { billId: saleId })).kind).toBe("not-found");
  expect((await verifyLedger(app.db.kysely)).fault).toBeNull();
});

test("the price of a product that has changed since it was shown is asked again, and nothing is taken", async () => {
  const app = await practice();
  const productId = await addProduct(app, { stock: "3" });
  const products = [{ productId, quantity: 1 }];
  const lines = [{ method: "card" as const, pence: 5600 }];
  expect(await take(app, { products, productsPence: 800, lines })).toMatchObject({
    kind: "conflict",
    message: "The price of an item has changed to £9.00.",
  });
  expect(await app.db.kysely.selectFrom("payments").select("id").execute()).toEqual([]);
});

type Act =
  | { do: "voucher"; pence: number; client: number }
  | { do: "course"; client: number }
  | { do: "spend"; of: number; voucher: number; pence: number; part: boolean; card: boolean }
  | { do: "back"; of: number }
  | { do: "return"; voucher: number }
  | { do: "months"; count: number };

const pick = fc.nat(999);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("voucher" as const),
      pence: fc.integer({ min: 1, max: 9000 }),
      client: fc.nat(1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("course" as const), client: fc.nat(1) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...{ do: fc.constant("spend" as const), of: pick, voucher: pick },
      ...{ pence: fc.integer({ min: 1, max: 5000 }), part: fc.boolean(), card: fc.boolean() },
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("back" as const), of: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("return" as const), voucher: pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("months" as const), count: fc.constantFrom(0, 0, 0, 13) }) },
);

async function perform(app: TestApp, one: Act, productId: string): Promise<string> {
  const db = app.db.kysely;
  if (one.do === "voucher") return (await sellVoucher(app, one.pence, CLIENTS[one.client] ?? null)).kind;
  if (one.do === "course") return (await sellCourse(app, productId, CLIENTS[one.client])) ? "course" : "nothing";
  if (one.do === "months") {
    app.clock.set(app.clock.now() + one.count * 30 * 86_400_000);
    return (await expireVouchers(app)) > 0 ? "expired" : "nothing";
  }
  if (one.do === "back") {
    const takings = await db.selectFrom("bill_items").select("taking_id").distinct().orderBy("taking_id").execute();
    const takingId = takings[one.of % Math.max(1, takings.length)]?.taking_id ?? "";
    return (await takeBack(app, OWNER, { takingId, key: newId(), reason: "Wrong client" })).kind;
  }
  const vouchers = await listVouchers(db, { sellerIds: ["1"] });
  const voucher = vouchers[one.voucher % Math.max(1, vouchers.length)];
  if (!voucher) return "nothing";
  if (one.do === "return") {
    const press = { voucherId: voucher.id, seenPence: voucher.leftPence, reason: "Moved abroad", key: newId() };
    return (await returnVoucher(app, OWNER, press)).kind;
  }
  const of = `visit-${one.of % (VISITS - 1)}`;
  const seenPence = (await getBillOf(db, of))?.owedPence ?? 4800;
  const pence = one.part && voucher.kind === "money" ? one.pence : null;
  const covered = voucher.kind === "course" ? seenPence : Math.min(seenPence, voucher.leftPence, pence ?? seenPence);
  const rest = seenPence - covered;
  const lines = one.card && rest > 0 ? [{ method: "card" as const, pence: rest }] : [];
  return (await take(app, { spend: spending(voucher.id, pence), lines, seenPence }, of)).kind;
}

/** Of each month: both ends of what is owed tie with what changed, and with each voucher. */
async function expectTied(app: TestApp): Promise<void> {
  const db = app.db.kysely;
  const total = (rows: readonly Liability[]) => totalOf(rows);
  let before: number | null = null;
  for (const month of ["2027-04", "2027-05", "2027-06", "2028-05", "2029-05", "2030-01", "2099-12"]) {
    const rows = await listLiabilities(db, { sellerIds: ["1"], month });
    const all = total(rows);
    const { openingPence, soldPence, spentPence, returnedPence, expiredPence, closingPence } = all;
    expect(closingPence).toBe(openingPence + soldPence - spentPence - returnedPence - expiredPence);
    if (month === "2027-05" || month === "2027-06") expect(openingPence).toBe(before);
    before = closingPence;
    const each = await Array.fromAsync(listVoucherLiabilities(db, { sellerId: "1", month }));
    expect(total(each)).toEqual(all);
    for (const kind of ["money", "course"] as const) {
      const own = each.filter((one) => one.kind === kind);
      expect(total(own)).toEqual(total(rows.filter((one) => one.kind === kind)));
    }
  }
  const left = (await listVouchers(db, { sellerIds: ["1"] })).reduce((all, { leftPence }) => all + leftPence, 0);
  const now = await listLiabilities(db, { sellerIds: ["1"], month: "2099-12" });
  expect([now.reduce((all, { nowPence }) => all + nowPence, 0), total(now).closingPence]).toEqual([left, left]);
}

test("what is owed at the end of a month ties with its sales and moves, and its file names no client", async () => {
  const app = await practice();
  const course = await sellCourse(app, await addProduct(app, COURSE));
  const { id } = await sellVoucher(app, 5000, "ana");
  await take(app, { spend: spending(course) });
  app.clock.set(TUESDAY_NINE + 40 * 86_400_000);
  await take(app, { spend: spending(id, 2000) }, "visit-1");
  await returnVoucher(app, OWNER, { voucherId: id, seenPence: 3000, reason: "Ana moved", key: newId() });
  const months = async (month: string) =>
    (await listLiabilities(app.db.kysely, { sellerIds: ["1", "demo-tom-ellery"], month })).map((row) => [
      ...[row.kind, row.openingPence, row.soldPence, row.spentPence],
      ...[row.returnedPence, row.expiredPence, row.closingPence],
    ]);
  expect(await months("2027-05")).toEqual([
    ["money", 0, 5000, 0, 0, 0, 5000],
    ["course", 0, 21_001, 4200, 0, 0, 16_801],
  ]);
  expect(await months("2027-06")).toEqual([
    ["money", 5000, 0, 2000, 3000, 0, 0],
    ["course", 16_801, 0, 0, 0, 0, 16_801],
  ]);
  const period = { sellerId: "1", month: "2027-06" };
  const lines = (await Array.fromAsync(exportLiabilities(app, OWNER, period))).join("").split("\r\n");
  expect(lines.filter((line) => line.includes("Course of 5"))).toEqual([
    '"Limber Yard Therapies Ltd","Course","Course of 5, 45 min","","2027-05-04","2029-05-04",168.01,0,0,0,0,168.01,4',
  ]);
  expect(lines.join("\n")).not.toMatch(/Ana/i);
  await expect(Array.fromAsync(exportLiabilities(app, TOM, period))).rejects.toThrow();
  await expectTied(app);
});

test("after any actions of two desks, what is held, spent, returned and expired of each voucher is what was sold, to the penny", async () => {
  const tally = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(act, act), { minLength: 100, maxLength: 100 }), async (done) => {
      const app = await practice();
      const db = app.db.kysely;
      const productId = await addProduct(app, COURSE);
      for (const both of done) {
        const kinds = await Promise.all(both.map((one) => perform(app, one, productId)));
        for (const kind of kinds) tally.set(kind, (tally.get(kind) ?? 0) + 1);
      }
      expect((await verifyLedger(db)).fault).toBeNull();
      const moves = await db.selectFrom("voucher_moves").selectAll().execute();
      const total = (rows: readonly { pence: number }[]) => rows.reduce((all, { pence }) => all + pence, 0);
      for (const voucher of await listVouchers(db, { sellerIds: ["1"] })) {
        const own = moves.filter(({ voucher_id }) => voucher_id === voucher.id);
        const of = (move: string) => total(own.filter((one) => one.move === move));
        const parts = [voucher.leftPence, of("spent"), of("returned"), of("expired")];
        expect([parts.every((part) => part >= 0), parts.reduce((all, part) => all + part, 0)]).toEqual([
          true,
          voucher.facePence,
        ]);
      }
      await expectTied(app);
      // Every penny that came was for something, or is owed nowhere: no voucher makes money.
      const items = await db.selectFrom("bill_items").selectAll().execute();
      const paid = await db.selectFrom("allocations").selectAll().execute();
      expect(total(await db.selectFrom("payments").selectAll().execute())).toBe(total(paid));
      for (const { id } of await db.selectFrom("bills").select("id").execute()) {
        const owed =
          total(items.filter(({ bill_id }) => bill_id === id)) - total(paid.filter(({ bill_id }) => bill_id === id));
        expect(owed).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
  for (const kind of ["taken", "sold", "course", "undone", "invalid", "conflict", "expired"]) {
    expect.soft(tally.get(kind), kind).toBeGreaterThan(1);
  }
}, 240_000);
