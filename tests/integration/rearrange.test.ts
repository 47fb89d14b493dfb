import { expect, test } from "vitest";
import { visitor } from "#app/accounts/actor.ts";
import { type Rearrangement, rearrange } from "#app/appointments/changes/rearrange/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { practice, setStatus, waitingKinds } from "#tests/support/practice.ts";
import { at, booked } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

const move = (world: World, appointmentId: string, wish: Partial<Rearrangement> = {}) =>
  rearrange(world, practice, { appointmentId, start: at("11:30"), despite: false, ...wish });

const claimsOf = async (world: World, appointmentId: string) => {
  const rows = await world.db.kysely
    .selectFrom("appointment_claims")
    .select("quantum")
    .where("appointment_id", "=", appointmentId)
    .orderBy("quantum")
    .execute();
  return [rows.length, (rows[0]?.quantum ?? 0) * 300_000];
};

test("a move takes the claims along and tells the client after a moment", async () => {
  const world = await demoWorld();
  const { id } = await booked(world, { therapist: "tom-ellery" });
  const outcome = await move(world, id);
  expect(outcome).toMatchObject({ kind: "rearranged", appointment: { start: at("11:30"), sequence: 1 } });
  expect(await claimsOf(world, id)).toEqual([15, at("11:30")]);
  expect(await waitingKinds(world)).toContain("appointment-rescheduled-client");
});

test("moved back in time, the client hears nothing; moved twice, once and with the time they knew", async () => {
  const world = await demoWorld();
  const { id } = await booked(world, { therapist: "tom-ellery" });
  await move(world, id);
  await move(world, id, { start: at("13:00") });
  const told = await world.db.kysely
    .selectFrom("outbox")
    .select("data")
    .where("kind", "=", "appointment-rescheduled-client")
    .execute();
  expect(told.map(({ data }) => JSON.parse(data))).toEqual([{ appointmentId: id, was: at("10:00") }]);
  await move(world, id, { start: at("10:00") });
  expect(await waitingKinds(world)).not.toContain("appointment-rescheduled-client");
});

test("a longer one has the catalogue's price, and keeps a price that is given", async () => {
  const world = await demoWorld();
  const { id, pricePence } = await booked(world, { therapist: "tom-ellery" });
  const longer = await move(world, id, { start: at("10:00"), minutes: 90 });
  expect(longer).toMatchObject({ kind: "rearranged", appointment: { minutes: 90, end: at("11:30") } });
  expect(longer.kind === "rearranged" && longer.appointment.pricePence).toBeGreaterThan(pricePence);
  const back = await move(world, id, { start: at("10:00"), minutes: 60, pricePence: 4200 });
  expect(back).toMatchObject({ kind: "rearranged", appointment: { minutes: 60, pricePence: 4200 } });
  expect(await claimsOf(world, id)).toEqual([15, at("10:00")]);
});

test("somebody else's time is refused, with or without insisting, and nothing has changed", async () => {
  const world = await demoWorld();
  const { id } = await booked(world, { therapist: "tom-ellery" });
  await booked(world, { therapist: "imogen-hartley" });
  const outcome = await move(world, id, { start: at("10:30"), therapist: "imogen-hartley", despite: true });
  expect(outcome).toEqual({ kind: "taken", message: "That time is taken" });
  expect(await claimsOf(world, id)).toEqual([15, at("10:00")]);
});

test("outside hours it is warned first", async () => {
  const world = await demoWorld();
  const { id } = await booked(world, { therapist: "tom-ellery" });
  expect((await move(world, id, { start: at("19:00") })).kind).toBe("warned");
  expect((await move(world, id, { start: at("19:00"), despite: true })).kind).toBe("rearranged");
});

test("what somebody else has changed in the meantime is left as it is", async () => {
  const world = await demoWorld();
  const { id, sequence } = await booked(world, { therapist: "tom-ellery" });
  await move(world, id);
  expect(await move(world, id, { start: at("13:00"), seen: sequence })).toMatchObject({
    ...{ kind: "stale", appointment: { start: at("11:30") } },
  });
  expect((await move(world, id, { start: at("13:00"), seen: sequence + 1 })).kind).toBe("rearranged");
});

test("nobody but the practice, nothing cancelled, no unknown therapist, no odd length", async () => {
  const world = await demoWorld();
  const { id } = await booked(world, { therapist: "tom-ellery" });
  const wish = { appointmentId: id, start: at("11:30"), despite: true };
  expect(await rearrange(world, visitor, wish)).toEqual({ kind: "not-found" });
  expect((await move(world, "nothing")).kind).toBe("not-found");
  expect((await move(world, id, { therapist: "nobody" })).kind).toBe("invalid");
  expect((await move(world, id, { minutes: 62 })).kind).toBe("invalid");
  await setStatus(world, id, "Cancelled");
  expect((await move(world, id)).kind).toBe("cancelled-before");
});
