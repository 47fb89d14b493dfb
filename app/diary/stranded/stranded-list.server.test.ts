import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { getTimeOffer } from "#app/appointments/requests/time-offers.db.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { getDayDrawing } from "#app/diary/get-day-drawing.server.ts";
import { getDiary } from "#app/diary/get-diary.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import { offerTimes, takeOfferedTime } from "#app/diary/stranded/offered-times.server.ts";
import { listStrandedClients, noteCall } from "#app/diary/stranded/stranded-list.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { settle } from "#app/routes/admin/stranded/settle.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { practice, waitingKinds } from "#tests/support/practice.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const TOM = { therapist: "tom-ellery" };

/** Tom is away on Wednesday, with three clients booked. */
async function tomAway(app: TestApp): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, time] of ["10:00", "11:30", "14:00"].entries()) {
    const who = { email: `client${index}@example.com`, phone: `+44163296000${index}` };
    ids.push((await booked(app, { ...TOM, ...who, start: at(time) })).id);
  }
  const day = { firstDay: WEDNESDAY, lastDay: WEDNESDAY, fromMinute: null, toMinute: null };
  const draft = { kind: "closure", therapistId: "demo-tom-ellery", ...day, reason: "Flu", publicNote: null } as const;
  expect(await addException(app, practice, { draft, accepted: ids })).toMatchObject({ kind: "changed" });
  return ids;
}

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test("the list names each client with the nearest times of all who give it, and counts down to none", async () => {
  const app = await demoApp({ config: { smtpUrl: "smtp://127.0.0.1:1" } });
  const [first = "", second = "", third = ""] = await tomAway(app);
  const walk = await listStrandedClients(app, practice);
  expect([walk.open, walk.total, walk.clients.map(({ row }) => row.id)]).toEqual([3, 3, [first, second, third]]);
  const [client] = walk.clients;
  expect(client?.places.map(({ therapist, starts }) => [therapist.slug, starts.length])).toEqual([
    ["tom-ellery", 3],
    ["imogen-hartley", 3],
    ["priya-sandhu", 3],
  ]);
  expect(client?.places[0]?.starts.some((start) => start > at("00:00") && start < at("23:55"))).toBe(false);
  const imogen = client?.places.find(({ therapist }) => therapist.slug === "imogen-hartley");
  expect(imogen?.starts).toContain(at("10:00"));
  const place = { start: at("10:00"), therapist: "imogen-hartley", despite: false, seen: 0 };
  expect(await moveAppointment(app, practice, { appointmentId: first, ...place })).toMatchObject({
    kind: "moved",
  });
  expect(await listStrandedClients(app, practice)).toMatchObject({ open: 2, total: 3 });
  await cancel(app, practice, { appointmentId: second, reason: null, seen: 0 });
  await cancel(app, practice, { appointmentId: third, reason: null, seen: 0 });
  expect(await listStrandedClients(app, practice)).toMatchObject({ open: 0, clients: [] });
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("of two at the list, the second reads what the first did, and changes nothing", async () => {
  const app = await demoApp({ config: { smtpUrl: "smtp://127.0.0.1:1" } });
  const imogen = await adminActor(app);
  const [first = "", second = ""] = await tomAway(app);
  const press = (id: string, fields: Record<string, string>) =>
    settle({ app, actor: practice, locale: "en-GB", id, form: formOf({ sequence: "0", ...fields }) });
  app.clock.set(app.clock.now() + 60_000);
  await moveAppointment(app, imogen, {
    appointmentId: first,
    start: at("12:45"),
    therapist: "priya-sandhu",
    despite: false,
  });
  const place = { intent: "move", start: String(at("10:00")), therapist: "imogen-hartley" };
  expect(await press(first, place)).toEqual({
    isDone: false,
    words: "Meanwhile: Moved by Imogen, Tue 4 May, 09:01. Nothing else has changed.",
  });
  expect((await press(first, { intent: "cancel" })).words).toContain("Moved by Imogen");
  expect(await noteCall(app, imogen, { appointmentId: second, seen: null })).toEqual({ kind: "saved" });
  expect(await press(second, { intent: "call", seen: "" })).toEqual({
    isDone: false,
    words: "Imogen called them, Tue 4 May, 09:01, and will call back.",
  });
  expect((await listStrandedClients(app, practice)).clients[0]?.rang).toEqual({ at: app.clock.now(), by: "Imogen" });
  app.clock.set(app.clock.now() + 60_000);
  await cancel(app, imogen, { appointmentId: second, reason: null });
  expect((await press(second, { intent: "cancel" })).words).toContain("Cancelled by Imogen");
  expect((await press(second, { intent: "offer" })).words).toContain("Cancelled by Imogen");
  expect((await press(second, { intent: "nothing" })).isDone).toBe(false);
});

test("a press is taken back: moved, and cancelled", async () => {
  const app = await demoApp({ config: { smtpUrl: "smtp://127.0.0.1:1" } });
  const [first = ""] = await tomAway(app);
  const press = (fields: Record<string, string>) =>
    settle({ app, actor: practice, locale: "en-GB", id: first, form: formOf({ sequence: "0", ...fields }) });
  const kinds = await waitingKinds(app);
  const moved = await press({ intent: "move", start: String(at("10:00")), therapist: "imogen-hartley" });
  expect(moved.words).toBe("Ada Smith: Wed 5 May, 10:00 with Imogen Hartley. We email them.");
  expect((await press(moved.undo ?? {})).isDone).toBe(true);
  expect(await listStrandedClients(app, practice)).toMatchObject({ open: 3 });
  const cancelled = await press({ intent: "cancel", sequence: "2" });
  expect(cancelled).toMatchObject({ isDone: true, undo: { intent: "reinstate" } });
  expect((await press(cancelled.undo ?? {})).isDone).toBe(true);
  expect(await listStrandedClients(app, practice)).toMatchObject({ open: 3 });
  expect(await waitingKinds(app)).toEqual(kinds);
});

test("three times are offered by mail, hold nothing, and the first press has one, also within the notice", async () => {
  const app = await demoApp({ config: { smtpUrl: "smtp://127.0.0.1:1" } });
  const server = await mailServer();
  const [first = "", second = ""] = await tomAway(app);
  expect(await offerTimes(app, practice, { appointmentId: first, seen: 0 })).toMatchObject({ kind: "offered" });
  expect(await offerTimes(app, practice, { appointmentId: first, seen: 4 })).toEqual({ kind: "conflict" });
  const times = (await getTimeOffer(app.db.kysely, first))?.times ?? [];
  expect(times).toHaveLength(3);
  await sendAll(app, worker(server.url));
  const mail = server.arrived.find(({ mail: { subject } }) => subject?.startsWith("Could we move"))?.mail;
  expect(mail?.text?.match(/\/booking\/\S+\/offer\?start=/g)).toHaveLength(3);
  await offerTimes(app, practice, { appointmentId: second, seen: 0 });
  const [chosen = { start: 0, therapistId: "" }] = times;
  const { start } = chosen;
  const therapist = chosen.therapistId.replace("demo-", "");
  expect(await tryToBook(app, { start, therapist, email: "quick@example.com", phone: "+441632960555" })).toMatchObject({
    kind: "booked",
  });
  const take = (id: string, time: typeof chosen) =>
    takeOfferedTime(app, { kind: "holder", appointmentId: id }, { appointmentId: id, chosen: time });
  expect(await take(first, chosen)).toEqual({ kind: "taken" });
  app.clock.set(at("08:00"));
  const [, later = chosen] = times;
  const elsewhere = { ...later, start: later.start + 300_000 };
  expect(await take(first, elsewhere)).toEqual({ kind: "over" });
  const outcomes = await Promise.all([take(first, later), take(first, later)]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["moved", "over"]);
  expect(await waitingKinds(app)).toContain("appointment-rescheduled-practice");
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("nobody else reads the list, rings, offers, or takes another's offer", async () => {
  const app = await demoApp({ config: { smtpUrl: "smtp://127.0.0.1:1" } });
  const [first = ""] = await tomAway(app);
  await expect(listStrandedClients(app, visitor)).rejects.toThrow("practice alone");
  expect(await noteCall(app, visitor, { appointmentId: first, seen: null })).toEqual({ kind: "not-found" });
  expect(await offerTimes(app, visitor, { appointmentId: first, seen: 0 })).toEqual({ kind: "not-found" });
  await offerTimes(app, practice, { appointmentId: first, seen: 0 });
  const [chosen = { start: 0, therapistId: "" }] = (await getTimeOffer(app.db.kysely, first))?.times ?? [];
  expect(await takeOfferedTime(app, visitor, { appointmentId: first, chosen })).toEqual({ kind: "not-found" });
});

test("each time is offered to one client, and the diary and the appointment say whose therapist is off at once", async () => {
  const app = await demoApp();
  const ids = await tomAway(app);
  const walk = await listStrandedClients(app, practice);
  const shown = walk.clients.flatMap(({ places }) =>
    places.flatMap(({ therapist, starts }) => starts.map((start) => `${therapist.slug} ${start}`)),
  );
  expect(new Set(shown).size).toBe(shown.length);
  for (const id of ids) {
    expect((await offerTimes(app, practice, { appointmentId: id, seen: 0 })).kind).toBe("offered");
  }
  const offers = await Promise.all(ids.map((id) => getTimeOffer(app.db.kysely, id)));
  const blocks = offers.flatMap((offer) => offer?.times ?? []);
  expect(blocks).toHaveLength(9);
  for (const [nth, one] of blocks.entries()) {
    const others = blocks.filter((other, at) => at !== nth && other.therapistId === one.therapistId);
    expect(others.every(({ start }) => Math.abs(start - one.start) >= 3_600_000)).toBe(true);
  }
  for (const id of ids) expect((await getAppointmentRecord(app, practice, id))?.isOff).toBe(true);
  const query = new URLSearchParams({ view: "day", date: WEDNESDAY });
  const diary = await getDiary(app, practice, query);
  expect([...diary.off].sort()).toEqual([...ids].sort());
  const drawing = await getDayDrawing(app, practice, diary);
  const tags = drawing?.columns.flatMap(({ entries }) => entries.map(({ tag }) => tag?.words));
  expect(tags).toEqual(["Tom is off", "Tom is off", "Tom is off"]);
});
