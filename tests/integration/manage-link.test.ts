import { expect, test } from "vitest";
import { getManaged } from "#app/appointments/requests/manage-link.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { demoApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
/** The end of Saturday 8 May 2027 in London. */
const END_OF_SATURDAY = Date.UTC(2027, 4, 8, 23);

test("a link opens its booking until the day after is over, in the practice's zone", async () => {
  const app = await demoApp();
  const { appointment, manageSecret } = await booked(app);
  const opens = async (now: number) => {
    app.clock.set(now);
    return (await getManaged(app, manageSecret))?.appointment.id ?? null;
  };
  expect(await opens(FRIDAY_TEN - HOUR)).toBe(appointment.id);
  expect(await opens(END_OF_SATURDAY - 1)).toBe(appointment.id);
  expect(await opens(END_OF_SATURDAY)).toBeNull();
});

test("changes are open until the notice, then only a cancellation; after the start there is nothing to change", async () => {
  const app = await demoApp();
  const { manageSecret } = await booked(app);
  const stateAt = async (now: number) => {
    app.clock.set(now);
    const managed = await getManaged(app, manageSecret);
    return [managed?.window, managed?.over];
  };
  expect(await stateAt(FRIDAY_TEN - 24 * HOUR - 1)).toEqual(["open", false]);
  expect(await stateAt(FRIDAY_TEN - 24 * HOUR)).toEqual(["cancel-only", false]);
  expect(await stateAt(FRIDAY_TEN)).toEqual(["too-late", true]);
});

test("a cut, a foreign and an empty secret open nothing, and none is stored", async () => {
  const app = await demoApp();
  const { manageSecret } = await booked(app);
  for (const secret of [
    manageSecret.slice(0, -1),
    `${manageSecret}a`,
    manageSecret.toLowerCase(),
    "",
    "a".repeat(43),
  ]) {
    expect(await getManaged(app, secret)).toBeNull();
  }
  expect(manageSecret.length).toBeGreaterThanOrEqual(43);
  const rows = await app.db.kysely.selectFrom("appointments").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(manageSecret);
});
