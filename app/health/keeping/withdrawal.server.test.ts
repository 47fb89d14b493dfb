import { expect, test } from "vitest";
import { addAlert, alertsFor } from "#app/health/alerts.server.ts";
import { formStates, openForm, sendForm, viewForm } from "#app/health/form/forms.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { verifyRecords } from "#app/health/note-chain.server.ts";
import { amendNote, listClientNotes, noteStates, openNote, saveNote } from "#app/health/notes.server.ts";
import { readOwnRecord } from "#app/health/own-record.server.ts";
import { renderers } from "#app/mails.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { keptFor } from "#app/settings/health.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { makePast } from "#tests/support/clients.ts";
import { answered, treated } from "#tests/support/health.ts";

const ADA = { kind: "client", userId: "ada" } as const;

test("who withdraws hides and freezes their record for everyone at the practice at once, and still reads it", async () => {
  const { app, appointment, clientId, managed, therapist, which } = await treated();
  expect(await formStates(app, [clientId])).toEqual({ [clientId]: "call" });
  expect(await withdrawConsent(app, { kind: "client", userId: "someone-else" })).toEqual({ kind: "not-found" });
  await addAlert(app, therapist, { clientId, words: "ZEBRA-ALERT", agreed: true });
  const withdrawal = { at: app.clock.now(), keptUntil: "2037-05-05" };
  expect(await withdrawConsent(app, ADA)).toEqual({ kind: "withdrawn", withdrawal });
  expect(await withdrawConsent(app, ADA)).toEqual({ kind: "withdrawn", withdrawal });

  expect(await formStates(app, [clientId])).toEqual({ [clientId]: "withdrawn" });
  expect(await openForm(app, therapist, clientId)).toMatchObject({ kind: "opened", form: null, withdrawal });
  expect(await listClientNotes(app, therapist, clientId)).toMatchObject({ kind: "found", notes: [], withdrawal });
  expect(await alertsFor(app, therapist, [clientId])).toEqual({});
  expect(await addAlert(app, therapist, { clientId, words: "Again", agreed: true })).toMatchObject({ kind: "invalid" });
  expect(await openNote(app, therapist, which)).toEqual({ kind: "not-found" });
  expect(await noteStates(app, therapist, [appointment])).toEqual({});
  const given = { ...EMPTY_NOTE, says: "Later" };
  const refused = {
    kind: "invalid",
    message: "This client has withdrawn their consent. Nothing more is written down.",
  };
  for (const noteId of [which.noteId, "0193a0c0-0000-7000-8000-000000000001"])
    expect(await saveNote(app, therapist, { clientId, noteId, version: 1, given, signs: false })).toEqual(refused);
  expect(await amendNote(app, therapist, { ...which, reason: "Late", words: "Late" })).toEqual({ kind: "not-found" });
  expect(await verifyRecords(app.db.kysely)).toEqual({ notes: 1, faults: [] });
  expect(await viewForm(app, await managed())).toMatchObject({ last: null, withdrawnAt: withdrawal.at });

  const own = await readOwnRecord(app, "ada");
  expect(own).toMatchObject({ kind: "opened", record: { withdrawal, forms: [{}], notes: [{}] } });
  const mails = await app.db.kysely.selectFrom("outbox").select(["kind", "data"]).execute();
  const mail = mails.filter(({ kind }) => kind === "consent-withdrawn-practice");
  expect(mail).toHaveLength(1);
  const said = await renderers["consent-withdrawn-practice"](app, JSON.parse(mail[0]?.data ?? ""));
  expect(said?.subject).toBe("A client has changed what they agreed to");
  expect(JSON.stringify(said)).not.toMatch(/zebra|health/i);
  const audit = await app.db.kysely.selectFrom("audit").select(["actor", "detail"]).where("subject_id", "=", clientId);
  expect(await audit.where("action", "=", "client.consent-withdrawn").execute()).toHaveLength(1);
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
});

test("a new form begins a new record: what was withdrawn stays hidden from the practice", async () => {
  const { app, clientId, managed, therapist, which } = await treated();
  await withdrawConsent(app, ADA);
  app.clock.set(app.clock.now() + 1000);
  expect(await sendForm(app, await managed(), answered({ help: "Again" }))).toMatchObject({ kind: "sent" });
  expect(await formStates(app, [clientId])).toEqual({ [clientId]: "done" });
  expect(await openForm(app, therapist, clientId)).toMatchObject({ form: { answers: { words: { help: "Again" } } } });
  expect(await openNote(app, therapist, which)).toEqual({ kind: "not-found" });
  expect(await listClientNotes(app, therapist, clientId)).toMatchObject({ notes: [], withdrawal: null });
  const noteId = "0193a0c0-0000-7000-8000-000000000001";
  const given = { ...EMPTY_NOTE, says: "New" };
  expect(await saveNote(app, therapist, { clientId, noteId, version: 0, given, signs: true })).toMatchObject({
    kind: "saved",
  });
  expect(await verifyRecords(app.db.kysely)).toEqual({ notes: 2, faults: [] });
  const own = await readOwnRecord(app, "ada");
  expect(own).toMatchObject({
    record: { withdrawal: null, forms: [{}, { answers: { words: { help: "ZEBRA-HELP" } } }] },
  });
});

test("a child's withdrawn record is kept as long as the youngest one's, also once they are erased", async () => {
  const { app, appointment, clientId, managed } = await treated();
  const child = { adult: "no", guardian: "Mary", relation: "mother" };
  app.clock.set(app.clock.now() + 1000);
  await sendForm(app, await managed(), answered(child));
  const { health } = (await readSettings(app.db.kysely, app.log)).settings;
  const years = 2027 + keptFor(health).minorUntil;
  expect(await withdrawConsent(app, ADA)).toMatchObject({ withdrawal: { keptUntil: `${years}-05-05` } });
  await makePast(app, appointment.id);
  const keptUntil = `${years}-05-05`;
  expect(await erase(app, await adminActor(app), { id: clientId, personalData })).toEqual({
    kind: "erased",
    keptUntil,
  });
  expect(await app.db.kysely.selectFrom("health_withdrawals").select("kept_until").execute()).toEqual([
    { kept_until: keptUntil },
  ]);
});

test("a record is kept from the last appointment on, also from one that is ahead", async () => {
  const { app } = await treated();
  await booked(app, { start: at("14:00", "2027-05-12") });
  expect(await withdrawConsent(app, ADA)).toMatchObject({ withdrawal: { keptUntil: "2037-05-12" } });
});
