import { expect, test } from "vitest";
import { lookAtImport } from "#app/import/look-at-import.server.ts";
import { refusedCsv } from "#app/import/refused-csv.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { imported, started, uploaded, worked } from "#tests/support/imports/imported.ts";
import { CLINIKO_APPOINTMENTS, FRESHA, FRESHA_APPOINTMENTS } from "#tests/support/imports/sheets.ts";
import { waitingKinds } from "#tests/support/practice.ts";
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
  expect(look.counts).toEqual({ added: 2, known: 0, refused: 3 });
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
  expect(look.rows).toMatchObject([{ kind: "appointment", twin: { name: "Ada Smith" } }]);
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
    `11/5/2027,10:30,Deep Tissue Massage,Imogen Hartley,${ADA}`,
  ];
  expect(await reasonsOf(app, HEAD + rows.join("\n"))).toEqual([
    "That time is taken",
    "Enter a time of whole five minutes, like 10:35",
    "Deep Tissue Massage does not come in that length. Choose one from the list",
    "The therapist “Zed” is left out",
  ]);
  expect(await appointmentsIn(app)).toHaveLength(2);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("a name that several clients have is refused, and one that nobody has makes one client", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const clients = "Name,Email\nKim Lee,one@example.com\nKim Lee,two@example.com\n";
  await imported(app, admin, { kind: "clients", text: clients });
  const rows = ["11/5/2027,10:00,Deep Tissue Massage,,Kim Lee", "11/5/2027,12:00,Deep Tissue Massage,,New Face"];
  const again = "12/5/2027,12:00,Deep Tissue Massage,,New Face";
  expect(await reasonsOf(app, `Date,Time,Service,Therapist,Name\n${[...rows, again].join("\n")}`)).toEqual([
    "Several clients are called Kim Lee: add an e-mail address or a phone number",
  ]);
  const named = await app.db.kysely.selectFrom("clients").select("id").where("name", "=", "New Face").execute();
  expect((await appointmentsIn(app)).map(({ client_id }) => client_id)).toEqual([named[0]?.id, named[0]?.id]);
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
