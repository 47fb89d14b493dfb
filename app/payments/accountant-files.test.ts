import { expect, test } from "vitest";
import {
  FILES,
  headerOf,
  lineOf,
  MOST_IN_FILE,
  referenceOf,
  SALES_HEADER,
  salesLinesOf,
  taxQuarterOf,
  taxYearOf,
} from "#app/payments/accountant-files.ts";
import { METHODS } from "#app/payments/money.ts";

const PAYMENT = {
  ...{ id: "0f3b9c1e-7a2d-4c55-9d10-aa00bb11cc22", day: "2026-11-24" },
  ...{ method: "card", pence: 5300, tipPence: 500, seller: "O’Neil, “Bob” Ltd" },
};

test("each system gets its own columns, date and header", () => {
  const lines = Object.fromEntries(FILES.map((file) => [file, headerOf(file) + lineOf(file, PAYMENT)]));
  expect(lines).toEqual({
    ledger:
      'Date,Reference,Category,Method,Amount,Tip within,Turnover,Seller\r\n"2026-11-24","APDLJMBOHKCNEMFF","Turnover","Card",53,5,48,"O’Neil, “Bob” Ltd"\r\n',
    freeagent: "24/11/2026,53.00,Card payment APDLJMBOHKCNEMFF\r\n",
    xero: "*Date,*Amount,Payee,Description,Reference\r\n24/11/2026,53.00,,Card payment APDLJMBOHKCNEMFF,APDLJMBOHKCNEMFF\r\n",
    quickbooks: "Date,Description,Amount\r\n24/11/2026,Card payment APDLJMBOHKCNEMFF,53.00\r\n",
  });
});

test("FreeAgent's file has no quote and no comma within a field, and QuickBooks' description no digit", () => {
  for (const method of ["card", "cash", "bank", "voucher"]) {
    const back = { ...PAYMENT, method, pence: -5300 };
    expect(lineOf("freeagent", back)).toMatch(/^\d\d\/\d\d\/\d{4},-53\.00,[A-Za-z ]+\r\n$/);
    expect(lineOf("quickbooks", back)).toMatch(/^\d\d\/\d\d\/\d{4},[^\d,"]+,-53\.00\r\n$/);
  }
});

test("a payment has the same reference in every file, and another payment another", () => {
  expect(referenceOf(PAYMENT.id)).toBe(referenceOf(PAYMENT.id));
  expect(referenceOf(PAYMENT.id)).not.toBe(referenceOf("1f3b9c1e-7a2d-4c55-9d10-aa00bb11cc22"));
});

test("a tax quarter begins on 6 April, July, October or January", () => {
  expect(["2026-04-05", "2026-04-06", "2026-11-24", "2027-01-05", "2027-01-06"].map(taxQuarterOf)).toEqual([
    { from: "2026-01-06", to: "2026-04-06" },
    { from: "2026-04-06", to: "2026-07-06" },
    { from: "2026-10-06", to: "2027-01-06" },
    { from: "2026-10-06", to: "2027-01-06" },
    { from: "2027-01-06", to: "2027-04-06" },
  ]);
});

test("the four updates of a tax year end on 5 July, October, January and April", () => {
  const year = [
    { from: "2026-04-06", to: "2026-07-05" },
    { from: "2026-07-06", to: "2026-10-05" },
    { from: "2026-10-06", to: "2027-01-05" },
    { from: "2027-01-06", to: "2027-04-05" },
  ];
  for (const day of ["2026-04-06", "2026-11-24", "2026-12-31", "2027-01-01", "2027-04-05"]) {
    expect([day, taxYearOf(day)]).toEqual([day, year]);
  }
  expect(taxYearOf("2026-04-05")[3]).toEqual({ from: "2026-01-06", to: "2026-04-05" });
});

test("Xero's sales file has its 27 columns, one line an item, and the rate as Xero calls it", () => {
  const invoice = { billId: "0f3b9c1e-7a2d", takingId: "9c1e0f3b-7a2d", day: "2026-11-24" };
  const lines = [
    { text: "Deep Tissue Massage, 45 min", pence: 4800, vatRate: 2000 },
    { text: 'Ball, 6 cm, "hard"', pence: -900, vatRate: null },
    { text: "=1+1", pence: 100, vatRate: 0 },
    { text: "Nothing", pence: 0, vatRate: 500 },
  ];
  expect(SALES_HEADER).toBe(
    "*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,POCity,PORegion,POPostalCode," +
      "POCountry,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,InventoryItemCode,*Description,*Quantity,*UnitAmount," +
      "Discount,*AccountCode,*TaxType,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2,Currency,BrandingTheme\r\n",
  );
  const begin = "Clients at the desk,,,,,,,,,,APDLJMBOJMBOAPDL,,24/11/2026,24/11/2026,,";
  expect(salesLinesOf({ ...invoice, isRegistered: true, lines })).toBe(
    `${begin}"Deep Tissue Massage, 45 min",1,48.00,,200,20% (VAT on Income),,,,,GBP,\r\n` +
      `${begin}"Ball, 6 cm, ""hard""",1,-9.00,,200,Exempt Income,,,,,GBP,\r\n` +
      `${begin}'=1+1,1,1.00,,200,Zero Rated Income,,,,,GBP,\r\n`,
  );
  const [, ball] = lines;
  expect(salesLinesOf({ ...invoice, isRegistered: false, lines: ball ? [ball] : [] })).toContain(",200,No VAT,");
});

test("the longest QuickBooks file is within 350 kB", () => {
  const longest = METHODS.map((method) => lineOf("quickbooks", { ...PAYMENT, method, pence: -1_000_000 }).length);
  const bytes = headerOf("quickbooks").length + MOST_IN_FILE.quickbooks * Math.max(...longest);
  expect(bytes).toBeLessThan(350_000);
});
