import { expect, test } from "vitest";
import {
  type ReceiptFacts,
  receiptPaper,
  type StatementFacts,
  statementPaper,
} from "#app/payments/receipts-and-statements.ts";

const TREATED = {
  ...{
    day: "2026-11-24",
    by: "Imogen Hartley",
    role: "Sports massage therapist",
    service: "Deep Tissue Massage, 45 min",
  },
  ...{ qualification: "BTEC Level 5", register: "CNHC", registerNumber: "012345" },
};
const SELLER = {
  name: "Limber Yard Therapies Ltd",
  address: "1 Larch Gate\nAshenholme",
  vatNumber: "",
  bankDetails: "01-02-03 4",
};

const RECEIPT: ReceiptFacts = {
  ...{ number: "LY-2026-0412", day: "2026-11-25", seller: SELLER, treated: TREATED, appointmentId: "a", vat: null },
  items: [{ text: "Deep Tissue Massage, 45 min", pence: 4800 }],
  payments: [{ day: "2026-11-24", words: "£48.00 by card" }],
  ...{ totalPence: 4800, paidPence: 4800 },
};

test("a receipt says who, what and how it was paid, and without a VAT number nothing about VAT", () => {
  const paper = receiptPaper(RECEIPT, "Martin Évans");
  expect(paper).toMatchObject({
    title: "Receipt LY-2026-0412",
    seller: { name: "Limber Yard Therapies Ltd", lines: ["1 Larch Gate", "Ashenholme"] },
    total: ["Total", "£48.00"],
    payments: [{ words: "Paid £48.00 by card", day: "Tuesday 24 November 2026" }],
    left: null,
  });
  expect(paper.facts).toContainEqual(["Client", "Martin Évans"]);
  expect(JSON.stringify(paper)).not.toMatch(/VAT|Tax point|Register/);
});

test("for a health cash plan: client, date, treatment, therapist, qualification, register, number and what was paid", () => {
  const { facts, notes, total } = receiptPaper(RECEIPT, "Martin Évans\n1 High Street", { forPlan: true });
  expect(facts).toEqual([
    ["Receipt", "LY-2026-0412"],
    ["Client", "Martin Évans"],
    ["Treated", "Tuesday 24 November 2026"],
    ["Treatment", "Deep Tissue Massage, 45 min"],
    ["Given by", "Imogen Hartley"],
    ["Qualification", "BTEC Level 5"],
    ["Register", "CNHC, number 012345"],
    ["Date", "Wednesday 25 November 2026"],
  ]);
  expect([total, notes]).toEqual([["Paid", "£48.00"], ["Each health cash plan decides which registers it accepts."]]);
});

test("up to £250 an invoice is simplified; above, it has the address and the VAT of each rate", () => {
  const seller = { ...SELLER, vatNumber: "GB 123 4567 89" };
  const of = (pence: number) => {
    const vat = [{ rate: 2000, grossPence: pence, vatPence: pence / 6 }];
    return receiptPaper(
      { ...RECEIPT, type: "invoice", seller, totalPence: pence, paidPence: 0, vat },
      "Ana\n1 High Street",
    );
  };
  const simple = of(24_000);
  expect(simple.vat).toEqual(["£240.00 at 20 % VAT, of it £40.00 VAT"]);
  expect(simple.facts).toContainEqual(["Client", "Ana"]);
  expect(simple.facts).toContainEqual(["Tax point", "Tuesday 24 November 2026"]);
  expect(simple.seller.lines).toContain("Bank transfer: 01-02-03 4");
  const full = of(30_000);
  expect(full.title).toBe("VAT invoice LY-2026-0412");
  expect(full.facts).toContainEqual(["Client", "Ana\n1 High Street"]);
  expect(full.vat).toEqual(["£250.00 without VAT, £50.00 VAT at 20 %, £300.00 in total"]);
});

test("a credit note says which invoice it is for, and asks for nothing", () => {
  const paper = receiptPaper(
    {
      ...RECEIPT,
      ...{
        type: "credit-note",
        about: "LY-2026-0411",
        totalPence: -1000,
        items: [{ text: "Given back", pence: -1000 }],
      },
      vat: [{ rate: 2000, grossPence: -1000, vatPence: -167 }],
    },
    null,
  );
  expect(paper).toMatchObject({
    title: "Credit note LY-2026-0412",
    total: ["Credited", "−£10.00"],
    left: null,
    payments: [],
  });
  expect(paper.facts).toContainEqual(["For invoice", "LY-2026-0411"]);
});

test("a statement for a plan has only treatments that were paid, each with who gave it", () => {
  const row = { treated: TREATED, day: "2026-11-24", text: "Deep Tissue Massage, 45 min", number: "LY-2026-0412" };
  const facts: StatementFacts = {
    ...{ day: "2026-12-01", from: "2026-11-01", to: "2026-11-30", name: "Ana", seller: SELLER, owedPence: 4800 },
    rows: [
      { ...row, pence: 4800, paidPence: 4800 },
      { ...row, pence: 4800, paidPence: 0, number: null },
      { ...row, treated: null, text: "Massage ball", pence: 900, paidPence: 900 },
    ],
    payments: [{ day: "2026-11-24", words: "Paid £57.00 by card" }],
  };
  const plan = statementPaper(facts, { forPlan: true });
  expect(plan.rows).toEqual([
    {
      text: "Tuesday 24 November 2026: Deep Tissue Massage, 45 min",
      detail: "Imogen Hartley, BTEC Level 5, CNHC, number 012345",
      amount: "£48.00",
    },
  ]);
  expect(plan.total).toEqual(["Paid", "£48.00"]);
  const whole = statementPaper(facts);
  expect(whole).toMatchObject({ total: ["Total", "£105.00"], left: ["Left to pay", "£48.00"] });
  expect(whole.rows.map(({ detail }) => detail)).toEqual(["Receipt LY-2026-0412", "", "Receipt LY-2026-0412"]);
});
