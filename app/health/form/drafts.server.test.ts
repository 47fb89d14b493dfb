import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { destroyLateDrafts, readDraft, saveAnswer } from "#app/health/form/drafts.server.ts";
import { DEFAULT_FORM } from "#app/health/form/form.ts";
import { confirmUnchanged, sendForm } from "#app/health/form/forms.server.ts";
import { applyForm, removeQuestion } from "#app/health/form/versions.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { answered, switchedOn } from "#tests/support/health.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

/** Every question of the heading's page, answered with no. */
function pageOf(group: string): Record<string, string> {
  const questions = DEFAULT_FORM.questions.filter((one) => one.group === group && one.type === "yes-no");
  return Object.fromEntries(questions.map(({ id }) => [id, "no"]));
}
const NOW = pageOf("Right now");
const { clot: _, ...NOW_WITHOUT_CLOT } = NOW;
const HEALTH = pageOf("Your health");

async function begun() {
  const app = await switchedOn(await demoApp());
  const appointment = await booked(app);
  const managedBy = async (one: typeof appointment) => {
    const found = await getManaged(app, manageSecretOf(app, one));
    if (!found) throw new Error("The link opens nothing");
    return found;
  };
  const answer = async (
    fields: Record<string, string>,
    more: Partial<Parameters<typeof saveAnswer>[2]> = {},
  ): ReturnType<typeof saveAnswer> => {
    const step = Object.keys(fields)[0] ?? "";
    const own = { secret: null, step, version: 1, isBack: false, fields, ...more };
    return saveAnswer(app, await managedBy(appointment), own);
  };
  const begin = async (fields: Record<string, string>) => {
    const saved = await answer(fields);
    if (saved.kind !== "saved") throw new Error(`Not saved: ${saved.kind}`);
    return saved.secret;
  };
  const drafts = () => app.db.kysely.selectFrom("health_drafts").selectAll().execute();
  return { app, appointment, managedBy, answer, begin, drafts };
}

test("a draft goes on in the browser that began it, and is sealed for everyone else", async () => {
  const { app, appointment, managedBy, answer, begin, drafts } = await begun();
  const managed = await managedBy(appointment);
  const secret = await begin({ help: "ZEBRA-CANARY" });
  expect(await answer(NOW, { secret })).toEqual({ kind: "saved", at: 1, secret });
  expect(await readDraft(app, managed, secret)).toEqual({
    ...{ version: 1, fields: { help: "ZEBRA-CANARY", ...NOW, now: "" } },
  });
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  expect(JSON.stringify(await drafts())).not.toContain(secret);
  // No key of a client, so nobody of the practice could open it.
  expect(await app.db.kysely.selectFrom("record_keys").selectAll().execute()).toEqual([]);
  for (const other of [null, "x".repeat(43)]) expect(await readDraft(app, managed, other)).toBeNull();
  const later = await managedBy(await booked(app, { start: at("15:00") }));
  expect(await readDraft(app, later, secret)).toBeNull();
  await app.db.kysely.updateTable("health_drafts").set({ sealed: "v1.x.y.z" }).execute();
  expect(await readDraft(app, managed, secret)).toBeNull();
});

test("a page is checked before it is kept, and the way back keeps what fits", async () => {
  const { app, appointment, managedBy, answer, drafts } = await begun();
  expect(await answer({ ...NOW, fever: "maybe" })).toEqual({
    kind: "invalid",
    errors: { fever: "Answer yes or no: Do you have a fever or an infection?" },
  });
  expect(await answer(NOW, { version: 2 })).toEqual({ kind: "conflict" });
  expect(await answer({ nothing: "no" })).toEqual({ kind: "conflict" });
  expect(await drafts()).toEqual([]);
  const saved = await answer({ ...HEALTH, thinners: "yes" }, { isBack: true });
  expect(saved).toMatchObject({ kind: "saved", at: 0 });
  const secret = saved.kind === "saved" ? saved.secret : null;
  expect(await answer({ ...HEALTH, thinners: "" }, { isBack: true, secret })).toMatchObject({ kind: "saved", at: 0 });
  expect(await readDraft(app, await managedBy(appointment), secret)).toMatchObject({ fields: { thinners: "yes" } });
  // Half of a page is answered, and nothing of it is lost.
  await answer({ ...HEALTH, heart: "", epilepsy: "yes" }, { isBack: true, secret, step: "thinners" });
  const { fields } = (await readDraft(app, await managedBy(appointment), secret)) ?? {};
  expect([fields?.epilepsy, fields?.heart]).toEqual(["yes", "no"]);
});

test("drafts are destroyed once the form is sent, or still holds", async () => {
  const { app, appointment, managedBy, begin, drafts } = await begun();
  await begin(NOW);
  await begin(NOW);
  expect(await drafts()).toHaveLength(2);
  await sendForm(app, await managedBy(appointment), answered());
  expect(await drafts()).toEqual([]);
  await begin(NOW);
  expect(await confirmUnchanged(app, await managedBy(appointment))).toEqual({ kind: "confirmed" });
  expect(await drafts()).toEqual([]);
});

test("drafts go by the clock, with a cancelled appointment, with their client, and past five", async () => {
  const { app, appointment, begin, drafts } = await begun();
  for (let nth = 0; nth < 7; nth++) {
    app.clock.set(app.clock.now() + 1000);
    await begin(NOW);
  }
  expect(await drafts()).toHaveLength(5);
  expect(await destroyLateDrafts(app)).toBe(0);
  app.clock.set(appointment.start);
  expect(await destroyLateDrafts(app)).toBe(5);

  const second = await begun();
  await second.begin(NOW);
  await cancel(second.app, practice, { appointmentId: second.appointment.id, reason: null });
  expect(await destroyLateDrafts(second.app)).toBe(1);

  const third = await begun();
  const clientId = await clientOf(third.app, third.appointment.id);
  await third.begin(NOW);
  await makePast(third.app, third.appointment.id);
  await erase(third.app, await adminActor(third.app), { id: clientId, personalData });
  expect(await third.drafts()).toEqual([]);
});

test("a draft goes over to changed questions with what reads as before", async () => {
  const { app, appointment, managedBy, answer, begin } = await begun();
  const secret = await begin(NOW);
  await answer({ help: "Calf" }, { secret });
  const owner = await adminActor(app);
  await removeQuestion(app, owner, { id: "clot", revision: 0 });
  await applyForm(app, owner, { revision: 1, signedBy: "Ada Admin" });
  expect(await readDraft(app, await managedBy(appointment), secret)).toEqual({
    ...{ version: 2, fields: { ...NOW_WITHOUT_CLOT, now: "", help: "Calf" } },
  });
});
