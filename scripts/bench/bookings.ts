import { addDays } from "#app/platform/date-time.ts";
import { type Calls, postAll } from "#scripts/bench/callers.ts";
import { CONNECTIONS, processorTime } from "#scripts/bench/load.ts";
import { speed } from "#scripts/bench/pages.ts";
import { type Row, round } from "#scripts/bench/row.ts";
import type { SiteServer } from "#tests/support/server.ts";

const SERVICE = "sport-foot-massage";
const BOOKINGS = 3000;
const RACERS = 200;

type Site = { engine: string; server: SiteServer; therapists: readonly string[]; today: string };
type Commits = { perSecond: number };

/** Bookings of different times over HTTP, beside bare commits on the same engine; then 200 for one time. */
export async function measureBookings(site: Site, commits: Commits): Promise<Row[]> {
  const bodies = await freeBookings(site, BOOKINGS + 1);
  const prize = bodies.pop();
  const url = `${site.server.url}/api/appointments`;
  const before = processorTime(site.server) ?? 0;
  const calls = await postAll(url, bodies, CONNECTIONS);
  const cpu = ((processorTime(site.server) ?? 0) - before) / bodies.length;
  if (calls.statuses.get(201) !== bodies.length) throw new Error(`Not all were booked: ${statusesOf(calls)}`);
  const race = Array.from({ length: RACERS }, (_, index) => ({ ...prize, email: `racer-${index}@example.com` }));
  const raced = await postAll(url, race, RACERS);
  const fair = raced.statuses.get(201) === 1 && raced.statuses.get(409) === RACERS - 1;
  const isTarget = site.engine === "SQLite";
  return [
    {
      what: `Bookings over HTTP on ${site.engine}, every commit on disk`,
      figure: `${speed({ ...calls, cpu })}, its emails in the outbox`,
      baseline: `commits of one row: ${round(commits.perSecond)}/s`,
      ratio: calls.perSecond / commits.perSecond,
      wanted: isTarget ? ">= 300/s" : "",
      met: isTarget ? calls.perSecond >= 300 : null,
    },
    {
      what: `${RACERS} callers at once for one time on ${site.engine}`,
      figure: statusesOf(raced),
      baseline: "",
      ratio: null,
      wanted: `1 x 201, ${RACERS - 1} x 409`,
      met: fair,
    },
  ];
}

async function freeBookings({ server: { url }, therapists, today }: Site, count: number) {
  const bodies: Record<string, string | number>[] = [];
  const range = `from=${addDays(today, 1)}&to=${addDays(today, 60)}`;
  for (const therapist of therapists) {
    if (bodies.length >= count) break;
    const answer = await fetch(`${url}/api/availability?service=${SERVICE}&minutes=30&therapist=${therapist}&${range}`);
    const { days } = (await answer.json()) as { days: { slots: { start: string }[] }[] };
    // Every third start: half an hour of treatment, and a quarter to clear the room.
    const starts = days.flatMap(({ slots }) => slots.filter((_, index) => index % 3 === 0));
    for (const { start } of starts) bodies.push(bookingOf(therapist, start, bodies.length));
  }
  if (bodies.length < count) throw new Error(`Only ${bodies.length} free times`);
  return bodies.slice(0, count);
}

function bookingOf(therapist: string, start: string, number: number) {
  const person = { name: `Person ${number}`, phone: "01632 960001", email: `person-${number}@example.com` };
  return { service: SERVICE, minutes: 30, therapist, start, ...person };
}

function statusesOf({ statuses }: Calls): string {
  return [...statuses].map(([status, times]) => `${times} x ${status}`).join(", ");
}
