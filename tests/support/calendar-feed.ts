import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What an event says, one line each; `SUMMARY` and `UID` are added. */
export type FeedEvent = { uid?: string; lines: readonly string[] };

/** The same, closed when the test ends. */
export async function calendarServer() {
  const server = await startCalendarServer();
  onTestFinished(server.close);
  return server;
}

/** A server of calendars on this machine, as real ones answer: with an ETag, and 304 to one that it knows. */
export async function startCalendarServer() {
  let events: readonly FeedEvent[] = [];
  let fails: { status: number; headers?: Record<string, string>; body?: string } | null = null;
  let held: Promise<void> | null = null;
  const asked: { path: string; status: number }[] = [];
  const server = createServer(async (request, response) => {
    await held;
    const text = calendarText(events);
    const etag = `"${createHash("sha256").update(text).digest("hex").slice(0, 16)}"`;
    const answer = fails
      ? { status: fails.status, headers: fails.headers ?? {}, body: fails.body ?? "" }
      : request.headers["if-none-match"] === etag
        ? { status: 304, headers: { ETag: etag }, body: "" }
        : { status: 200, headers: { ETag: etag, "Content-Type": "text/calendar; charset=utf-8" }, body: text };
    asked.push({ path: request.url ?? "", status: answer.status });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () => void server.close().closeAllConnections(),
    /** What someone pastes. */
    address: `${origin}/calendar/ical/priya%40example.com/private-0a1b2c/basic.ics`,
    /** The statuses that it has answered. */
    answers: () => asked.map(({ status }) => status),
    holds: (...now: readonly FeedEvent[]) => {
      events = now;
      fails = null;
    },
    /** Answers nothing until what this returns is called. */
    hangs: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    fails: (status: number, more: { headers?: Record<string, string>; body?: string } = {}) => {
      fails = { status, ...more };
    },
  };
}

/** An event of London's wall time on a date: `eventAt("2027-05-05", "10:00", "11:00")`. */
export function eventAt(date: string, from: string, to: string, ...more: readonly string[]): FeedEvent {
  const stamp = (time: string) => `${date.replaceAll("-", "")}T${time.replace(":", "")}00`;
  return {
    lines: [`DTSTART;TZID=Europe/London:${stamp(from)}`, `DTEND;TZID=Europe/London:${stamp(to)}`, ...more],
  };
}

export const PRIVATE_TITLE = "Consultation about something private";

export function calendarText(events: readonly FeedEvent[]): string {
  const all = events.flatMap(({ uid, lines }, index) => [
    "BEGIN:VEVENT",
    `UID:${uid ?? `event-${index}@elsewhere.example`}`,
    `SUMMARY:${PRIVATE_TITLE}`,
    ...lines,
    "END:VEVENT",
  ]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Elsewhere//EN", ...all, "END:VCALENDAR", ""].join("\r\n");
}
