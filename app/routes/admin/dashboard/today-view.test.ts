import { expect, test } from "vitest";
import { AT_PRACTICE } from "#app/appointments/venue.ts";
import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";
import { instantOf } from "#app/platform/date-time.ts";
import { todayView } from "#app/routes/admin/dashboard/today-view.ts";

const zone = "Europe/London";
const date = "2027-05-05";
const at = (minute: number) => instantOf(date, minute, zone);
const tom = { id: "tom", slug: "tom-ellery", name: "Tom Ellery", short: "Tom", role: "", bio: "", picture: null };

function row(id: string, minute: number, parts: Partial<AppointmentListRow> = {}): AppointmentListRow {
  const person = { name: `${id} Person`, email: null, phone: null };
  const offer = {
    minutes: 60,
    pricePence: 5800,
    serviceTitle: "Deep Tissue Massage",
    therapistName: "Tom Ellery",
    therapistShort: "Tom",
  };
  const rest = {
    therapistId: "tom",
    attendance: "expected",
    practicalNote: null,
    venue: AT_PRACTICE,
    hasNote: false,
    isNewClient: false,
    series: null,
    createdAt: 0,
    sequence: 0,
  } as const;
  const times = { start: at(minute), end: at(minute + 60) };
  return {
    id,
    reference: "7KQM2F9D",
    ...person,
    ...offer,
    ...rest,
    ...times,
    status: "Confirmed",
    referencePrefix: "LY",
    ...parts,
  };
}

const TAKEN = {
  therapistId: "imogen",
  therapistName: "Imogen Hartley",
  therapistShort: "Imogen",
  service: "Sports Massage",
  minutes: 60,
  start: at(14 * 60),
  end: at(15 * 60),
};

const priya = { ...tom, id: "priya", slug: "priya-sandhu", name: "Priya Sandhu" };

function view(
  now: number,
  appointments: AppointmentListRow[],
  gaps: { start: number; end: number }[] = [],
  therapists = [tom, priya],
) {
  const free = gaps.map((gap) => ({
    ...gap,
    therapistId: "tom",
    fits: gap.end - gap.start > 30 * 60_000,
    offers: true,
  }));
  return todayView(
    { date, zone, now, appointments, gaps: free, taken: [], working: new Map(), therapists, nextDay: null },
    "en-GB",
  );
}

test("who is here, who is next and when, who comes later, who has been", () => {
  const today = view(at(713), [row("a", 540), row("b", 690), row("c", 780), row("d", 900)]);
  expect(today.earlier.map(({ id }) => id)).toEqual(["a"]);
  expect(today.now.map(({ id, moment }) => [id, moment])).toEqual([["b", "until 12:30"]]);
  expect(today.next.map(({ id, moment }) => [id, moment])).toEqual([["c", "in 1 h 7 min"]]);
  expect(today.rest.map(({ key }) => key)).toEqual(["d"]);
});

test("two at the same time are both next, and a gap stands between with the way to fill it", () => {
  const gap = { start: at(541), end: at(600) };
  const today = view(at(533), [row("a", 540), row("b", 540), row("c", 600)], [gap]);
  expect(today.next.map(({ moment }) => moment)).toEqual(["in 7 min", "in 7 min"]);
  expect(today.rest).toMatchObject([
    {
      kind: "gap",
      time: "09:05",
      length: "55 min",
      therapist: "Tom",
      fill: "/appointments?add=1&day=2027-05-05&time=09%3A05&until=10%3A00&with=tom-ellery",
    },
    { kind: "appointment", key: "c" },
  ]);
});

test("where there is one therapist, no line names them", () => {
  const gap = { start: at(541), end: at(600) };
  const today = view(at(533), [row("a", 540), row("c", 600)], [gap], [tom]);
  expect(today.next.map(({ therapist }) => therapist)).toEqual([""]);
  expect(today.rest).toMatchObject([
    { kind: "gap", therapist: "" },
    { kind: "appointment", row: { therapist: "" } },
  ]);
});

test("a gap into which nothing fits has no way to fill it", () => {
  const today = view(at(533), [], [{ start: at(541), end: at(571) }]);
  expect(today.rest).toMatchObject([{ kind: "gap", fill: null, note: "too short for any service" }]);
});

test("a gap of a therapist who offers no service says so, however long it is", () => {
  const gap = { start: at(9 * 60), end: at(17 * 60), therapistId: "tom", fits: false, offers: false };
  const rest = { appointments: [], taken: [], working: new Map(), therapists: [tom], nextDay: null };
  const today = todayView({ date, zone, now: at(8 * 60), gaps: [gap], ...rest }, "en-GB");
  expect(today.rest).toMatchObject([{ kind: "gap", length: "8 h", fill: null, note: "offers no service yet" }]);
});

test("what is to be known of somebody is said in tags", () => {
  const today = view(at(500), [row("a", 540, { status: "Pending", hasNote: true, attendance: "arrived" })]);
  expect(today.next[0]?.tags).toEqual(["Needs confirming", "Arrived", "Has a note"]);
});

test("the next day's lines are its appointments and gaps in order, each gap with its own day", () => {
  const gaps = [{ start: at(9 * 60), end: at(12 * 60), therapistId: "tom", fits: true, offers: true }];
  const nextDay = { date, appointments: [row("a", 780)], gaps, taken: [TAKEN], working: new Map() };
  const today = {
    date: "2027-05-04",
    zone,
    now: at(0) - 1,
    appointments: [],
    gaps: [],
    taken: [TAKEN],
    working: new Map(),
    therapists: [tom],
  };
  const shown = todayView({ ...today, nextDay }, "en-GB");
  // A colleague's: the line says what and whose, and opens nothing.
  const taken = { kind: "taken", time: "14:00", service: "Sports Massage", minutes: 60, therapist: "Imogen" };
  expect(shown.rest).toMatchObject([taken]);
  expect(shown.nextDay).toMatchObject({
    date,
    lines: [{ kind: "gap", length: "3 h" }, { kind: "appointment", key: "a" }, taken],
  });
  expect(shown.nextDay?.lines[0]).toHaveProperty("fill", expect.stringContaining(`day=${date}&time=09%3A00`));
});

test("an appointment whose therapist is off says so, now, next and later", () => {
  const appointments = [row("a", 690), row("b", 780), row("c", 900)];
  const today = {
    date,
    zone,
    now: at(713),
    appointments,
    gaps: [],
    taken: [],
    working: new Map(),
    therapists: [tom, priya],
    nextDay: null,
  };
  const shown = todayView(today, "en-GB", new Set(["a", "b", "c"]));
  const later = shown.rest.flatMap((line) => (line.kind === "appointment" ? [line.row] : []));
  for (const one of [...shown.now, ...shown.next, ...later]) {
    expect([one.isOff, one.tags[0]]).toEqual([true, "Tom is off"]);
  }
  expect(later).toHaveLength(1);
});
