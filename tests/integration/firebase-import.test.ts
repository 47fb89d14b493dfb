import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { linkGuestBookings } from "#app/appointments/clients/client-account.server.ts";
import { reportInWords } from "#app/moving/firebase/import-report.ts";
import { moveIn, tryMoveIn } from "#app/moving/firebase/run-import.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { viewFirebase } from "#app/routes/admin/import/firebase-view.server.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { exportedAppointment, exportedUser, exportOf, movedIn } from "#tests/support/firebase/exports.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp } from "#tests/support/test-app.ts";

const START = Date.UTC(2027, 5, 24, 9);

const USERS = [
  exportedUser({ localId: "u1", email: "ann@example.com", emailVerified: true, createdAt: "1508893925000" }),
  exportedUser({ localId: "u2", email: "ben@example.com", emailVerified: false, displayName: undefined }),
  exportedUser({ localId: "u3", email: "BEN@example.com" }),
  exportedUser({ localId: "u4", email: undefined }),
  exportedUser({ localId: "u5", email: "cy@example.com", disabled: true, passwordHash: "UkVEQUNURUQ=" }),
];

const DOCUMENTS = {
  users: {
    u1: { email: "ann@example.com", username: "Ann of Old", role: "admin" },
    u9: { email: "gone@example.com", username: "Gone", role: "user" },
  },
  appointments: {
    a1: exportedAppointment(),
    a2: exportedAppointment({ time: "10:00", status: "confirmed" }),
    a3: exportedAppointment({ date: "25/06/2027", email: "ben@example.com", name: "Ben" }),
    a4: exportedAppointment({
      date: "26/06/2027",
      email: "No Email",
      phone: "No Phone",
      userId: "u2",
      name: "Unknown",
    }),
    a5: exportedAppointment({ date: "03/04/2026" }),
    a6: exportedAppointment({ date: "Invalid Date", time: "Invalid Date" }),
    a7: exportedAppointment({ date: "27/06/2027", status: "Cancelled" }),
    a8: exportedAppointment({ date: "28/06/2026", status: "Waiting" }),
    a9: exportedAppointment({ date: "29/06/2027", time: "10:02" }),
  },
};

async function usersIn(app: AppContext) {
  return app.db.kysely
    .selectFrom("users")
    .select(["email", "name", "role", "emailVerified"])
    .where("email", "like", "%@example.com")
    .orderBy("email")
    .execute();
}

async function appointmentsIn(app: AppContext) {
  return app.db.kysely
    .selectFrom("appointments")
    .leftJoin("users", "users.id", "appointments.user_id")
    .select(["starts_at", "appointments.email", "status", "price_pence", "users.email as owner", "source"])
    .where("source", "=", "import")
    .orderBy("starts_at")
    .execute();
}

test("accounts come with name, proof, age and state, and nobody with a role", async () => {
  const app = await demoApp();
  const report = await movedIn(app, USERS, DOCUMENTS);
  expect(report.users).toMatchObject({ added: 3, review: 1, skipped: 1, redacted: 1, disabled: 1 });
  expect(report.users.admins).toEqual(["ann@example.com"]);
  expect(report.strayProfiles).toBe(1);
  const users = (await usersIn(app)).map((user) => ({ ...user, emailVerified: Boolean(user.emailVerified) }));
  expect(users).toEqual([
    { email: "ann@example.com", name: "Ann of Old", role: "user", emailVerified: true },
    { email: "ben@example.com", name: "ben", role: "user", emailVerified: false },
    { email: "cy@example.com", name: "Test User 1", role: "user", emailVerified: false },
  ]);
  expect(await app.db.kysely.selectFrom("disabled_users").selectAll().execute()).toHaveLength(1);
  expect(await app.db.kysely.selectFrom("outbox").selectAll().execute()).toEqual([]);
  const words = reportInWords(report, false);
  expect(words).toContain("Users: 3 new, 0 known, 1 to review, 1 left out");
  expect(words).toContain("firebaseauth.configs.getHashConfig");
  expect(words).toContain("ordinary account");
});

test("appointments come as they stood, each to whom it names or whose address is proved", async () => {
  const app = await demoApp();
  const { appointments } = await movedIn(app, USERS, DOCUMENTS);
  expect(appointments).toMatchObject({ added: 5, review: 4 });
  const rows = await appointmentsIn(app);
  const day = (date: number, month = 5) => Date.UTC(2027, month, date, 9);
  expect(rows.map(({ starts_at, status, owner }) => [starts_at, status, owner])).toEqual([
    [Date.UTC(2026, 5, 28, 9), "Waiting", "ann@example.com"],
    [START, "Confirmed", "ann@example.com"],
    [day(25), "Confirmed", null],
    [day(26), "Confirmed", "ben@example.com"],
    [day(27), "Cancelled", "ann@example.com"],
  ]);
  expect(rows[0]?.price_pence).toBe(0);
  expect(rows[1]?.price_pence).toBeGreaterThan(0);
  const ben = await app.db.kysely
    .selectFrom("users")
    .select(["id", "email"])
    .where("email", "=", "ben@example.com")
    .executeTakeFirstOrThrow();
  expect(await linkGuestBookings(app, { ...ben, emailVerified: true })).toBe(1);
  const reasons = await app.db.kysely
    .selectFrom("firebase_records")
    .select(["source", "reason"])
    .where("outcome", "=", "review")
    .orderBy("source")
    .execute();
  expect(reasons.map(({ source, reason }) => `${source} ${reason}`)).toEqual([
    "appointments/a2 double",
    "appointments/a5 two-dates",
    "appointments/a6 no-date",
    "appointments/a9 off-grid",
    "users/u3 same-address",
  ]);
});

test("a dry run tells the same and stores nothing; a second run of the same files stores nothing new", async () => {
  const app = await demoApp();
  const files = exportOf(USERS, DOCUMENTS);
  const before = await app.db.kysely.selectFrom("users").selectAll().execute();
  const dry = await tryMoveIn(app, files);
  expect(await app.db.kysely.selectFrom("users").selectAll().execute()).toEqual(before);
  for (const table of ["firebase_records", "foreign_hash_keys"] as const) {
    expect(await app.db.kysely.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  expect((await viewFirebase(app, 1)).tried).toMatchObject({ users: 3, appointments: 5, refused: null });
  app.clock.set(app.clock.now() + 1);
  await tryMoveIn(app, { ...files, hashConfig: "not-there.txt" });
  expect((await viewFirebase(app, 1)).tried?.refused).toBe("The file with the hash parameters is not there");
  const first = await moveIn(app, files);
  expect(first).toEqual(dry);
  const rows = await appointmentsIn(app);
  const told: string[] = [];
  const again = await moveIn(app, { ...files, onProgress: (what, read) => void told.push(`${what} ${read}`) });
  expect(told).toEqual(expect.arrayContaining([`accounts ${USERS.length}`, "appointments 9"]));
  expect(again).toMatchObject({
    report: { users: { added: 0, known: 5, review: 0 }, appointments: { added: 0, known: 9, review: 0 } },
  });
  expect(await appointmentsIn(app)).toEqual(rows);
});

test("a run that is cut off goes on where it stopped", async () => {
  const app = await demoApp();
  const many = Array.from({ length: 450 }, (_, at) => exportedUser({ localId: `u${at}`, email: `u${at}@example.com` }));
  const files = exportOf(many);
  const cut = exportOf(many);
  truncateSync(cut.users, JSON.stringify(many.slice(0, 420)).length);
  expect(await moveIn(app, cut)).toMatchObject({
    kind: "refused",
    message: /users\.json is no JSON: it ends in the middle/,
  });
  expect((await usersIn(app)).length).toBe(400);
  expect(await moveIn(app, files)).toMatchObject({ report: { users: { added: 50, known: 400 } } });
});

test("an account that is here keeps its password, and gets the old one’s appointments if its address is proved", async () => {
  const app = await demoApp();
  const native = await personIn(app, { role: "user", name: "Nora" });
  const passwordOf = () =>
    app.db.kysely.selectFrom("sign_ins").select("password").where("userId", "=", native.id).execute();
  const before = await passwordOf();
  await app.db.kysely.updateTable("users").set({ emailVerified: false }).where("id", "=", native.id).execute();
  const appointments = { n1: exportedAppointment({ userId: "n", email: native.email }) };
  const report = await movedIn(app, [exportedUser({ localId: "n", email: native.email })], { appointments });
  expect(report.users).toMatchObject({ added: 0, matched: 1 });
  expect(await passwordOf()).toEqual(before);
  expect(await appointmentsIn(app)).toMatchObject([{ owner: null }]);
});

test("a time that somebody else has waits, and their booking stays as it is", async () => {
  const app = await demoApp();
  const start = Date.UTC(2027, 4, 5, 9);
  for (const [index, phone] of ["+441632960001", "+441632960002", "+441632960003"].entries()) {
    await booked(app, { start, phone, email: `other${index}@example.com` }).catch(() => null);
  }
  const taken = await app.db.kysely.selectFrom("appointments").selectAll().where("starts_at", "=", start).execute();
  expect(taken.length).toBeGreaterThan(0);
  const givers = taken.map(({ therapist_id }) => therapist_id);
  const therapist = await app.db.kysely
    .selectFrom("therapists")
    .select("slug")
    .where("id", "=", givers[0] ?? "")
    .executeTakeFirstOrThrow();
  const service = await app.db.kysely
    .selectFrom("services")
    .select("slug")
    .where("id", "=", taken[0]?.service_id ?? "")
    .executeTakeFirstOrThrow();
  const files = exportOf([], { appointments: { t1: exportedAppointment({ date: "5 May 2027" }) } });
  const outcome = await moveIn(app, { ...files, therapist: therapist.slug, service: service.slug });
  expect(outcome).toMatchObject({ report: { appointments: { added: 0, review: 1 } } });
  expect(await app.db.kysely.selectFrom("appointments").selectAll().where("starts_at", "=", start).execute()).toEqual(
    taken,
  );
});

test("what is no export is refused with the line or the reason", async () => {
  const app = await demoApp();
  const files = exportOf(USERS, DOCUMENTS);
  const refused = async (move: typeof files) => {
    const outcome = await moveIn(app, move);
    return outcome.kind === "refused" ? outcome.message : outcome;
  };
  const csv = exportOf([]);
  writeFileSync(csv.users, 'uid,email\n1,"a@b.example"\n');
  expect(await refused(csv)).toBe("users.json is no JSON: line 1 can’t be read");
  const odd = exportOf(USERS);
  writeFileSync(odd.users, '{"users": [\n{"localId": "a"},\n{"localId": oops}]}');
  expect(await refused(odd)).toBe("users.json is no JSON: line 3 can’t be read");
  expect(await refused({ ...files, users: "/nowhere/users.json" })).toBe("users.json is not there");
  const large = exportOf([]);
  truncateSync(large.users, 0);
  appendFileSync(large.users, "x");
  truncateSync(large.users, 50 * 1024 * 1024 + 1);
  expect(await refused(large)).toMatch(/larger than 50 MB/);
  const steep = exportOf([]);
  writeFileSync(
    steep.hashConfig,
    "hash_config { algorithm: SCRYPT, base64_signer_key: aa==, base64_salt_separator: Bw==, rounds: 8, mem_cost: 15 }",
  );
  expect(await refused(steep)).toMatch(/mem_cost is over 14/);
  expect(await refused({ ...files, service: "no-such" })).toMatch(/not offered/);
});

test("no sealing key is made while another key has sealed something", async () => {
  const app = await demoApp();
  await movedIn(app, []);
  const elsewhere = { ...app, config: { ...app.config, dataDir: `${app.config.dataDir}/elsewhere` } };
  expect(await moveIn(elsewhere, exportOf([]))).toMatchObject({ kind: "refused", message: /sealing key/ });
});
