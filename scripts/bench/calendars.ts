import { readCalendar } from "#app/calendars/read-calendar.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, instantOf } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { loadInTurns } from "#scripts/bench/load.ts";
import { speed } from "#scripts/bench/pages.ts";
import { fillWithAppointments } from "#scripts/bench/practice.ts";
import { type Row, round } from "#scripts/bench/row.ts";
import { fill, newPlace, serve } from "#scripts/bench/sites.ts";

const ZONE = "Europe/London";
const DAYS = 31;
const READINGS = 20;
const ROUNDS = 7;
const EVENTS = 20_000;
const CALENDARS = 3;
const DAY_MS = 86_400_000;

/** Reading a long calendar that is kept elsewhere, without a database. `today`: a date. */
export function measureReading(today: string): Row[] {
  const text = longCalendar(today);
  const window = { start: instantOf(today, 0, ZONE), end: instantOf(addDays(today, 99), 0, ZONE) };
  const read = () => readCalendar(text, { window, zone: ZONE, isOwn: () => false });
  // Processor time: on a machine that other work shares, the clock says how long that took.
  const times = Array.from({ length: READINGS }, () => {
    const begun = process.cpuUsage();
    const answer = read();
    if (answer.kind !== "read" || answer.events !== EVENTS) throw new Error("The calendar was not read");
    return process.cpuUsage(begun).user / 1000;
  });
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const held = read();
  const grown = (process.memoryUsage().heapUsed - before) / 1024 / 1024;
  if (held.kind !== "read") throw new Error("The calendar was not read");
  const median = times.toSorted((one, other) => one - other)[READINGS / 2] ?? 0;
  return [
    {
      what: `A calendar of ${EVENTS.toLocaleString("en-GB")} events (${round(text.length / 1e6)} MB) read`,
      figure: `median ${round(median)} ms CPU, the first ${round(times[0] ?? 0)} ms, heap ${grown < 0 ? "no larger" : `+ ${round(grown)} MB`}`,
      baseline: "",
      ratio: null,
      wanted: "< 150 ms, < 30 MB",
      met: median < 150 && grown < 30,
    },
  ];
}

function longCalendar(today: string): string {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:A long life"];
  for (let event = 0; event < EVENTS; event += 1) {
    // Twelve years back and one ahead; every fiftieth repeats.
    const date = addDays(today, 365 - (event % 4745)).replaceAll("-", "");
    const hour = String(8 + (event % 10)).padStart(2, "0");
    lines.push("BEGIN:VEVENT", `UID:${event}@example.com`, `DTSTART;TZID=Europe/London:${date}T${hour}0000`);
    lines.push(`DTEND;TZID=Europe/London:${date}T${hour}4500`, "SUMMARY:Something that nobody else should read");
    lines.push("LOCATION:12 Long Lane\\, Ashenholme", "DTSTAMP:20260101T000000Z");
    if (event % 50 === 0) lines.push("RRULE:FREQ=WEEKLY");
    lines.push("END:VEVENT");
  }
  return [...lines, "END:VCALENDAR", ""].join("\r\n");
}

/** What free times cost with three such calendars for each therapist. */
export async function measureFreeTimes(today: string, appointments: number): Promise<Row[]> {
  const [without, filled] = [newPlace(), newPlace()];
  await fill(without, (app) => fillWithAppointments(app, appointments));
  await fill(filled, async (app) => {
    await fillWithAppointments(app, appointments);
    await connectCalendars(app, today);
  });
  const [plain, connected] = [await serve(without), await serve(filled)];
  const path = `/api/availability?service=deep-tissue-massage&from=${addDays(today, 1)}&to=${addDays(today, DAYS)}`;
  const { baseline, measured, ratio } = await loadInTurns([plain, connected], path, { rounds: ROUNDS });
  await plain.stop();
  await connected.stop();
  return [
    {
      what: `GET /api/availability, ${DAYS} days, ${CALENDARS} calendars for each of three therapists: time per answer`,
      figure: speed(measured),
      baseline: `no calendar: ${speed(baseline)}`,
      ratio,
      wanted: "<= 1.1 x",
      met: ratio <= 1.1,
    },
  ];
}

/** Three of each, with an hour every second day. Never due, so that nothing is asked for. */
async function connectCalendars(app: AppContext, today: string): Promise<void> {
  const never = Number.MAX_SAFE_INTEGER;
  const base = instantOf(addDays(today, -1), 8 * 60, ZONE);
  for (const { id: therapist_id } of (await readPractice(app)).therapists) {
    for (let nth = 0; nth < CALENDARS; nth += 1) {
      const id = `${therapist_id}-${nth}`;
      await app.db.kysely
        .insertInto("calendar_links")
        .values({
          ...{ id, therapist_id, name: "Home", address: "", added_at: 0, added_by: "system", next_at: never },
          ...{ read_at: 0, etag: null, read_as: ZONE, read_until: never, events: 0, skipped: 0 },
          ...{ fault: null, fault_since: null, closes_after: null, is_closed: 0 },
        })
        .execute();
      const rows = Array.from({ length: 50 }, (_, index) => {
        const block_start = base + (index * 2 + (nth % 2)) * DAY_MS + nth * 2 * 3_600_000;
        return {
          therapist_id,
          link_id: id,
          elsewhere: "busy" as const,
          block_start,
          block_end: block_start + 3_600_000,
        };
      });
      await app.db.kysely.insertInto("busy_times").values(rows).execute();
    }
  }
}
