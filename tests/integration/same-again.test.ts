import { expect, test } from "vitest";
import { getUser } from "#app/accounts/users.db.server.ts";
import { rebook } from "#app/appointments/booking/free-times/rebook.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { contentChanged, demoApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

test("the same treatment, length and therapist at about the same time, on the next three days that have one", async () => {
  const app = await demoApp();
  const actor = await signedInClient(app);
  await booked(app, { minutes: 90, therapist: "tom-ellery" }, actor);
  app.clock.set(FRIDAY_TEN + WEEK);
  const again = await rebook(app, { userId: actor.userId, locale: "en-GB" });
  expect(again?.offer).toMatch(/^Deep Tissue Massage, 90 min with Tom Ellery, £\d+$/);
  const starts = startsOf(again);
  expect(starts).toHaveLength(3);
  expect(starts.map((start) => new Date(start).toISOString().slice(11, 16)).slice(1)).toEqual(["09:00", "09:00"]);
  expect(new Set(starts.map((start) => start.slice(0, 10))).size).toBe(3);
  expect(again?.times[1]?.label).toMatch(/^\w{3} \d+ May, 10:00$/);
  expect(queryOf(again?.times[0]?.href)).toMatchObject({ minutes: "90", therapist: "tom-ellery" });
});

test("what is ahead is not offered twice: the days after it are", async () => {
  const app = await demoApp();
  const actor = await signedInClient(app);
  await booked(app, { therapist: "tom-ellery" }, actor);
  const again = await rebook(app, { userId: actor.userId, locale: "en-GB" });
  expect(startsOf(again).every((start) => Date.parse(start) > FRIDAY_TEN + 12 * HOUR)).toBe(true);
});

test("a therapist who has stopped gives way to anyone; a treatment that has gone, to nothing", async () => {
  const app = await demoApp();
  const actor = await signedInClient(app);
  await booked(app, { therapist: "tom-ellery" }, actor);
  await app.db.kysely.updateTable("therapists").set({ active: 0 }).where("slug", "=", "tom-ellery").execute();
  await contentChanged(app);
  const again = await rebook(app, { userId: actor.userId, locale: "en-GB" });
  expect(queryOf(again?.times[0]?.href).therapist).toBeUndefined();
  expect(again?.offer).not.toContain("with");
  await app.db.kysely.updateTable("services").set({ active: 0 }).where("slug", "=", "deep-tissue-massage").execute();
  await contentChanged(app);
  expect(await rebook(app, { userId: actor.userId, locale: "en-GB" })).toBeNull();
});

test("nothing without a booking, nor after a cancelled one, nor of anybody else's", async () => {
  const app = await demoApp();
  const actor = await signedInClient(app);
  await booked(app);
  expect(await rebook(app, { userId: actor.userId, locale: "en-GB" })).toBeNull();
  const { appointment } = await booked(app, { start: FRIDAY_TEN + 3 * HOUR }, actor);
  await cancel(app, { kind: "holder", appointmentId: appointment.id }, { appointmentId: appointment.id, reason: null });
  expect(await rebook(app, { userId: actor.userId, locale: "en-GB" })).toBeNull();
});

test("the telephone is learned at the first booking made signed in, and no other replaces it", async () => {
  const app = await demoApp();
  const actor = await signedInClient(app);
  expect((await getUser(app.db.kysely, actor.userId))?.phone).toBeNull();
  await booked(app, { phone: "+447700900318" }, actor);
  await booked(app, { phone: "+441632960009", start: FRIDAY_TEN + 3 * HOUR }, actor);
  expect((await getUser(app.db.kysely, actor.userId))?.phone).toBe("+447700900318");
});

type Again = Awaited<ReturnType<typeof rebook>>;

function startsOf(again: Again): string[] {
  return again?.times.map(({ href }) => queryOf(href).start ?? "") ?? [];
}

function queryOf(href: string | undefined): Record<string, string> {
  return Object.fromEntries(new URL(href ?? "", "http://limber-yard.test").searchParams);
}

async function signedInClient(app: Parameters<typeof personIn>[0]) {
  return { kind: "client" as const, userId: (await personIn(app)).id };
}
