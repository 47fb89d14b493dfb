import { expect, test } from "vitest";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { DEFAULT_FORM } from "#app/health/form/form.ts";
import { openForm, sendForm } from "#app/health/form/forms.server.ts";
import type { QuestionDraft } from "#app/health/form/question.form.ts";
import {
  applyForm,
  discardDraft,
  moveFormQuestion,
  readForm,
  removeQuestion,
  saveQuestion,
  viewEditedForm,
} from "#app/health/form/versions.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { answered, switchedOn } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const SPORT: QuestionDraft = {
  ...{ type: "text", title: "Your sport", hint: "", group: "About you", flag: null, options: [], required: false },
};
const FEVER: QuestionDraft = {
  ...{ type: "yes-no", title: "Do you have a temperature?", hint: "", group: "Right now", flag: "call" },
  ...{ options: [], required: true },
};

async function edited(app: TestApp, actor: Actor) {
  const found = await viewEditedForm(app, actor);
  if (!found) throw new Error("The actor sees no settings");
  return found;
}

test("what an owner changes is used once they say so, as a version of its own", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  expect(await edited(app, owner)).toMatchObject({ draft: null, revision: 0, inUse: { version: 1, signedBy: null } });
  expect(await saveQuestion(app, owner, { id: null, revision: 0, draft: SPORT })).toEqual({ kind: "saved" });
  const { draft, revision, needsSigning } = await edited(app, owner);
  expect(draft?.at(-1)).toMatchObject(SPORT);
  expect({ revision, needsSigning }).toEqual({ revision: 1, needsSigning: false });
  expect((await readForm(app.db.kysely)).version).toBe(1);
  expect(await applyForm(app, owner, { revision: 1, signedBy: "" })).toEqual({ kind: "saved" });
  const used = await readForm(app.db.kysely);
  expect(used).toMatchObject({ version: 2, signedBy: null });
  expect(used.questions.at(-1)).toMatchObject(SPORT);
  expect(await edited(app, owner)).toMatchObject({ draft: null, revision: 2 });
});

test("a changed flag waits for a signature, and the former version goes out until then", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  expect(await applyForm(app, owner, { revision: 0, signedBy: " " })).toMatchObject({ kind: "invalid" });
  expect(await applyForm(app, owner, { revision: 0, signedBy: "Ada Admin" })).toEqual({ kind: "saved" });
  const signed = { signedBy: "Ada Admin", signedAt: app.clock.now() };
  expect(await readForm(app.db.kysely)).toEqual({ ...DEFAULT_FORM, ...signed });
  await saveQuestion(app, owner, { id: "fever", revision: 1, draft: FEVER });
  expect(await applyForm(app, owner, { revision: 2, signedBy: "" })).toEqual({
    kind: "invalid",
    errors: { signedBy: "Enter the name of who has read what each yes means" },
  });
  expect(await readForm(app.db.kysely)).toEqual({ ...DEFAULT_FORM, ...signed });
  app.clock.set(app.clock.now() + 60_000);
  expect(await applyForm(app, owner, { revision: 2, signedBy: "Imogen Hartley" })).toEqual({ kind: "saved" });
  const used = await readForm(app.db.kysely);
  expect(used).toMatchObject({ version: 2, signedBy: "Imogen Hartley", signedAt: app.clock.now() });
  expect(used.questions[0]).toEqual({ ...FEVER, id: "fever" });

  // Without a changed flag the signature stays as it is.
  await saveQuestion(app, owner, { id: null, revision: 3, draft: SPORT });
  await applyForm(app, owner, { revision: 4, signedBy: "" });
  expect(await readForm(app.db.kysely)).toMatchObject({ version: 3, signedBy: "Imogen Hartley" });
});

test("a page that is no longer true changes nothing, and a draft can be dropped", async () => {
  const app = await demoApp();
  const owner = await adminActor(app);
  const late = { kind: "conflict" };
  await saveQuestion(app, owner, { id: null, revision: 0, draft: SPORT });
  expect(await saveQuestion(app, owner, { id: null, revision: 0, draft: SPORT })).toMatchObject(late);
  expect(await moveFormQuestion(app, owner, { id: "fever", by: 1, revision: 0 })).toMatchObject(late);
  expect(await removeQuestion(app, owner, { id: "fever", revision: 0 })).toMatchObject(late);
  expect(await applyForm(app, owner, { revision: 0, signedBy: "Ada" })).toMatchObject(late);
  expect(await moveFormQuestion(app, owner, { id: "fever", by: 1, revision: 1 })).toEqual({ kind: "saved" });
  expect((await edited(app, owner)).draft?.[1]?.id).toBe("fever");
  expect(await discardDraft(app, owner, 2)).toEqual({ kind: "saved" });
  expect(await edited(app, owner)).toMatchObject({ draft: null, revision: 3 });
  // Changed and changed back: nothing waits.
  await moveFormQuestion(app, owner, { id: "fever", by: 1, revision: 3 });
  await moveFormQuestion(app, owner, { id: "fever", by: -1, revision: 4 });
  expect(await edited(app, owner)).toMatchObject({ draft: null, revision: 5 });
  expect(await removeQuestion(app, owner, { id: "nothing", revision: 5 })).toEqual({ kind: "not-found" });
  const both = await Promise.all(
    ["fever", "clot"].map((id) => removeQuestion(app, owner, { id, revision: 5 }).then(({ kind }) => kind)),
  );
  expect(both.sort()).toEqual(["conflict", "saved"]);
});

test("nobody but an owner changes the questions", async () => {
  const app = await demoApp();
  const { id: userId } = await staffIn(app, { roles: ["therapist", "reception"] });
  const staff: Actor = { kind: "staff", userId, roles: ["therapist", "reception"], therapistId: null, choices: [] };
  for (const actor of [staff, { kind: "visitor" } as const]) {
    expect(await viewEditedForm(app, actor)).toBeNull();
    expect(await saveQuestion(app, actor, { id: null, revision: 0, draft: SPORT })).toEqual({ kind: "forbidden" });
    expect(await applyForm(app, actor, { revision: 0, signedBy: "Ada" })).toEqual({ kind: "forbidden" });
  }
});

test("an answer is shown with the wording that it was given to, and a form of another version is refused", async () => {
  const app = await switchedOn(await demoApp());
  const owner = await adminActor(app);
  const appointment = await booked(app);
  const managed = await getManaged(app, manageSecretOf(app, appointment));
  if (!managed) throw new Error("The link opens nothing");
  await sendForm(app, managed, answered({ fever: "yes" }));
  await saveQuestion(app, owner, { id: "fever", revision: 0, draft: { ...FEVER, flag: "check" } });
  await applyForm(app, owner, { revision: 1, signedBy: "Ada Admin" });
  const { id } = await staffIn(app, { roles: ["therapist"], therapistId: appointment.therapistId });
  const treating: Actor = {
    ...{ kind: "staff", userId: id, roles: ["therapist"], therapistId: appointment.therapistId, choices: [] },
  };
  const clientId = await clientOf(app, appointment.id);
  const opened = async () => {
    const found = await openForm(app, treating, clientId);
    return found.kind === "opened" ? found.form : null;
  };
  expect(await opened()).toMatchObject({ version: 1, flags: { call: ["fever"], check: [] } });
  expect((await opened())?.questions[0]?.title).toBe("Do you have a fever or an infection?");

  expect(await sendForm(app, managed, answered({ fever: "yes" }))).toEqual({ kind: "conflict" });
  app.clock.set(app.clock.now() + 1000);
  const sent = await sendForm(app, managed, answered({ fever: "yes", version: "2" }));
  expect(sent).toEqual({ kind: "sent", isUrgent: false });
  expect(await opened()).toMatchObject({ version: 2, flags: { call: [], check: ["fever"] } });
  expect((await opened())?.questions[0]?.title).toBe("Do you have a temperature?");
});
