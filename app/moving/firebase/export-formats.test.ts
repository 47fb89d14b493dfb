import { expect, test } from "vitest";
import { readAppointment, whenOf } from "#app/moving/firebase/exported-appointment.ts";
import { instantIn, plainRecord } from "#app/moving/firebase/firestore-value.ts";
import { readExportedUser, readProfile } from "#app/moving/firebase/import-users.server.ts";
import { readHashConfig } from "#app/moving/firebase/run-import.server.ts";
import { exportedAppointment, exportedUser } from "#tests/support/firebase/exports.ts";
import { CONSOLE_PARAMETERS, VECTORS } from "#tests/support/firebase/vectors.ts";

const [{ key }] = VECTORS;

test("the hash parameters are read from the console’s text and from the project’s configuration", () => {
  const json = { ...key, algorithm: "SCRYPT", saltSeparator: key.separator, memoryCost: key.memCost };
  for (const text of [CONSOLE_PARAMETERS, JSON.stringify({ signIn: { hashConfig: json } }), JSON.stringify(json)]) {
    expect(readHashConfig(text)).toEqual({ kind: "read", key });
  }
});

test.each([
  ["rounds: 8", "rounds: 9", /rounds are over 8/],
  ["mem_cost: 14", "mem_cost: 15", /mem_cost is over 14/],
  ["SCRYPT", "BCRYPT", /another algorithm/],
  ["base64_signer_key", "key", /no base64_signer_key/],
  ["rounds: 8,", "", /no rounds|rounds/],
])("parameters with %s as %s are refused", (was, is, words) => {
  expect(readHashConfig(CONSOLE_PARAMETERS.replace(was, is))).toMatchObject({
    kind: "refused",
    message: expect.stringMatching(words),
  });
});

test.each([
  { __datatype__: "timestamp", value: { _seconds: 1767323045, _nanoseconds: 678000000 } },
  { _seconds: 1767323045, _nanoseconds: 678000000 },
  { seconds: 1767323045, nanoseconds: 678000000 },
  { type: "firestore/timestamp/1.0", seconds: 1767323045, nanoseconds: 678000000 },
  "2026-01-02T03:04:05.678Z",
  "1767323045678",
])("the timestamp %j is read", (createdAt) => {
  expect(instantIn(plainRecord({ createdAt }, { rest: false }).createdAt)).toBe(1767323045678);
});

test("the REST interface’s typed values are read", () => {
  const fields = {
    createdAt: { timestampValue: "2026-01-02T03:04:05.678Z" },
    role: { stringValue: "admin" },
    username: { stringValue: " Ann\u0007 Lee " },
    tries: { integerValue: "3" },
  };
  const record = plainRecord(fields, { rest: true });
  expect(readProfile(record)).toEqual({ name: "Ann Lee", wasAdmin: true, createdAt: 1767323045678 });
  expect(record.tries).toBe(3);
});

test("an account is read with its password’s cell; a hidden, a foreign and no hash give none", () => {
  const read = (changes: object) => readExportedUser(exportedUser({ ...changes }), "k1");
  expect(read({ email: "USER1@Test.com" })).toMatchObject({ kind: "user", user: { email: "user1@test.com" } });
  expect(read({})).toMatchObject({ user: { cell: expect.stringMatching(/^\$fbscrypt\$k=k1\$42xEC/) } });
  for (const passwordHash of [undefined, "UkVEQUNURUQ=", "$2b$10$x"]) {
    expect(read({ passwordHash }), passwordHash).toMatchObject({ user: { cell: "$fbscrypt$none" } });
  }
  expect(read({ passwordHash: "UkVEQUNURUQ=" })).toMatchObject({ user: { isRedacted: true } });
  expect(read({ customAttributes: '{"role":"admin"}' })).toMatchObject({ user: { wasAdmin: true } });
  for (const email of [undefined, "", "nobody", "a@b c"])
    expect(read({ email }), email).toMatchObject({ kind: "refused" });
});

const zone = "Europe/London";
const at = (date: unknown, time: unknown) =>
  whenOf(plainRecord(exportedAppointment({ date, time }), { rest: false }), zone);

test.each([
  ["24/06/2027", "10:00:00"],
  ["6/24/2027", "10:00:00 AM"],
  ["6/24/2027", "10:00:00\u202fAM"],
  ["24.6.2027", "10:00"],
  ["2027-06-24", "10:00"],
  ["24 June 2027", "10 am"],
])("%s at %s can only be one time", (date, time) => {
  expect(at(date, time)).toEqual({ kind: "at", start: Date.UTC(2027, 5, 24, 9) });
});

test("a date that may be two days is never guessed, and one of equal numbers is one day", () => {
  expect(at("03/04/2026", "10:00:00")).toEqual({
    kind: "review",
    problem: "two-dates",
    days: ["2026-04-03", "2026-03-04"],
    minute: 600,
  });
  expect(at("04/04/2026", "10:00:00")).toMatchObject({ kind: "at" });
});

test.each([
  ["Invalid Date", "Invalid Date"],
  ["24/06/2027", ""],
  ["31/02/2027", "10:00"],
  ["0001-06-24", "10:00"],
  ["9999-06-24", "10:00"],
  ["1950-06-24", "10:00"],
  ["9999-06-24T10:00:00Z", "10:00"],
  [{ _seconds: 253_402_300_799, _nanoseconds: 0 }, "10:00"],
  [1e300, "10:00"],
  [null, null],
  // The clocks go forward then.
  ["28/03/2027", "01:30:00"],
  // It happens twice then.
  ["31/10/2027", "01:30:00"],
])("%s at %s waits for a person", (date, time) => {
  expect(at(date, time)).toMatchObject({ kind: "review", problem: "no-date" });
});

test("what the old site wrote for nothing is nothing, and what can’t be read is left as it stood", () => {
  const read = (changes: Record<string, unknown>) =>
    readAppointment(plainRecord(exportedAppointment(changes), { rest: false }));
  const nothing = { name: "Unknown", phone: "No Phone", email: "No Email", status: "", createdAt: "x" };
  expect(read(nothing)).toEqual({
    ...{ name: null, phone: null, email: null, status: "Pending" },
    ...{ uid: null, createdAt: null, left: null },
  });
  expect(read({ phone: "ask Bob", email: "ann at home" })).toMatchObject({ phone: null, left: "ask Bob, ann at home" });
  expect(read({ status: "confirmed", userId: "u1" })).toMatchObject({ status: "confirmed", uid: "u1" });
  expect(read({ name: "Ann\u202e\0 O\ud800", createdAt: -1e300 })).toMatchObject({
    name: "Ann O\ufffd",
    createdAt: null,
  });
});
