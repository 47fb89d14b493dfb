import fc from "fast-check";
import { expect, test } from "vitest";
import { type CalendarQuestion, readCalendar } from "#app/calendars/read-calendar.gateway.server.ts";
import { instantOf, startOfDay } from "#app/platform/date-time.ts";

const LONDON = "Europe/London";
const NOV = { start: Date.parse("2026-11-01T00:00:00Z"), end: Date.parse("2026-12-01T00:00:00Z") };
const YEAR = { start: Date.parse("2026-10-01T00:00:00Z"), end: Date.parse("2027-10-01T00:00:00Z") };

function question(more: Partial<CalendarQuestion> = {}): CalendarQuestion {
  return { window: NOV, zone: LONDON, isOwn: () => false, ...more };
}

function calendar(...events: string[]): string {
  const all = events.flatMap((lines) => ["BEGIN:VEVENT", ...lines.split(/\r?\n(?![ \t])/), "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:priya@example.com", ...all, "END:VCALENDAR", ""].join("\r\n");
}

function busyOf(text: string, more: Partial<CalendarQuestion> = {}): string[] {
  const answer = readCalendar(text, question(more));
  if (answer.kind !== "read") throw new Error(answer.why);
  return answer.busy.map(({ start, end }) => `${short(start)} to ${short(end)}`);
}

const short = (at: number) => new Date(at).toISOString().slice(0, 16);

test.each([
  ["an instant", "DTSTART:20261124T100000Z\nDTEND:20261124T110000Z", "2026-11-24T10:00 to 2026-11-24T11:00"],
  [
    "a wall time in a zone",
    "DTSTART;TZID=America/New_York:20261124T100000\nDTEND;TZID=America/New_York:20261124T110000",
    "2026-11-24T15:00 to 2026-11-24T16:00",
  ],
  [
    "a zone that Windows names",
    'DTSTART;TZID="Eastern Standard Time":20261124T100000\nDURATION:PT45M',
    "2026-11-24T15:00 to 2026-11-24T15:45",
  ],
  [
    "a zone behind a path",
    "DTSTART;TZID=/mozilla.org/20050126_1/Europe/Paris:20261124T100000\nDURATION:PT1H",
    "2026-11-24T09:00 to 2026-11-24T10:00",
  ],
  [
    "a zone that nobody knows is the practice's",
    "DTSTART;TZID=Customized Time Zone:20261124T100000\nDURATION:PT1H",
    "2026-11-24T10:00 to 2026-11-24T11:00",
  ],
  ["a floating time", "DTSTART:20261124T100000\nDURATION:PT1H30M", "2026-11-24T10:00 to 2026-11-24T11:30"],
  ["a whole day", "DTSTART;VALUE=DATE:20261124\nDTEND;VALUE=DATE:20261126", "2026-11-24T00:00 to 2026-11-26T00:00"],
  ["a whole day without an end", "DTSTART;VALUE=DATE:20261124", "2026-11-24T00:00 to 2026-11-25T00:00"],
  [
    "a length in weeks, up to the end of the window",
    "DTSTART:20261124T100000Z\nDURATION:P1W",
    "2026-11-24T10:00 to 2026-12-01T00:00",
  ],
  [
    "a folded line",
    "DTSTART;TZID=Europe/Lon\r\n don:20261124T100000\nSUMMARY:Dentist\nDTEND;TZID=Europe/London:20261124T1100\r\n\t00",
    "2026-11-24T10:00 to 2026-11-24T11:00",
  ],
  [
    "an event with an alarm, which has a length of its own",
    "DTSTART:20261124T100000Z\nDURATION:PT1H\nBEGIN:VALARM\nTRIGGER:-PT15M\nDURATION:PT5M\nEND:VALARM",
    "2026-11-24T10:00 to 2026-11-24T11:00",
  ],
  [
    "one who may come",
    "DTSTART:20261124T100000Z\nDURATION:PT1H\nSTATUS:TENTATIVE",
    "2026-11-24T10:00 to 2026-11-24T11:00",
  ],
])("%s blocks its time", (_, lines, expected) => {
  expect(busyOf(calendar(lines))).toEqual([expected]);
});

const AN_HOUR = "UID:one\nDTSTART:20261124T100000Z\nDURATION:PT1H\n";

const PRIYA = { addresses: ["priya@example.com"] };

test.each([
  ["cancelled", `${AN_HOUR}STATUS:CANCELLED`],
  ["shown as free", `${AN_HOUR}TRANSP:TRANSPARENT`],
  ["shown as free in Outlook", `${AN_HOUR}X-MICROSOFT-CDO-BUSYSTATUS:FREE`],
  ["declined", `${AN_HOUR}ATTENDEE;CN="Sandhu: Priya";PARTSTAT=DECLINED:mailto:Priya@example.com`],
  ["of no length", "UID:one\nDTSTART:20261124T100000Z"],
  ["over", "UID:one\nDTSTART:20251124T100000Z\nDURATION:PT1H"],
])("an event that is %s blocks nothing", (_, lines) => {
  expect(busyOf(calendar(lines), PRIYA)).toEqual([]);
});

test("what another has declined still blocks", () => {
  const lines = `${AN_HOUR}ATTENDEE;PARTSTAT=DECLINED:mailto:tom@example.com`;
  expect(busyOf(calendar(lines), PRIYA)).toHaveLength(1);
});

test("the name of a calendar is no address of its owner", () => {
  const lines = `${AN_HOUR}ATTENDEE;PARTSTAT=DECLINED:mailto:priya@example.com`;
  expect(calendar(lines)).toContain("X-WR-CALNAME:priya@example.com");
  expect(busyOf(calendar(lines))).toHaveLength(1);
});

test("our own events never come back as busy", () => {
  expect(busyOf(calendar(AN_HOUR), { isOwn: (uid) => uid === "one" })).toEqual([]);
});

test("what touches or overlaps is one time", () => {
  const times = ["T100000Z\nDURATION:PT1H", "T110000Z\nDURATION:PT1H", "T113000Z\nDURATION:PT1H"];
  const text = calendar(...times.map((time) => `DTSTART:20261124${time}`));
  expect(busyOf(text)).toEqual(["2026-11-24T10:00 to 2026-11-24T12:30"]);
});

test("a weekly event keeps its wall time when the clocks change", () => {
  const weekly = "UID:w\nDTSTART;TZID=Europe/London:20150105T180000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=MO";
  const busy = busyOf(calendar(weekly), { window: YEAR });
  expect(busy).toHaveLength(52);
  expect(busy).toContain("2026-10-19T17:00 to 2026-10-19T18:00");
  expect(busy).toContain("2026-10-26T18:00 to 2026-10-26T19:00");
  expect(busy).toContain("2027-03-22T18:00 to 2027-03-22T19:00");
  expect(busy).toContain("2027-03-29T17:00 to 2027-03-29T18:00");
});

test("an exception, a moved one and a cancelled one of a series count", () => {
  const rule = "UID:s\nDTSTART;TZID=Europe/London:20261102T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4";
  const zone = ";TZID=Europe/London:";
  const busy = busyOf(
    calendar(
      `${rule}\nEXDATE${zone}20261109T100000`,
      `UID:s\nRECURRENCE-ID${zone}20261116T100000\nDTSTART${zone}20261117T150000\nDURATION:PT2H`,
      `UID:s\nRECURRENCE-ID:20261123T100000Z\nSTATUS:CANCELLED\nDTSTART${zone}20261123T100000\nDURATION:PT1H`,
    ),
  );
  expect(busy).toEqual(["2026-11-02T10:00 to 2026-11-02T11:00", "2026-11-17T15:00 to 2026-11-17T17:00"]);
});

const SERIES = "UID:s\nDTSTART;TZID=Europe/London:20261102T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=4";

test("an entry for one date and all that follow moves them, shortens them, or calls them off", () => {
  const from = "UID:s\nRECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/London:20261116T100000";
  const moved = calendar(SERIES, `${from}\nDTSTART;TZID=Europe/London:20261117T143000\nDURATION:PT30M`);
  expect(busyOf(moved)).toEqual([
    "2026-11-02T10:00 to 2026-11-02T11:00",
    "2026-11-09T10:00 to 2026-11-09T11:00",
    "2026-11-17T14:30 to 2026-11-17T15:00",
    "2026-11-24T14:30 to 2026-11-24T15:00",
  ]);
  const off = calendar(SERIES, `${from}\nDTSTART;TZID=Europe/London:20261116T100000\nDURATION:PT1H\nSTATUS:CANCELLED`);
  expect(busyOf(off)).toEqual(["2026-11-02T10:00 to 2026-11-02T11:00", "2026-11-09T10:00 to 2026-11-09T11:00"]);
});

test("a series that blocks nothing may have one date that does", () => {
  const text = calendar(
    `${SERIES}\nTRANSP:TRANSPARENT`,
    "UID:s\nRECURRENCE-ID;TZID=Europe/London:20261109T100000\nDTSTART;TZID=Europe/London:20261109T120000\nDURATION:PT1H",
  );
  expect(busyOf(text)).toEqual(["2026-11-09T12:00 to 2026-11-09T13:00"]);
});

test("the hour that clocks skip and the one that they show twice are each one hour", () => {
  const nightly = "DTSTART;TZID=Europe/London:20260101T013000\nDURATION:PT1H\nRRULE:FREQ=DAILY";
  const autumn = { start: Date.parse("2026-10-24T00:00Z"), end: Date.parse("2026-10-27T00:00Z") };
  expect(busyOf(calendar(nightly), { window: autumn })).toEqual([
    "2026-10-24T00:30 to 2026-10-24T01:30",
    "2026-10-25T00:30 to 2026-10-25T01:30",
    "2026-10-26T01:30 to 2026-10-26T02:30",
  ]);
  const spring = { start: Date.parse("2027-03-27T00:00Z"), end: Date.parse("2027-03-30T00:00Z") };
  expect(busyOf(calendar(nightly), { window: spring })).toEqual([
    "2027-03-27T01:30 to 2027-03-27T02:30",
    "2027-03-28T01:30 to 2027-03-28T02:30",
    "2027-03-29T00:30 to 2027-03-29T01:30",
  ]);
});

test("a whole day is as long as the practice's day, when clocks change, too", () => {
  const days = calendar("DTSTART;VALUE=DATE:20261025", "DTSTART;VALUE=DATE:20270328");
  expect(busyOf(days, { window: YEAR })).toEqual([
    "2026-10-24T23:00 to 2026-10-26T00:00",
    "2027-03-28T00:00 to 2027-03-28T23:00",
  ]);
});

test("a zone of the file's own is where the file says it lies", () => {
  const event = calendar("DTSTART;TZID=Office:20261124T100000\nDURATION:PT1H");
  const zone = "BEGIN:VTIMEZONE\r\nTZID:Office\r\nX-LIC-LOCATION:America/New_York\r\nEND:VTIMEZONE\r\n";
  expect(busyOf(event.replace("BEGIN:VEVENT", `${zone}BEGIN:VEVENT`))).toEqual([
    "2026-11-24T15:00 to 2026-11-24T16:00",
  ]);
});

test("an event of 400 days blocks up to the end of the window", () => {
  expect(busyOf(calendar("DTSTART:20260601T000000Z\nDTEND:20270706T000000Z"))).toEqual([
    "2026-11-01T00:00 to 2026-12-01T00:00",
  ]);
});

test.each([
  ["FREQ=HOURLY;INTERVAL=6", 120],
  ["FREQ=HOURLY;BYHOUR=9;BYMINUTE=0", 30],
  ["FREQ=DAILY;INTERVAL=3", 10],
  ["FREQ=MONTHLY;BYDAY=1MO", 1],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", 1],
  ["FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=5", 1],
])("%s that began in 1999 is followed to this month", (rule, count) => {
  const busy = busyOf(calendar(`DTSTART:19990101T000000Z\nDURATION:PT5M\nRRULE:${rule}`));
  expect(busy).toHaveLength(count);
});

test("a monthly rule of the 31st and a yearly one of 29 February keep to their day", () => {
  const window = { start: Date.parse("2027-12-01T00:00Z"), end: Date.parse("2028-04-01T00:00Z") };
  const monthly = calendar("DTSTART:20000131T100000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY");
  expect(busyOf(monthly, { window }).map((time) => time.slice(0, 10))).toEqual([
    "2027-12-31",
    "2028-01-31",
    "2028-03-31",
  ]);
  const yearly = calendar("DTSTART:20000229T100000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY");
  expect(busyOf(yearly, { window }).map((time) => time.slice(0, 10))).toEqual(["2028-02-29"]);
});

test("a rule that ends after a count has ended long ago", () => {
  expect(busyOf(calendar("DTSTART:20000101T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=100"))).toEqual([]);
});

test("a rule ends with its last day, and one without an end with the window", () => {
  const rule = "DTSTART;VALUE=DATE:20261120\nRRULE:FREQ=DAILY";
  expect(busyOf(calendar(`${rule};UNTIL=20261122`))).toEqual(["2026-11-20T00:00 to 2026-11-23T00:00"]);
  expect(busyOf(calendar(rule))).toEqual(["2026-11-20T00:00 to 2026-12-01T00:00"]);
});

test("every second week stays every second week, however long ago it began", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 5 }), (daysAgo, interval) => {
      const first = startOfDay("2026-11-02", "UTC") - daysAgo * 86_400_000;
      const stamp = new Date(first).toISOString().slice(0, 10).replaceAll("-", "");
      const text = calendar(`DTSTART:${stamp}T120000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;INTERVAL=${interval}`);
      const expected = [];
      for (let at = first + 12 * 3_600_000; at < NOV.end; at += interval * 7 * 86_400_000) {
        if (at >= NOV.start) expected.push(`${short(at)} to ${short(at + 3_600_000)}`);
      }
      expect(busyOf(text)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});

test("ten o'clock is ten o'clock on every day of a year", () => {
  const busy = busyOf(calendar("DTSTART;TZID=Europe/London:20200101T100000\nDURATION:PT5M\nRRULE:FREQ=DAILY"), {
    window: YEAR,
  });
  const expected = Array.from({ length: 365 }, (_, day) => {
    const date = new Date(YEAR.start + day * 86_400_000).toISOString().slice(0, 10);
    return short(instantOf(date, 600, LONDON));
  });
  expect(busy.map((time) => time.slice(0, 16))).toEqual(expected);
});

test("a broken event is skipped and counted, and the others are read", () => {
  const text = calendar(
    AN_HOUR,
    "UID:two\nDTSTART:soon\nDURATION:PT1H",
    "UID:three\nDTSTART:20261125T100000Z\nRRULE:NO",
  );
  expect(readCalendar(text, question())).toMatchObject({ kind: "read", events: 3, skipped: 2, busy: [{}] });
});

test.each([
  "FREQ=SECONDLY",
  "FREQ=MINUTELY",
  "FREQ=HOURLY",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=DAILY;INTERVAL=0",
])("a rule like %s ends", (rule) => {
  const text = calendar(`DTSTART:20000101T000000Z\nDURATION:PT1H\nRRULE:${rule}`);
  expect(readCalendar(text, question()).kind).toBe("read");
});

test.each(["", "<!doctype html><title>Sign in</title>", "BEGIN:VCARD\r\nEND:VCARD", "{}"])(
  "%j is no calendar",
  (text) => {
    expect(readCalendar(text, question())).toEqual({ kind: "invalid", why: "no-calendar" });
  },
);

test("rules that would take for ever are skipped and counted, and what came before them blocks", () => {
  const slow = "DTSTART:19000101T000000Z\nDURATION:PT1M\nRRULE:FREQ=HOURLY;COUNT=9999999";
  const answer = readCalendar(calendar(AN_HOUR, slow, slow), question());
  expect(answer).toMatchObject({ kind: "read", events: 3, skipped: 2, busy: [{}] });
});

test("whatever is damaged in a calendar, it is answered", () => {
  const whole = calendar(
    `${SERIES}\nEXDATE;TZID=Europe/London:20261109T100000\nATTENDEE;PARTSTAT=DECLINED:mailto:tom@example.com`,
    "UID:s\nRECURRENCE-ID;RANGE=THISANDFUTURE:20261116T100000Z\nDTSTART:20261117T143000Z\nDURATION:PT30M",
    "DTSTART;VALUE=DATE:20261101\nRRULE:FREQ=MONTHLY;BYDAY=-1FR;BYSETPOS=1;UNTIL=20270101",
    'DTSTART;TZID="Eastern Standard Time":20260101T090000\nDTEND:20260101T150000Z\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
    "DTSTART:20261101T000000Z\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20261103T100000Z/PT1H,20261104T100000Z/PT2H",
  );
  const pieces = fc.constantFrom(
    "",
    "-",
    "0",
    "99999",
    ":",
    ";",
    "=",
    ",",
    "\r\n",
    "\r\n ",
    "T",
    "Z",
    "RRULE:",
    "É",
    "\0",
  );
  const place = fc.tuple(fc.nat({ max: whole.length }), fc.nat({ max: 12 }), pieces);
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 5 }), (places) => {
      let text = whole;
      for (const [at, length, piece] of places) text = text.slice(0, at) + piece + text.slice(at + length);
      const answer = readCalendar(text, question({ window: YEAR }));
      if (answer.kind !== "read") return;
      for (const [index, { start, end }] of answer.busy.entries()) {
        expect(start).toBeGreaterThanOrEqual(YEAR.start);
        expect(end).toBeLessThanOrEqual(YEAR.end);
        expect(end).toBeGreaterThan(start);
        const before = answer.busy[index - 1];
        if (before) expect(start).toBeGreaterThan(before.end);
      }
    }),
    { numRuns: 500 },
  );
});

// How fast stands in the bench.
test("20,000 events are read", () => {
  const zone = ";TZID=Europe/London:";
  const events = Array.from({ length: 20_000 }, (_, index) => {
    const day = new Date(Date.parse("2015-01-01") + (index % 5000) * 86_400_000).toISOString().slice(0, 10);
    const stamp = `${day.replaceAll("-", "")}T${String(8 + (index % 9)).padStart(2, "0")}`;
    return `UID:${index}@example.com\nDTSTART${zone}${stamp}0000\nDTEND${zone}${stamp}4500\nSUMMARY:Something`;
  });
  const text = calendar(...events);
  expect(readCalendar(text, question({ window: YEAR }))).toMatchObject({ kind: "read", events: 20_000, skipped: 0 });
});

test("what did not arrive whole is no answer, and lines may end in any way", () => {
  const text = calendar(AN_HOUR, AN_HOUR);
  expect(readCalendar(text.slice(0, -30), question())).toEqual({ kind: "invalid", why: "cut-short" });
  for (const end of ["\n", "\r"]) expect(busyOf(text.replaceAll("\r\n", end))).toHaveLength(1);
});

test("a calendar may be empty, and one with too many events is refused", () => {
  expect(readCalendar(calendar(), question())).toEqual({ kind: "read", busy: [], events: 0, skipped: 0 });
  const many = calendar(...Array.from({ length: 20_001 }, () => AN_HOUR));
  expect(readCalendar(many, question())).toEqual({ kind: "invalid", why: "too-many" });
});
