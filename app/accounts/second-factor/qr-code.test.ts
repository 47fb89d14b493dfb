import { expect, test } from "vitest";
import { qrCode } from "#app/accounts/second-factor/uqr.gateway.server.ts";

const URI =
  "otpauth://totp/Limber%20Yard:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Limber%20Yard";
const EYE = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];

const drawn = (modules: boolean[][]) => modules.map((row) => row.map((isDark) => (isDark ? "1" : "0")).join(""));
const cut = (rows: string[], x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));

test("a code is square, with a margin of four and an eye in three corners", () => {
  const rows = drawn(qrCode(URI));
  const far = rows.length - 4 - 7;
  expect(new Set(rows.map((row) => row.length))).toEqual(new Set([rows.length]));
  expect([cut(rows, 4, 4), cut(rows, far, 4), cut(rows, 4, far)]).toEqual([EYE, EYE, EYE]);
  expect([...rows.slice(0, 4), ...rows.slice(-4)].join("")).not.toContain("1");
});

test("another key is another code", () => {
  expect(drawn(qrCode(URI))).not.toEqual(drawn(qrCode(URI.replace("JBSWY", "JBSWX"))));
});
