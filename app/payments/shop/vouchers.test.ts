import fc from "fast-check";
import { expect, test } from "vitest";
import { codeFrom, codeInWords, coverOf, expiryOf, type Voucher, vatKindOf } from "#app/payments/shop/vouchers.ts";

const COURSE: Voucher = {
  ...{ id: "v", sellerId: "1", clientId: "ana", kind: "course", title: "Course of 5", facePence: 26_000 },
  ...{ sessions: 5, serviceId: null, vatKind: "none", vatRate: null, expiresOn: "2029-05-04", ending: null },
  ...{ leftPence: 26_000, leftSessions: 5 },
};

test("a course's sessions add up to what it was sold for, to the penny", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 20 }), (facePence, sessions) => {
      let left: Voucher = { ...COURSE, facePence, sessions, leftPence: facePence, leftSessions: sessions };
      for (let nth = 0; nth < sessions; nth++) {
        const { pence } = coverOf(left, { toPay: 6000, servicePence: 6000, rate: null, most: null });
        expect(pence).toBeGreaterThanOrEqual(0);
        left = { ...left, leftPence: left.leftPence - pence, leftSessions: left.leftSessions - 1 };
      }
      expect(left.leftPence).toBe(0);
    }),
  );
});

test("VAT is due once: at the sale where all that a voucher could buy has one rate, or else when it pays", () => {
  expect(vatKindOf(2000, [2000, 2000])).toEqual({ kind: "single", rate: 2000 });
  expect(vatKindOf(2000, [2000, null])).toEqual({ kind: "multi", rate: null });
  expect(vatKindOf(null, [null, 0])).toEqual({ kind: "none", rate: null });
  const money: Voucher = {
    ...COURSE,
    kind: "money",
    sessions: null,
    leftSessions: 0,
    facePence: 5000,
    leftPence: 5000,
  };
  const at = { toPay: 4800, servicePence: 4800, rate: 2000, most: null };
  expect(coverOf({ ...money, vatKind: "single", vatRate: 2000 }, at)).toMatchObject({
    coveredPence: 4800,
    vatPence: -800,
  });
  expect(coverOf({ ...money, vatKind: "multi" }, at)).toMatchObject({ coveredPence: 4800, vatPence: 0 });
  // £60 of treatment for a session sold at £52: what is due is the VAT within £52.
  const course = { ...at, toPay: 6000, servicePence: 6000 };
  expect(coverOf({ ...COURSE, vatKind: "multi" }, course)).toMatchObject({ pence: 5200, vatPence: 867 - 1000 });
  expect(coverOf({ ...COURSE, vatKind: "single", vatRate: 2000 }, course)).toMatchObject({ vatPence: -1000 });
});

test("a code is read as people type it, and a last day is in the month it should be", () => {
  expect(codeFrom(" 7kqm-2f9d x4tb ")).toBe("7KQM2F9DX4TB");
  expect(codeFrom("7kqm2f9dx4to")).toBe("7KQM2F9DX4T0");
  expect([codeFrom("7kqm"), codeFrom("")]).toEqual([null, null]);
  expect(codeInWords("7KQM2F9DX4TB")).toBe("7KQM-2F9D-X4TB");
  expect([expiryOf("2027-05-04", 24), expiryOf("2028-02-29", 12), expiryOf("2027-08-31", 18)]).toEqual([
    "2029-05-04",
    "2029-02-28",
    "2029-02-28",
  ]);
});
