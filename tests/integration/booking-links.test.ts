import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { askBookingLinks } from "#app/appointments/requests/send-links.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { outboxOf, sendAll, worker } from "#tests/support/post.ts";
import { demoApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const KIND = "booking-links-client";

test("the links of what is ahead, whatever the address's case; not of what is cancelled, over or another's", async () => {
  const app = await demoApp();
  const later = await booked(app, { start: FRIDAY_TEN + 3 * HOUR, email: "Sam@Example.com" });
  const next = await booked(app);
  const cancelled = await booked(app, { start: FRIDAY_TEN + 5 * HOUR });
  const others = await booked(app, { email: "other@example.com" });
  const holder = { kind: "holder", appointmentId: cancelled.appointment.id } as const;
  await cancel(app, holder, { appointmentId: cancelled.appointment.id, reason: null });
  await askBookingLinks(app, "SAM@example.com");
  const [mail, ...more] = await linkMails(app);
  expect(more).toEqual([]);
  expect(mail?.recipients).toHaveLength(1);
  const secrets = [...(mail?.text ?? "").matchAll(/\/booking\/([\w-]+)/g)].map(([, secret]) => secret);
  expect(secrets).toEqual([next.manageSecret, later.manageSecret]);
  expect(mail?.text).not.toContain(others.manageSecret);
  app.clock.set(FRIDAY_TEN + HOUR);
  await askBookingLinks(app, "sam@example.com");
  const [after] = await linkMails(app);
  expect([...(after?.text ?? "").matchAll(/\/booking\/([\w-]+)/g)].map(([, secret]) => secret)).toEqual([
    later.manageSecret,
  ]);
});

test("an address that nobody booked with writes the same row, and no mail", async () => {
  const app = await demoApp();
  await booked(app);
  await askBookingLinks(app, "nobody@example.com");
  await askBookingLinks(app, "sam@example.com");
  const rows = (await outboxOf(app)).filter(({ kind }) => kind === KIND);
  expect(rows.map((row) => Object.keys(row).filter((column) => row[column as keyof typeof row] !== null))).toEqual([
    Object.keys(rows[1] ?? {}).filter((column) => rows[1]?.[column as keyof (typeof rows)[1]] !== null),
    expect.any(Array),
  ]);
  expect(JSON.stringify(rows)).not.toContain("nobody@example.com");
  expect((await linkMails(app)).map(({ recipients }) => recipients)).toEqual([["sam@example.com"]]);
});

test("asked again at once, one mail is enough", async () => {
  const app = await demoApp({ config: { rateLimits: true } });
  await booked(app);
  for (let press = 0; press < 5; press++) await askBookingLinks(app, "sam@example.com");
  expect((await outboxOf(app)).filter(({ kind }) => kind === KIND)).toHaveLength(1);
});

async function linkMails(app: AppContext): Promise<{ recipients: string[]; text: string }[]> {
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  return server.arrived
    .filter(({ mail }) => /^Links? to your/.test(mail.subject ?? ""))
    .map(({ recipients, mail }) => ({ recipients, text: mail.text ?? "" }));
}
