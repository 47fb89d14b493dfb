import { expect, test } from "vitest";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { formStates, openForm, sendForm } from "#app/health/form/forms.server.ts";
import { savePaperForm, viewBlankForm, viewPaperForm } from "#app/health/form/paper.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import type { Actor, TeamRole } from "#app/platform/permissions.ts";
import { adminActor } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { foundAnywhere } from "#tests/support/canaries.ts";
import { clientOf } from "#tests/support/clients.ts";
import { answered, switchedOn } from "#tests/support/health.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const DAY = 86_400_000;

async function actorIn(app: TestApp, roles: readonly TeamRole[], therapistId: string | null = null): Promise<Actor> {
  const { id } = await staffIn(app, { roles, therapistId, name: "Sam Treats" });
  return { kind: "staff", userId: id, roles: [...roles], therapistId, choices: [] };
}

async function atAdmin() {
  const app = await switchedOn(await demoApp());
  const appointment = await booked(app);
  const clientId = await clientOf(app, appointment.id);
  const treating = await actorIn(app, ["therapist"], appointment.therapistId);
  const dayBefore = (days: number) => new Date(app.clock.now() - days * DAY).toISOString().slice(0, 10);
  const type = (fields: Record<string, string>, actor: Actor = treating) =>
    savePaperForm(app, actor, clientId, answered({ paperOn: dayBefore(3), ...fields }));
  return { app, appointment, clientId, treating, dayBefore, type };
}

test("whoever treats a client types their paper in: sealed, with its date, who typed it, and the consent on paper", async () => {
  const { app, clientId, treating, dayBefore, type } = await atAdmin();
  expect(await type({ thinners: "yes", help: "ZEBRA-CANARY" })).toEqual({ kind: "saved" });
  expect(await foundAnywhere(app, ["zebra"])).toEqual([]);
  expect(await formStates(app, [clientId])).toEqual({ [clientId]: "done" });
  const opened = await openForm(app, treating, clientId);
  const by = expect.any(String);
  expect(opened).toMatchObject({
    form: {
      paper: { on: dayBefore(3), by },
      answers: { yes: ["thinners"], words: { help: "ZEBRA-CANARY" } },
      flags: { check: ["thinners"] },
    },
  });
  const consent = await app.db.kysely.selectFrom("health_consents").select("wording").executeTakeFirstOrThrow();
  expect(consent.wording).toMatch(/^On paper, signed and dated .* typed in by .*: Your health decides what is safe\./);
});

test("a paper names its date and a signed consent, and nothing is stored without", async () => {
  const { app, dayBefore, type } = await atAdmin();
  const tomorrow = dayBefore(-1);
  expect(await type({ paperOn: "", consent: "", fever: "" })).toEqual({
    kind: "invalid",
    errors: {
      paperOn: "Enter the date on the paper",
      consent: "Confirm that they signed the consent on the paper. Without it nothing is stored",
      fever: "Answer yes or no: Do you have a fever or an infection?",
    },
  });
  expect(await type({ paperOn: tomorrow })).toEqual({
    kind: "invalid",
    errors: { paperOn: "Enter the date on the paper: it can’t be after today" },
  });
  expect(await type({ version: "9" })).toEqual({ kind: "conflict" });
  expect(await app.db.kysely.selectFrom("health_answers").select("id").execute()).toEqual([]);
});

test("an older paper stays behind a form that was sent since, and one from before a withdrawal begins no record", async () => {
  const { app, appointment, clientId, treating, dayBefore, type } = await atAdmin();
  const managed = await getManaged(app, manageSecretOf(app, appointment));
  if (!managed) throw new Error("The link opens nothing");
  await sendForm(app, managed, answered({ help: "Sent" }));
  await type({ help: "Paper" });
  expect(await openForm(app, treating, clientId)).toMatchObject({
    form: { paper: null, answers: { words: { help: "Sent" } } },
  });
  const withdrawal = { id: "w", client_id: clientId, at: app.clock.now(), kept_until: "2040-01-01", ended_at: null };
  await app.db.kysely.insertInto("health_withdrawals").values(withdrawal).execute();
  expect(await type({})).toMatchObject({ kind: "invalid", errors: { paperOn: expect.any(String) } });
  expect(await type({ paperOn: dayBefore(0), help: "Anew" })).toEqual({ kind: "saved" });
});

test("nobody else types a paper in, and no one while health is off", async () => {
  const { app, appointment, clientId, treating, type } = await atAdmin();
  const other = appointment.therapistId === "demo-tom-ellery" ? "demo-imogen-hartley" : "demo-tom-ellery";
  const others = [
    ...[await actorIn(app, ["therapist"], other), await actorIn(app, ["reception"]), await adminActor(app)],
    { kind: "visitor" } as const,
  ];
  for (const actor of others) {
    expect(await viewPaperForm(app, actor, clientId)).toEqual({ kind: "not-found" });
    expect(await type({}, actor)).toEqual({ kind: "not-found" });
  }
  // A blank form says nothing of anybody: the desk prints it.
  expect(await viewBlankForm(app, await actorIn(app, ["reception"]))).toMatchObject({ form: { version: 1 } });
  expect(await viewBlankForm(app, { kind: "visitor" })).toBeNull();
  await switchHealth(app, await adminActor(app), false);
  expect(await type({})).toEqual({ kind: "not-found" });
  expect(await viewBlankForm(app, treating)).toBeNull();
});
