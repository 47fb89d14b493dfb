import { expect, onTestFinished, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { previewCancellation } from "#app/appointments/mails/cancelled.mail.tsx";
import { countDifferences, listDifferences } from "#app/connections/calendly/differences.db.server.ts";
import { syncInvitee } from "#app/connections/calendly/sync-invitee.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { onCalendly } from "#app/routes/admin/appointments/on-calendly.server.ts";
import { problemAnswer } from "#app/routes/feeds/api/schemas.ts";
import { showsOwnTimes } from "#app/routes/website/own-times.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { apiSite, BOOKING } from "#tests/support/api-site.ts";
import { rowCounts } from "#tests/support/booking-inputs.ts";
import { externalFacts } from "#tests/support/calendly/external-facts.ts";
import { appointmentsOf, plugIn, withCalendly } from "#tests/support/calendly/plugged-in.ts";
import { startCalendly } from "#tests/support/calendly/stand-in.ts";
import { practice } from "#tests/support/practice.ts";

const HOUR = 3_600_000;
const TEN = Date.UTC(2027, 4, 5, 9);

async function switchBack(app: AppContext): Promise<void> {
  const stored = (await readSettings(app.db.kysely, app.log)).settings.scheduler;
  await writeSetting(app.db.kysely, { key: "scheduler", value: { ...stored, kind: "own" }, now: app.clock.now() });
}

test("the API takes no booking that Calendly would not hear of, and says where to book; switched back it does", async () => {
  const calendly = await startCalendly();
  onTestFinished(calendly.close);
  const { app, get, postJson } = await apiSite({ config: calendly.config });
  await plugIn(app, calendly);
  expect(await showsOwnTimes(app, (await readSettings(app.db.kysely, app.log)).settings)).toBe(false);
  const free = "/api/availability?service=deep-tissue-massage&from=2027-05-05&to=2027-05-06";
  const refused = await postJson(BOOKING);
  expect([refused.status, refused.headers["content-type"]]).toEqual([403, "application/problem+json"]);
  expect(problemAnswer.parse(refused.json)).toMatchObject({ title: "Booked elsewhere", bookAt: calendly.page });
  const unasked = await get(free);
  expect([unasked.status, JSON.parse(unasked.text).bookAt]).toEqual([403, calendly.page]);
  expect(await rowCounts(app)).toMatchObject({ appointments: 0 });
  await switchBack(app);
  expect(await showsOwnTimes(app, (await readSettings(app.db.kysely, app.log)).settings)).toBe(true);
  expect([(await get(free)).status, (await postJson(BOOKING)).status]).toEqual([200, 201]);
});

test("the practice is told what Calendly does not hear of, with the way there, until both are the same", async () => {
  const { app, calendly } = await withCalendly();
  const booked = externalFacts({ start: TEN + 48 * HOUR });
  await syncInvitee(app, booked);
  const row = async () => {
    const [row] = await appointmentsOf(app);
    return { id: row?.id ?? "", start: row?.starts_at ?? 0, status: row?.status ?? "" };
  };
  const shown = async (change = {}) => onCalendly(app, { ...(await row()), ...change }, "Europe/London");
  expect(await shown()).toEqual({
    here: "same",
    when: "Friday 7 May 2027 at 10:00",
    moveAt: `${calendly.url}/reschedulings/${booked.invitee}`,
    cancelAt: `${calendly.url}/cancellations/${booked.invitee}`,
  });
  expect(await shown({ start: TEN })).toMatchObject({ here: "moved", when: "Friday 7 May 2027 at 10:00" });
  const words = { actor: "admin", askedBy: "practice", reason: null, chargeable: false } as const;
  const mail = async () => (await previewCancellation(app, (await row()).id, words))?.text;
  expect(await mail()).not.toContain("We can see you at");
  await switchBack(app);
  expect(await mail()).toContain("We can see you at");
  await plugIn(app, calendly);
  expect(await countDifferences(app.db.kysely, app.clock.now())).toEqual({ clashes: 0, odd: 0, differences: 0 });
  await cancel(app, practice, { appointmentId: (await row()).id, reason: null });
  expect(await shown()).toMatchObject({ here: "cancelled" });
  const { id } = await row();
  const now = app.clock.now();
  const ours = await listDifferences(app.db.kysely, now);
  expect(ours).toEqual([{ id, name: "Ann O'Neil", there: booked.start, here: booked.start, isCancelled: true }]);
  expect(await countDifferences(app.db.kysely, now)).toEqual({ clashes: 0, odd: 0, differences: 1 });
  expect(await countDifferences(app.db.kysely, booked.start)).toEqual({ clashes: 0, odd: 0, differences: 0 });
  await syncInvitee(app, { ...booked, isCancelled: true });
  expect(await shown()).toBeNull();
  expect(await countDifferences(app.db.kysely, now)).toEqual({ clashes: 0, odd: 0, differences: 0 });
  expect(await onCalendly(app, { ...(await row()), id: "another" }, "Europe/London")).toBeNull();
});
