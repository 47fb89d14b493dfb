import { randomUUID } from "node:crypto";
import { systemClock } from "#app/platform/clock.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";

const SERVICE = "deep-tissue-massage";
const PATIENCE = 20_000;

/** A time that can be had: an instant as ISO text, and who gives it. */
export type Free = { start: string; therapist: string; service?: string };

/** One attempt to book, and what came of it. `status` null: no answer came. */
export type Attempt = { key: string; email: string; free: Free; status: number | null; reference: string | null };

type Availability = { days: { slots: { start: string; therapists: string[] }[] }[] };

/** Free times of the next two months, none touching another, soonest first: as many as there are therapists at once. */
export async function stockOf(
  url: string,
  { now = systemClock.now(), service = SERVICE }: { now?: number; service?: string } = {},
): Promise<Free[]> {
  const from = addDays(localDateOf(now, "Europe/London"), 1);
  const query = new URLSearchParams({ service, from, to: addDays(from, 60) });
  const answer = await fetch(`${url}/api/availability?${query}`);
  if (!answer.ok) throw new Error(`No free times: ${answer.status} ${await answer.text()}`);
  const { days } = (await answer.json()) as Availability;
  const freeFrom = new Map<string, number>();
  const stock: Free[] = [];
  for (const { start, therapists } of days.flatMap(({ slots }) => slots)) {
    for (const therapist of therapists) {
      if (Date.parse(start) < (freeFrom.get(therapist) ?? 0)) continue;
      // The longest this service can block, buffers included.
      freeFrom.set(therapist, Date.parse(start) + 120 * 60_000);
      stock.push({ start, therapist, ...(service !== SERVICE && { service }) });
    }
  }
  return stock;
}

/** Asks for this time by the API. Resolves whatever comes, an answer or none. */
export async function tryToBook(url: string, free: Free, again?: Attempt): Promise<Attempt> {
  const key = again?.key ?? randomUUID();
  const email = again?.email ?? `${key}@example.com`;
  try {
    const answer = await fetch(`${url}/api/appointments`, {
      method: "POST",
      // Behind a proxy each caller has an address of its own; without one nobody believes the header.
      headers: { "content-type": "application/json", "idempotency-key": key, "x-forwarded-for": addressOf(key) },
      body: bookingBody(free, { key, email }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const { reference = null } = (await answer.json()) as { reference?: string };
    return { key, email, free, status: answer.status, reference };
  } catch {
    return { key, email, free, status: null, reference: null };
  }
}

export function bookingBody(free: Free, { key, email }: Pick<Attempt, "key" | "email">): string {
  return JSON.stringify({ service: SERVICE, ...free, name: "Ada Smith", phone: phoneOf(key), email });
}

// A thousand numbers that belong to nobody (Ofcom): bookings by one number alone would wait for each other.
function phoneOf(key: string): string {
  return `07700 900${String(Number.parseInt(key.slice(0, 8), 16) % 1000).padStart(3, "0")}`;
}

function addressOf(key: string): string {
  return `10.${key
    .match(/[0-9a-f]{2}/g)
    ?.slice(0, 3)
    .map((byte) => Number.parseInt(byte, 16))
    .join(".")}`;
}

/**
 * So many clients at once, each booking one time after another until no answer comes. `going` resolves when five
 * bookings (or `warm` of them) have been made: whatever is to happen in the middle has a middle then.
 */
export function bookAlong(url: string, stock: Free[], clients: number, warm = 5) {
  const attempts: Attempt[] = [];
  const started = Promise.withResolvers<void>();
  async function client(): Promise<void> {
    for (let free = stock.shift(); free; free = stock.shift()) {
      const attempt = await tryToBook(url, free);
      attempts.push(attempt);
      if (attempts.length === warm) started.resolve();
      if (attempt.status === null) return;
    }
  }
  const done = Promise.all(Array.from({ length: clients }, client)).then(() => attempts);
  return { going: started.promise, done };
}
