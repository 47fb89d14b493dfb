import { expect, test } from "vitest";
import { confirm } from "#app/appointments/confirm.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { demoApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const input = { service: "deep-tissue-massage", therapist: "imogen-hartley", start: FRIDAY_TEN - 86_400_000 };

test("where bookings wait, a visitor's is pending and holds its time, and confirming it says so", async () => {
  const app = await demoApp();
  const waits = { key: "bookingRules", version: 1 } as const;
  await saveSetting(app, admin, { ...waits, next: (rules) => ({ ...rules, waitsForConfirmation: true }) });
  const { appointment } = await booked(app, input);
  expect(appointment.status).toBe("Pending");
  await expect(booked(app, input)).rejects.toThrow("Not booked");
  const mails = async () => {
    const rows = await app.db.kysely.selectFrom("outbox").select("kind").orderBy("created_at").execute();
    return rows.map(({ kind }) => kind).filter((kind) => kind.endsWith("-client") && !kind.includes("reminder"));
  };
  expect(await mails()).toEqual(["appointment-pending-client"]);
  app.clock.set(app.clock.now() + 1);
  expect(await confirm(app, admin, { appointmentId: appointment.id })).toMatchObject({ kind: "confirmed" });
  expect(await mails()).toEqual(["appointment-pending-client", "appointment-accepted-client"]);
});

test("what the practice books itself does not wait", async () => {
  const app = await demoApp();
  const waits = { key: "bookingRules", version: 1 } as const;
  await saveSetting(app, admin, { ...waits, next: (rules) => ({ ...rules, waitsForConfirmation: true }) });
  expect((await booked(app, input, admin)).appointment.status).toBe("Confirmed");
});
