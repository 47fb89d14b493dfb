import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { sendPushes } from "#app/push/push.jobs.server.ts";
import { take } from "#app/waiting-list/answer.server.ts";
import { offerSecretOf } from "#app/waiting-list/entries.db.server.ts";
import { join } from "#app/waiting-list/join.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { switchWaitingList } from "#app/waiting-list/switch.server.ts";
import { waitingPushes } from "#app/waiting-list/waiting-list.jobs.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { appThatTells, toldOn } from "#tests/support/push/told.ts";
import { personIn } from "#tests/support/signed-in.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const OWNER: Actor = { kind: "admin", userId: "an-admin" };
const THEN = "2027-05-12";
const TOM = { service: "deep-tissue-massage", minutes: 60, therapists: ["tom-ellery"], weekdays: [], dayTimes: [] };

/** Rosa has an account and waits; a time of Tom's that day is cancelled, and offered to her. */
async function offered({ phones = ["phone"] }: { phones?: string[] } = {}) {
  const { app, service } = await appThatTells();
  await switchWaitingList(app, OWNER, true);
  const rosa = await personIn(app, { name: "Rosa Whitfield" });
  for (const name of phones) await toldOn(app, service, { userId: rosa.id, name, tells: "reminders" });
  const taken = await booked(app, { start: at("10:00", THEN), therapist: "tom-ellery" });
  const input = { ...TOM, until: THEN, name: "Rosa Whitfield", email: rosa.email, phone: "+441632960030" };
  expect((await join(app, { kind: "client", userId: rosa.id }, { input })).kind).toBe("joined");
  later(app, 1000);
  await cancel(app, OWNER, { appointmentId: taken.id, reason: null });
  await runRounds(app);
  const { id } = await app.db.kysely.selectFrom("waiting_offers").select("id").executeTakeFirstOrThrow();
  return { app, service, token: offerSecretOf(app, id), start: taken.start };
}

function later(app: TestApp, ms: number) {
  app.clock.set(app.clock.now() + ms);
}

async function send(app: TestApp) {
  while ((await sendPushes(app, { renderers: waitingPushes, worker: "worker" })) > 0);
}

test("an offer reaches each device of the account that waits, names no one, and opens the same page as the email", async () => {
  const { app, service, token } = await offered({ phones: ["phone", "tablet"] });
  await send(app);
  expect(service.problems).toEqual([]);
  expect(service.shown.map(({ device }) => device).sort()).toEqual(["phone", "tablet"]);
  expect(service.shown[0]).toMatchObject({
    title: "A time has come free: Wednesday 12 May 2027 at 10:00",
    navigate: `${app.config.publicUrl}/waiting/offer/${token}`,
    ttl: 3600,
    urgency: "high",
  });
  expect(JSON.stringify(service.shown)).not.toMatch(/Rosa|Whitfield|Tom|Tissue/);
  // Whoever presses first has it, from either.
  expect((await take(app, token)).kind).toBe("taken");
  expect(await take(app, token)).toMatchObject({ kind: "taken", again: true });
});

test("a device that no longer asks for reminders hears nothing of offers", async () => {
  const { app, service } = await offered();
  await app.db.kysely.updateTable("push_devices").set({ tells_reminders: 0 }).execute();
  await send(app);
  expect(service.shown).toEqual([]);
});

test.each(["answered", "over", "switched off"])(
  "an offer that is %s before the push leaves is not sent",
  async (why) => {
    const { app, service, token } = await offered();
    if (why === "answered") await take(app, token);
    if (why === "over") later(app, 3_600_001);
    if (why === "switched off") await switchWaitingList(app, OWNER, false);
    await send(app);
    expect(service.shown).toEqual([]);
  },
);
