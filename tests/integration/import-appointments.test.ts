import { expect, test } from "vitest";
import { linkSome } from "#app/appointments/appointments.jobs.server.ts";
import { listBlocks } from "#app/diary/get-day-drawing.server.ts";
import { chooseClient } from "#app/moving/csv/change-import.server.ts";
import type { ImportKind } from "#app/moving/csv/columns.ts";
import { forgetOldImports } from "#app/moving/csv/import.jobs.server.ts";
import { KEPT_FOR, NEW_CLIENT } from "#app/moving/csv/import-choices.ts";
import { getImport, listRefused, listUndecided } from "#app/moving/csv/imports.db.server.ts";
import { lookAtImport } from "#app/moving/csv/look-at-import.server.ts";
import { refusedCsv } from "#app/moving/csv/refused-csv.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked, tryToBook } from "#tests/support/booking-inputs.ts";
import { imported, started, uploaded, worked } from "#tests/support/imports/imported.ts";
import { CLINIKO_APPOINTMENTS, FRESHA, FRESHA_APPOINTMENTS } from "#tests/support/imports/sheets.ts";
import { practice, waitingKinds } from "#tests/support/practice.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { demoApp } from "#tests/support/test-app.ts";

const kind = "appointments" as const;
const HEAD = "Date,Time,Service,Therapist,Name,Email,Phone\n";
const ADA = "Ada Smith,ada@example.com,07700 900 101";

async function appointmentsIn(app: AppContext) {
  return app.db.kysely
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(["appointments.name", "starts_at", "minutes", "service_title", "status", "therapists.slug", "client_id"])
    .orderBy("starts_at")
    .execute();
}

async function reasonsOf(app: AppContext, text: string, chosen = {}): Promise<string[]> {
  const admin = await adminActor(app);
  const { id } = await imported(app, admin, { kind, text, ...chosen });
  const csv = (await Array.fromAsync((await refusedCsv(app, admin, id)) ?? [])).join("");
  return csv
    .split("\r\n")
    .slice(1, -1)
    .map((line) => /^"([^"]*)"/.exec(line)?.[1] ?? "");
}

test("Fresha’s appointments are booked for the clients of that name, a clash and what is past are refused", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  await imported(app, admin, { kind: "clients", text: FRESHA });
  const clients = await app.db.kysely.selectFrom("clients").select(["id", "name"]).execute();
  const [job, reasons] = [await uploaded(app, admin, { kind, text: FRESHA_APPOINTMENTS }), FRESHA_APPOINTMENTS];
  const look = await lookAtImport(app, job);
  expect(look.choices.services).toEqual({ "Deep Tissue Massage 60 min": "deep-tissue-massage", "Hot stones": "" });
  expect(look.choices.therapists).toEqual({ Tom: "tom-ellery" });
  expect(look.counts).toEqual({ added: 1, known: 0, refused: 4, unmatched: 0 });
  expect(look.refused.map(({ reason }) => reason)).toContain("That time is taken");
  expect(await reasonsOf(app, reasons)).toEqual([
    "That time is taken",
    "Its status is “Cancelled”",
    "It is not ahead: what has been is not brought over",
    "The service “Hot stones” is left out",
  ]);
  expect(await appointmentsIn(app)).toEqual([
    {
      ...{ name: "Ana O'Neil", starts_at: at("10:00", "2027-05-11"), minutes: 60, slug: "tom-ellery" },
      ...{ service_title: "Deep Tissue Massage", status: "Confirmed" },
      client_id: clients.find(({ name }) => name === "Ana O'Neil")?.id,
    },
  ]);
  expect((await app.db.kysely.selectFrom("clients").select("id").execute()).length).toBe(clients.length);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("a second import adds nothing, even when the names were mapped otherwise or the first was moved", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const text = `${HEAD}11/5/2027,10:00,Deep Tissue Massage,Tom Ellery,${ADA}\n`;
  expect(await imported(app, admin, { kind, text })).toMatchObject({ added: 1 });
  expect(await imported(app, admin, { kind, text })).toMatchObject({ added: 0, known: 1, refused: 0 });
  const therapists = { "Tom Ellery": "anyone" };
  expect(await imported(app, admin, { kind, text, therapists })).toMatchObject({ added: 0, known: 1, refused: 0 });
  expect(await appointmentsIn(app)).toHaveLength(1);
  const look = await lookAtImport(app, await uploaded(app, admin, { kind, text }));
  expect(look.rows).toMatchObject([{ kind: "appointment", duplicate: { name: "Ada Smith" } }]);
});

test("nobody is told, and a reminder goes out only if the owner ticks it", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  await imported(app, admin, { kind, text: `${HEAD}11/5/2027,10:00,Deep Tissue Massage,,${ADA}\n` });
  expect(await waitingKinds(app)).toEqual([]);
  await imported(app, admin, { kind, text: `${HEAD}12/5/2027,10:00,Deep Tissue Massage,,${ADA}\n`, reminds: true });
  expect(await waitingKinds(app)).toEqual(["appointment-reminder-client"]);
});

test("an instant is itself, and a wall time is the practice’s, on both sides of the change of clocks", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  await imported(app, admin, { kind, text: CLINIKO_APPOINTMENTS });
  await imported(app, admin, { kind, text: `${HEAD}29/10/2027,10:00,Deep Tissue Massage,Tom,${ADA}\n` });
  await imported(app, admin, { kind, text: `${HEAD}1/11/2027,10:00,Deep Tissue Massage,Tom,${ADA}\n` });
  expect((await appointmentsIn(app)).map(({ starts_at }) => starts_at)).toEqual([
    Date.UTC(2027, 9, 25, 9),
    Date.UTC(2027, 9, 29, 9),
    Date.UTC(2027, 10, 1, 10),
  ]);
});

test("a time that a visitor has taken, a length that is not offered and an unknown therapist are refused", async () => {
  const app = await demoApp();
  await booked(app, { therapist: "tom-ellery", start: at("10:00", "2027-05-11") });
  const rows = [
    `11/5/2027,10:30,Deep Tissue Massage,Tom Ellery,${ADA}`,
    `11/5/2027,10:02,Deep Tissue Massage,Imogen Hartley,${ADA}`,
    `11/5/2027,13:00,Deep Tissue Massage 25 min,Tom Ellery,${ADA}`,
    `11/5/2027,14:00,Deep Tissue Massage,Zed,${ADA}`,
    `31/10/2027,01:30,Deep Tissue Massage,Tom Ellery,${ADA}`,
    `11/5/2027,10:30,Deep Tissue Massage,Imogen Hartley,${ADA}`,
  ];
  expect(await reasonsOf(app, HEAD + rows.join("\n"))).toEqual([
    "That time is taken",
    "Enter a time of whole five minutes, like 10:35",
    "Deep Tissue Massage does not come in that length. Choose one from the list",
    "The therapist “Zed” is left out",
    "01:30 on Sun 31 Oct 2027 happens twice, because the clocks go back. " +
      "Choose which one: write 2027-10-31 00:30 UTC or 2027-10-31 01:30 UTC",
  ]);
  expect(await appointmentsIn(app)).toHaveLength(2);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

const NAMES = "Date,Time,Service,Therapist,Name\n";

async function twoKims(app: AppContext) {
  const admin = await adminActor(app);
  const clients = "Name,Email,Client since\nKim Lee,one@example.com,1/2/2020\nKim Lee,two@example.com,1/2/2021\n";
  await imported(app, admin, { kind: "clients", text: clients });
  const kims = await app.db.kysely.selectFrom("clients").select(["id", "email"]).orderBy("email").execute();
  return { admin, kims, one: kims[0]?.id ?? "", two: kims[1]?.id ?? "" };
}

test("a name that several clients have waits for a choice, with its time kept; one that nobody has makes one client", async () => {
  const app = await demoApp();
  const { admin, one, two } = await twoKims(app);
  const rows = ["11/5/2027,10:00,Deep Tissue Massage,Tom,Kim Lee", "11/5/2027,12:00,Deep Tissue Massage,Tom,New Face"];
  const again = "12/5/2027,12:00,Deep Tissue Massage,Tom,New Face";
  const job = await uploaded(app, admin, { kind, text: NAMES + [...rows, again].join("\n") });
  const look = await lookAtImport(app, job);
  expect(look.counts).toEqual({ added: 3, known: 0, refused: 0, unmatched: 1 });
  expect(look.unmatched).toMatchObject([{ number: 2, choice: "" }]);
  expect(look.unmatched[0]?.candidates.map(({ id }) => id).sort()).toEqual([one, two].sort());
  await started(app, admin, job);
  await worked(app);
  expect(await getImport(app.db.kysely, job.id)).toMatchObject({ added: 3, known: 0, refused: 0 });
  const [waiting, ...named] = await appointmentsIn(app);
  expect(waiting).toMatchObject({ name: "Kim Lee", client_id: null, status: "Confirmed" });
  const [face] = await app.db.kysely.selectFrom("clients").select("id").where("name", "=", "New Face").execute();
  expect(named.map(({ client_id }) => client_id)).toEqual([face?.id, face?.id]);

  // Nobody else can book it, and nothing gives it a record of its own meanwhile.
  const taken = await tryToBook(app, { therapist: "tom-ellery", start: at("10:00", "2027-05-11") });
  expect(taken.kind).toBe("taken");
  expect(await linkSome(app)).toBe(0);
  app.clock.set(app.clock.now() + 2 * KEPT_FOR);
  await forgetOldImports(app);
  expect(await listUndecided(app.db.kysely, { id: job.id, most: 9 })).toMatchObject([{ number: 2, name: "Kim Lee" }]);

  expect(await chooseClient(app, admin, { id: job.id, number: 2, choice: face?.id ?? "" })).toMatchObject({
    kind: "invalid",
  });
  expect(await chooseClient(app, visitor, { id: job.id, number: 2, choice: two })).toEqual({ kind: "forbidden" });
  expect(await chooseClient(app, admin, { id: job.id, number: 2, choice: two })).toEqual({ kind: "changed" });
  expect(await chooseClient(app, admin, { id: job.id, number: 2, choice: one })).toEqual({ kind: "not-found" });
  const [chosen] = await app.db.kysely.selectFrom("appointments").selectAll().orderBy("starts_at").execute();
  expect(chosen).toMatchObject({ client_id: two, email: "two@example.com" });
  await forgetOldImports(app);
  expect(await getImport(app.db.kysely, job.id)).toBeNull();
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("whose it is may be chosen before the import, or be a new client; reminders go to whom was chosen", async () => {
  const app = await demoApp();
  const { admin, one, two } = await twoKims(app);
  const days = [11, 12, 13].map((day) => `${day}/5/2027,10:00,Deep Tissue Massage,Tom,Kim Lee`);
  const text = NAMES + days.join("\n");
  const people = { "2": one, "3": NEW_CLIENT };
  const look = await lookAtImport(app, await uploaded(app, admin, { kind, text }));
  expect(look.counts.unmatched).toBe(3);
  const job = await imported(app, admin, { kind, text, people, reminds: true });
  const [first, second, third] = (await appointmentsIn(app)).map(({ client_id }) => client_id);
  expect([first, third]).toEqual([one, null]);
  expect([one, two, null]).not.toContain(second);
  expect(await waitingKinds(app)).toEqual([]);
  await chooseClient(app, admin, { id: job.id, number: 4, choice: two });
  expect(await waitingKinds(app)).toEqual(["appointment-reminder-client"]);
});

test("the preview says what the import then does, row by row", async () => {
  const app = await demoApp();
  const { admin } = await twoKims(app);
  await booked(app, { therapist: "tom-ellery", start: at("10:00", "2027-05-14") });
  const rows = [
    "11/5/2027,10:00,Deep Tissue Massage,Tom,Kim Lee",
    "11/5/2027,10:30,Deep Tissue Massage,Tom,Bo",
    "11/5/2027,10:00,Deep Tissue Massage,Tom,Kim Lee",
    "11/5/2027,11:10,Deep Tissue Massage,,Cy",
    "11/5/2027,11:10,Deep Tissue Massage,,Di",
    "11/5/2027,11:10,Deep Tissue Massage,,Ed",
    "11/5/2027,11:10,Deep Tissue Massage,,Flo",
    "11/5/2027,14:02,Deep Tissue Massage,Tom,Gus",
    "11/5/2027,15:00,Deep Tissue Massage 25 min,Tom,Hal",
    "14/5/2027,10:30,Deep Tissue Massage,Tom,Ida",
    "1/5/2020,10:30,Deep Tissue Massage,Tom,Jo",
  ];
  const job = await uploaded(app, admin, { kind, text: NAMES + rows.join("\n") });
  const look = await lookAtImport(app, job);
  await started(app, admin, job);
  await worked(app);
  const { unmatched, ...counts } = look.counts;
  expect(unmatched).toBe(1);
  expect(await getImport(app.db.kysely, job.id)).toMatchObject(counts);
  expect(counts.refused).toBeGreaterThanOrEqual(5);
  const refused = await listRefused(app.db.kysely, { id: job.id, after: 0, most: 20 });
  expect(look.refused).toEqual(refused.slice(0, look.refused.length).map(({ number, reason }) => ({ number, reason })));
});

test("imported clients are no first visit if the owner says so, and are one if not", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const isFirst = async (name: string) => {
    const { id } = await app.db.kysely
      .selectFrom("appointments")
      .select("id")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    return (await listBlocks(app.db.kysely, [id])).get(id)?.isNewClient;
  };
  await imported(app, admin, { kind, text: `${NAMES}11/5/2027,10:00,Deep Tissue Massage,Tom,Old Hand\n` });
  await imported(app, admin, {
    kind,
    text: `${NAMES}12/5/2027,10:00,Deep Tissue Massage,Tom,New Face\n`,
    existing: false,
  });
  expect([await isFirst("Old Hand"), await isFirst("New Face")]).toEqual([false, true]);
  const clients = "Name,Client since,Last visit\nSince Then,1/2/2020,\nSeen Then,,3/4/2026\nNever Seen,,\n";
  await imported(app, admin, { kind: "clients", text: clients, existing: false });
  const rows = ["Since Then", "Seen Then", "Never Seen"].map(
    (name, at) => `${13 + at}/5/2027,10:00,Deep Tissue Massage,Tom,${name}`,
  );
  await imported(app, admin, { kind, text: NAMES + rows.join("\n"), existing: false });
  expect([await isFirst("Since Then"), await isFirst("Seen Then"), await isFirst("Never Seen")]).toEqual([
    false,
    false,
    true,
  ]);
});

test("an appointment that waits for its client is something to do, which leads to its import", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const todo = async () =>
    (await getAdminCounts(app, practice)).needs.find(({ label }) => label === "Imported appointments without a client");
  await imported(app, admin, { kind: "clients", text: "Name,Email\nAda Twin,a@example.com\nAda Twin,b@example.com\n" });
  expect(await todo()).toBeUndefined();
  const job = await imported(app, admin, { kind, text: `${NAMES}11/5/2027,10:00,Deep Tissue Massage,Tom,Ada Twin\n` });
  expect(await todo()).toMatchObject({ count: 1, to: `/admin/import/${job.id}` });
  const [waiting] = await listUndecided(app.db.kysely, { id: job.id, most: 1 });
  const choice = { id: job.id, number: waiting?.number ?? 0, choice: NEW_CLIENT };
  expect((await chooseClient(app, admin, choice)).kind).not.toBe("not-found");
  expect(await todo()).toBeUndefined();
});

test("whether people are existing clients is asked only of those of whom the file gives no date", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const asked = async (sent: { kind: ImportKind; text: string }) =>
    (await lookAtImport(app, await uploaded(app, admin, sent))).undated;
  const dated = "Name,Email,Client since,Last visit\nAna,ana@example.com,1/2/2020,\nBo,bo@example.com,,3/4/2026\n";
  expect(await asked({ kind: "clients", text: dated })).toBe(0);
  expect(await asked({ kind: "clients", text: `${dated}Cy,cy@example.com,,\n` })).toBe(1);
  await imported(app, admin, { kind: "clients", text: `${dated}Cy,cy@example.com,,\n` });
  expect(await asked({ kind: "clients", text: `${dated}Cy,cy@example.com,,\n` })).toBe(0);
  const row = (name: string) => `${NAMES}11/5/2027,10:00,Deep Tissue Massage,Tom,${name}\n`;
  expect(await asked({ kind, text: row("Ana") })).toBe(0);
  expect(await asked({ kind, text: row("Someone New") })).toBe(1);
});

test("what was agreed outside the practice’s hours is booked all the same, and the audit says so", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const job = await uploaded(app, admin, { kind, text: `${HEAD}9/5/2027,20:00,Deep Tissue Massage,Tom,${ADA}\n` });
  await started(app, admin, job);
  await worked(app);
  const [line] = await app.db.kysely.selectFrom("audit").selectAll().where("action", "=", "appointment.book").execute();
  expect(line).toMatchObject({ actor: `admin:${job.actor}`, detail: expect.stringContaining("closed") });
  expect(await appointmentsIn(app)).toMatchObject([{ starts_at: at("20:00", "2027-05-09") }]);
});
