import { expect, test } from "vitest";
import { confirm } from "#app/appointments/changes/commands.server.ts";
import { saveSetting } from "#app/settings/editing/commands.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { demoWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const wish = { service: "deep-tissue-massage", therapist: "imogen-hartley", start: FRIDAY_TEN - 86_400_000 };

test("where bookings wait, a visitor's is pending and holds its time, and confirming it says so", async () => {
  const world = await demoWorld();
  const waits = { key: "bookingRules", version: 0 } as const;
  await saveSetting(world, admin, { ...waits, next: (rules) => ({ ...rules, waitsForConfirmation: true }) });
  const { appointment } = await booked(world, wish);
  expect(appointment.status).toBe("Pending");
  await expect(booked(world, wish)).rejects.toThrow("Not booked");
  const mails = async () => {
    const rows = await world.db.kysely.selectFrom("outbox").select("kind").orderBy("created_at").execute();
    return rows.map(({ kind }) => kind).filter((kind) => kind.endsWith("-client") && !kind.includes("reminder"));
  };
  expect(await mails()).toEqual(["appointment-pending-client"]);
  world.clock.set(world.clock.now() + 1);
  expect(await confirm(world, admin, { appointmentId: appointment.id })).toMatchObject({ kind: "confirmed" });
  expect(await mails()).toEqual(["appointment-pending-client", "appointment-accepted-client"]);
});

test("what the practice books itself does not wait", async () => {
  const world = await demoWorld();
  const waits = { key: "bookingRules", version: 0 } as const;
  await saveSetting(world, admin, { ...waits, next: (rules) => ({ ...rules, waitsForConfirmation: true }) });
  expect((await booked(world, wish, admin)).appointment.status).toBe("Confirmed");
});
