import { expect, test } from "vitest";
import { ALERT_CONSENT } from "#app/clients/client.ts";
import { addAlert } from "#app/health/alerts.server.ts";
import { openForm } from "#app/health/form/forms.server.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { amendNote, saveNote } from "#app/health/notes.server.ts";
import { hasOwnRecord, ownRecordFile, readOwnRecord } from "#app/health/own-record.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { treated } from "#tests/support/health.ts";

const _ADA = { kind: "client", userId: "ada" } as const;

async function showsNotes(app: Awaited<ReturnType<typeof treated>>["app"]) {
  const { health } = (await readSettings(app.db.kysely, app.log)).settings;
  const value = { ...health, showsNotes: true };
  await app.db.kysely.transaction().execute((tx) => writeSetting(tx, { key: "health", value, now: app.clock.now() }));
}

test("a client reads their answers, advice once it is locked, and who opened what; notes where the practice shows them", async () => {
  const { app, clientId, therapist, which, sign } = await treated();
  const read = async (userId = "ada") => {
    const own = await readOwnRecord(app, userId);
    return own.kind === "opened" ? own.record : own.kind;
  };
  expect(await read()).toMatchObject({
    notes: [],
    forms: [{ version: 1, answers: { words: { help: "ZEBRA-HELP" } } }],
  });
  await addAlert(app, therapist, { clientId, words: "ZEBRA-ALERT", agreed: true });
  expect(await read()).toMatchObject({ alerts: [{ words: "ZEBRA-ALERT", agreedTo: ALERT_CONSENT }] });
  await sign();
  await amendNote(app, therapist, { ...which, reason: "ZEBRA-REASON", words: "ZEBRA-ADDED" });
  await openForm(app, therapist, clientId);
  const advice = await read();
  expect(advice).toMatchObject({
    forms: [{ agreedTo: expect.stringContaining("I agree to") }],
    notes: [{ note: { advice: "ZEBRA-ADVICE", exercises: ["calf-stretch"], says: "" }, amendments: [] }],
    openings: [{ what: "form" }],
    withdrawal: null,
  });
  expect(JSON.stringify(advice)).not.toMatch(/ZEBRA-(SAYS|REASON|ADDED)/);
  await showsNotes(app);
  const whole = await read();
  const file = JSON.stringify(typeof whole === "string" ? whole : ownRecordFile(whole));
  for (const word of ["ALERT", "HELP", "SAYS", "ADVICE", "REASON", "ADDED"]) expect(file).toContain(`ZEBRA-${word}`);
  expect(file).toContain("Calf stretch");
  expect(await read("someone-else")).toBe("not-found");
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  await switchHealth(app, await adminActor(app), false);
  expect(await hasOwnRecord(app, "ada")).toBe(false);
  expect(await read()).toBe("not-found");
});

test("pain, activities and the body are the client's own words: they read them without the rest of the note", async () => {
  const { app, therapist, which } = await treated();
  const marks = [{ region: "neck", kind: "pain" as const, level: 6 }];
  const abilities = [{ what: "Sit for an hour", level: 3 }];
  const worked = { region: "neck", kind: "worked" as const, level: null };
  const given = { ...EMPTY_NOTE, says: "ZEBRA-SAYS", pain: 6, abilities, marks: [...marks, worked] };
  await saveNote(app, therapist, { ...which, version: 1, given, signs: true });
  const own = await readOwnRecord(app, "ada");
  const record = own.kind === "opened" ? own.record : null;
  // Where hands worked is the therapist's word.
  expect(record?.notes).toMatchObject([{ note: { pain: 6, abilities, marks, says: "" } }]);
  expect(record && JSON.stringify(ownRecordFile(record))).toContain("Sit for an hour 3 of 10");
});
