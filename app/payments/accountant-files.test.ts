import { expect, test } from "vitest";
import { FILES, headerOf, lineOf, referenceOf, taxQuarterOf } from "#app/payments/accountant-files.ts";

const PAYMENT = {
  ...{ id: "0f3b9c1e-7a2d-4c55-9d10-aa00bb11cc22", day: "2026-11-24" },
  ...{ method: "card", pence: 5300, tipPence: 500 },
};

test("each system gets its own columns, date and header", () => {
  const lines = Object.fromEntries(FILES.map((file) => [file, headerOf(file) + lineOf(file, PAYMENT)]));
  expect(lines).toEqual({
    ledger:
      'Date,Reference,Category,Method,Amount,Tip within\r\n"2026-11-24","APDLJMBOHKCNEMFF","Turnover","Card",53,5\r\n',
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
