import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { quantaOf } from "#app/availability/interval.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import { listAppointmentPage } from "#app/diary/lists/appointment-list.db.server.ts";
import { appointmentListFilterFrom } from "#app/diary/lists/appointment-list.ts";
import { bookSeries, previewSeries } from "#app/diary/series/book-series.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import { renderers } from "#app/mails.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { visitor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { exportData } from "#app/privacy/get-client-record.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { at, booked, rowCounts, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { practice, waitingKinds, walkedIn } from "#tests/support/practice.ts";
import { bookAll, seriesBooked, seriesPreview, seriesSent } from "#tests/support/series.ts";
import { demoApp } from "#tests/support/test-app.ts";

const ZONE = "Europe/London";
const week = (number: number) => addDays(WEDNESDAY, (number - 1) * 7);

test("a series across 25 October keeps 10:00 on the practice's clock", async () => {
  const app = await demoApp({ now: Date.UTC(2026, 9, 1, 9) });
  const made = await seriesBooked(app, { day: "2026-10-14", times: "4" });
  expect(made.map(({ start }) => `${localDateOf(start, ZONE)} ${localTimeOf(start, ZONE)}`)).toEqual([
    ...["2026-10-14 10:00", "2026-10-21 10:00", "2026-10-28 10:00", "2026-11-04 10:00"],
  ]);
  const hours = made.map(({ start }) => new Date(start).getUTCHours());
  expect(hours).toEqual([9, 9, 10, 10]);
  expect(made.map(({ series }) => `${series?.position} of ${series?.total}`)).toEqual([
    ...["1 of 4", "2 of 4", "3 of 4", "4 of 4"],
  ]);
});

test("a series whose rule meets a time that the clocks skip or show twice says so before anything is booked", async () => {
  const app = await demoApp();
  const preview = (typed: Fields) =>
    previewSeries(app, practice, seriesSent({ day: "2027-10-24", time: "01:30", times: "2", ...typed }));
  expect(await preview({ day: "2027-03-21" })).toMatchObject({
    kind: "invalid",
    field: "time",
    message: /Sun 28 Mar 2027/,
  });
  expect(await preview({})).toMatchObject({
    kind: "invalid",
    field: "which",
    message: /Sun 31 Oct 2027 happens twice/,
  });
  const second = await preview({ which: "second" });
  expect(second.kind === "preview" && second.occurrences.map(({ start }) => new Date(start).toISOString())).toEqual([
    ...["2027-10-24T00:30:00.000Z", "2027-10-31T01:30:00.000Z"],
  ]);
});

test("12 occurrences, 3 clash: exactly the chosen 9, one mail to the client and one to the practice", async () => {
  const app = await demoApp();
  for (const number of [3, 5]) await booked(app, { therapist: "tom-ellery", start: at("10:30", week(number)) });
  const closed = { firstDay: week(8), lastDay: week(8), fromMinute: null, toMinute: null };
  const draft = { kind: "closure", therapistId: null, ...closed, reason: "Painters", publicNote: null } as const;
  await addException(app, practice, { draft, accepted: [] });
  await app.db.kysely.deleteFrom("outbox").execute();

  const preview = await seriesPreview(app, { times: "12" });
  const open = preview.occurrences.map(({ place, warnings }, index) => [index + 1, place ? warnings.join() : "taken"]);
  expect(open.filter(([, what]) => what !== "")).toEqual([
    [3, "taken"],
    [5, "taken"],
    [8, "closed"],
  ]);
  const third = preview.occurrences[2];
  const near = third?.near.map(({ start, therapistId }) => `${localTimeOf(start, ZONE)} ${therapistId}`);
  expect(near).toContain("10:00 demo-imogen-hartley");
  expect(near?.some((place) => place.endsWith("demo-tom-ellery"))).toBe(true);
  expect(preview.free).toHaveLength(9);

  expect(await bookAll(app, { times: "12" })).toMatchObject({ kind: "booked", count: 9 });
  const rows = await app.db.kysely.selectFrom("appointments").selectAll().where("series_id", "is not", null).execute();
  expect(rows.map((row) => row.starts_at).sort()).toEqual(preview.free.map(({ start }) => start).sort());
  expect(new Set(rows.map((row) => row.client_id)).size).toBe(1);
  const kinds = await waitingKinds(app);
  expect(kinds.filter((kind) => kind !== "appointment-reminder-client")).toEqual([
    ...["series-booked-client", "series-booked-practice"],
  ]);
  // The first one is tomorrow: too near to be reminded of.
  expect(kinds.filter((kind) => kind === "appointment-reminder-client")).toHaveLength(8);
  const claims = await app.db.kysely.selectFrom("appointment_claims").selectAll().execute();
  const quanta = rows.flatMap((row) => quantaOf({ start: row.block_start, end: row.block_end }));
  expect(claims.filter((claim) => rows.some(({ id }) => id === claim.appointment_id))).toHaveLength(quanta.length);
  const audit = await app.db.kysely.selectFrom("audit").selectAll().where("action", "=", "appointment.book").execute();
  expect(audit.filter(({ detail }) => detail.includes(" of 9"))).toHaveLength(9);
});

test("the mail lists them all, and its calendar file has an entry with its own UID for each", async () => {
  const app = await demoApp();
  const made = await seriesBooked(app, { times: "3", weeks: "2" });
  const mail = await mailOf(app, "series-booked-client");
  expect(mail?.to.address).toBe("serena@example.com");
  expect(mail?.subject).toBe("Confirmed: your appointments from Wednesday 5 May");
  for (const part of ["1 of 3", "2 of 3", "3 of 3"]) expect(mail?.text).toContain(part);
  for (const day of ["5 May", "19 May", "2 June"]) expect(mail?.text).toContain(day);
  const file = mail?.calendar?.content.replaceAll("\r\n ", "") ?? "";
  expect(mail?.calendar?.method).toBe("PUBLISH");
  const uids = [...file.matchAll(/^UID:(.*?)\r?$/gm)].map(([, uid]) => uid);
  expect(uids).toEqual(made.map(({ id }) => `${id}@limber-yard.test`));
  const toPractice = await mailOf(app, "series-booked-practice");
  expect(toPractice?.subject).toBe("New series: 3 from Wednesday 5 May, 10:00");
  expect(toPractice?.text).toContain("Serena Ries");
  // One that was cancelled before it was sent is not told as booked.
  await cancel(app, practice, { appointmentId: made[1]?.id ?? "", reason: null });
  const later = await mailOf(app, "series-booked-client");
  expect(later?.text).not.toContain("19 May");
  expect(later?.text).toContain("3 of 3");
});

test("a lost race books nothing and shows which one", async () => {
  const app = await demoApp();
  const { free } = await seriesPreview(app, { times: "6" });
  await booked(app, { therapist: "tom-ellery", start: at("10:00", week(4)) });
  const before = await rowCounts(app);
  const outcome = await bookAll(app, { times: "6" }, { chosen: free });
  expect(outcome).toEqual({ kind: "changed", start: at("10:00", week(4)) });
  expect(await rowCounts(app)).toEqual(before);
});

test("20 at once for the same series: one has all of it, the others nothing", async () => {
  const app = await demoApp();
  const { free } = await seriesPreview(app, { times: "6" });
  const names = Array.from({ length: 20 }, (_, index) => ({ times: "6", name: `Caller ${index}`, email: "" }));
  const outcomes = await Promise.all(names.map((typed) => bookAll(app, typed, { chosen: free })));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["booked", ...Array(19).fill("changed")]);
  const rows = await app.db.kysely.selectFrom("appointments").select("series_id").execute();
  expect(rows).toHaveLength(6);
  expect(new Set(rows.map((row) => row.series_id)).size).toBe(1);
});

test("series of several therapists that cross each other at once never deadlock, and never overlap", async () => {
  const app = await demoApp();
  const of = async (therapist: string, day: string) => (await seriesPreview(app, { therapist, day, times: "4" })).free;
  const [tom, imogen] = [await of("tom-ellery", WEDNESDAY), await of("imogen-hartley", week(2))];
  const mixed = [
    [...tom.slice(0, 2), ...imogen.slice(2)],
    [...imogen.slice(0, 2), ...tom.slice(2)],
    [...tom.slice(1, 3), ...imogen.slice(0, 1)],
  ];
  const many = Array.from({ length: 18 }, (_, index) => mixed[index % 3] ?? []);
  const outcomes = await Promise.all(many.map((chosen) => bookAll(app, { times: "4", email: "" }, { chosen })));
  expect(outcomes.filter(({ kind }) => kind === "booked").length).toBeGreaterThan(0);
  const claims = await app.db.kysely.selectFrom("appointment_claims").select(["therapist_id", "quantum"]).execute();
  const rows = await app.db.kysely.selectFrom("appointments").select(["block_start", "block_end"]).execute();
  const quanta = rows.flatMap((row) => quantaOf({ start: row.block_start, end: row.block_end }));
  expect(claims).toHaveLength(quanta.length);
});

test("the same form sent twice books once; two that overlap, or one alone, are refused", async () => {
  const app = await demoApp();
  const { free } = await seriesPreview(app, { times: "3" });
  const first = await bookAll(app, { times: "3" }, { chosen: free, key: "a-key" });
  const again = await bookAll(app, { times: "3" }, { chosen: free, key: "a-key" });
  expect(again).toEqual(first);
  expect((await rowCounts(app)).appointments).toBe(3);
  const [one] = free;
  if (!one) throw new Error("nothing is free");
  const monday = (minutes: number) => ({ ...one, start: one.start - 86_400_000 + minutes * 60_000 });
  expect(await bookAll(app, {}, { chosen: [monday(60), monday(75)] })).toEqual({
    kind: "overlaps",
    start: monday(75).start,
  });
  expect((await bookAll(app, {}, { chosen: [monday(60)] })).kind).toBe("invalid");
});

test("what it was warned of is booked once it was seen, and a new closure is shown first", async () => {
  const app = await demoApp();
  const late = { time: "21:00", times: "2" };
  const preview = await seriesPreview(app, late);
  expect(preview.occurrences.map(({ warnings }) => warnings)).toEqual([["closed"], ["closed"]]);
  const chosen = preview.occurrences.flatMap(preview.chosenOf);
  const unseen = chosen.map((place) => ({ ...place, despite: false }));
  expect((await bookAll(app, late, { chosen: unseen })).kind).toBe("changed");
  expect(await bookAll(app, late, { chosen })).toMatchObject({ kind: "booked", count: 2 });
});

test("a telephone that another client has is asked about first", async () => {
  const app = await demoApp();
  await walkedIn(app, { name: "Ada Smith", phone: "07700 900321" });
  const typed = { phone: "07700 900321", times: "2", time: "14:00" };
  expect((await seriesPreview(app, typed)).messages).toHaveLength(1);
  expect((await bookAll(app, typed)).kind).toBe("warned");
  expect((await bookAll(app, { ...typed, despite: "on" })).kind).toBe("booked");
});

test("anyone: one therapist for as many as they can, and a colleague for the rest", async () => {
  const app = await demoApp();
  await booked(app, { therapist: "tom-ellery", start: at("10:00", week(1)) });
  await booked(app, { therapist: "imogen-hartley", start: at("10:00", week(2)) });
  await booked(app, { therapist: "imogen-hartley", start: at("10:00", week(3)) });
  const { occurrences } = await seriesPreview(app, { therapist: "anyone", times: "4" });
  const counts = Map.groupBy(occurrences, ({ place }) => place?.therapistId);
  expect([...counts.values()].map((list) => list.length)).toEqual([4]);
  await booked(app, { therapist: "priya-sandhu", start: at("10:00", week(4)) });
  const second = (await seriesPreview(app, { therapist: "anyone", times: "4" })).occurrences;
  expect(second.every(({ place }) => place !== null)).toBe(true);
  expect(new Set(second.map(({ place }) => place?.therapistId)).size).toBe(2);
});

test("it is for the practice alone", async () => {
  const app = await demoApp();
  const { free } = await seriesPreview(app);
  await expect(bookSeries(app, visitor, { ...seriesSent(), chosen: free, key: null })).rejects.toThrow(
    "practice alone",
  );
});

test("3 of 6 stays true when one is cancelled, and in the list, the export, a merge and an erasure", async () => {
  const app = await demoApp();
  const made = await seriesBooked(app, { times: "6" });
  const [first, second] = made;
  if (!first || !second) throw new Error("not booked");
  await cancel(app, practice, { appointmentId: second.id, reason: null });
  await deleteAppointment(app, practice, { appointmentId: first.id });
  const place = { sort: "date", down: false, page: 1 } as const;
  const filter = appointmentListFilterFrom(new URLSearchParams());
  const list = { filter, scope: "all" as const, zone: ZONE, now: app.clock.now(), changeNotice: 1440 };
  const { rows } = await listAppointmentPage(app.db.kysely, list, place);
  expect(rows.map(({ series }) => series?.position)).toEqual([2, 3, 4, 5, 6]);
  expect(rows.every(({ series }) => series?.total === 6)).toBe(true);

  const other = await walkedIn(app, { name: "Serena Ries", phone: "07700 900555", time: "15:00" });
  const clientOf = async (id: string) =>
    (await app.db.kysely.selectFrom("appointments").select("client_id").where("id", "=", id).executeTakeFirstOrThrow())
      .client_id ?? "";
  const [otherId, id] = [await clientOf(other.id), await clientOf(second.id)];
  expect((await merge(app, practice, { id: otherId, otherId: id, personalData })).kind).toBe("merged");
  const exported = await exportData(app, practice, { id: otherId, personalData });
  expect(JSON.stringify(exported)).toContain('"inSeries":"3 of 6"');

  app.clock.set(app.clock.now() + 90 * 86_400_000);
  expect((await erase(app, practice, { id: otherId, personalData })).kind).toBe("erased");
  const left = await app.db.kysely.selectFrom("outbox").select("kind").execute();
  expect(left.filter(({ kind }) => kind.startsWith("series"))).toEqual([]);
  const kept = await app.db.kysely.selectFrom("appointments").selectAll().where("series_id", "is not", null).execute();
  expect(kept.map((row) => [row.name, row.series_total])).toEqual(Array(5).fill([null, 6]));
});

async function mailOf(app: AppContext, kind: string) {
  const row = await app.db.kysely.selectFrom("outbox").selectAll().where("kind", "=", kind).executeTakeFirstOrThrow();
  return renderers[kind as keyof typeof renderers](app, JSON.parse(row.data));
}
