import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { bookingBody, type Free } from "#tests/proof/booking-client.ts";
import type { Look } from "#tests/proof/look.ts";

// Longer than any answer may take, to see by how much one is late.
const PATIENCE = 60_000;
// People read and choose between two bookings; what failed is tried again soon.
const BETWEEN = 1500;
const AGAIN = 700;

/** One booking as a visitor makes it: by the page's form or by the API, sent again with its key until it is answered. */
export type Wish = { email: string; by: "form" | "api"; booked: boolean; tries: number };

/** What visitors saw. A `kept` form is one whose 503 page holds everything that was typed. */
export type Seen = {
  statuses: Record<string, number>;
  without: { retryAfter: number; typed: number };
  keptForms: number;
  /** Who was asked for patience, by form and by the seconds of Retry-After: 3 is a crowd, 10 a database that can't work. */
  refusals: Record<string, number>;
  successes: number[];
  /** The longest that anybody waited for an answer, in ms. */
  slowestMs: number;
  /** Why there was none, and after how many ms. */
  silences: string[];
};

export type Looked = Look & { at: number };

/** So many clients who book one time after another until they are told to stop; each ends with an answer. */
export function startClients(url: string, { stock, clients }: { stock: Free[]; clients: number }) {
  const wishes: Wish[] = [];
  const seen: Seen = {
    statuses: {},
    without: { retryAfter: 0, typed: 0 },
    keptForms: 0,
    refusals: {},
    successes: [],
    slowestMs: 0,
    silences: [],
  };
  const stopping = new AbortController();

  async function client(number: number): Promise<void> {
    await sleep((BETWEEN * number) / clients);
    for (let free = stock.shift(); free && !stopping.signal.aborted; free = stock.shift()) {
      const wish: Wish = { email: "", by: number % 2 === 0 ? "form" : "api", booked: false, tries: 0 };
      await untilAnswered(free, wish);
      await sleep(BETWEEN);
    }
  }

  async function untilAnswered(free: Free, wish: Wish): Promise<void> {
    const key = randomUUID();
    wish.email = `${key}@example.com`;
    wishes.push(wish);
    const givesUp = performance.now() + 240_000;
    while (!wish.booked && performance.now() < givesUp) {
      wish.tries++;
      const sentAt = performance.now();
      const answer = await send(url, { free, key, by: wish.by }).catch((error: unknown) => {
        seen.silences.push(`${wish.by} after ${Math.round(performance.now() - sentAt)} ms: ${reasonOf(error)}`);
        return null;
      });
      seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - sentAt));
      const status = String(answer?.status ?? "no answer");
      seen.statuses[`${wish.by} ${status}`] = (seen.statuses[`${wish.by} ${status}`] ?? 0) + 1;
      if (answer && isBooked(answer)) {
        wish.booked = true;
        seen.successes.push(performance.now());
        return;
      }
      if (answer?.status === 503) await look(answer, wish);
      else if (answer && answer.status < 500) return;
      await sleep(AGAIN);
    }
  }

  async function look(answer: Response, { by, email }: Wish): Promise<void> {
    const seconds = answer.headers.get("retry-after") ?? "none";
    const kind = `${by}, Retry-After ${seconds}`;
    seen.refusals[kind] = (seen.refusals[kind] ?? 0) + 1;
    if (seconds === "none") seen.without.retryAfter++;
    if (by === "api") return;
    if ((await answer.text()).includes(`value="${email}"`)) seen.keptForms++;
    else seen.without.typed++;
  }

  const done = Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  return {
    wishes,
    seen,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

function isBooked(answer: Response): boolean {
  return (
    answer.status === 201 || (answer.status === 303 && (answer.headers.get("location") ?? "").includes("/booking/"))
  );
}

type Sending = { free: Free; key: string; by: Wish["by"] };

async function send(url: string, { free, key, by }: Sending): Promise<Response> {
  const person = { key, email: `${key}@example.com` };
  const body = bookingBody(free, person);
  const asForm = () => new URLSearchParams({ ...(JSON.parse(body) as Record<string, string>), key, note: "" });
  return fetch(by === "api" ? `${url}/api/appointments` : `${url}/book`, {
    method: "POST",
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE),
    ...(by === "api"
      ? { body, headers: { "content-type": "application/json", "idempotency-key": key } }
      : { body: asForm(), headers: { origin: url, accept: "text/html" } }),
  });
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error;
  const { code = "", message: because = "" } = (cause ?? {}) as { code?: string; message?: string };
  return [name, message, code, because].filter(Boolean).join(", ");
}

async function seenAs(answer: Response): Promise<Pick<Look, "status" | "retryAfter" | "said">> {
  const text = await answer.text().catch((error: unknown) => `cut off: ${reasonOf(error)}`);
  const { status, headers } = answer;
  return { status, retryAfter: headers.get("retry-after"), ...(status >= 500 && { said: text.slice(0, 300) }) };
}

const unseenAs = (error: unknown) => ({ why: reasonOf(error) });

/** Somebody who looks at a page again and again. */
export function startReader(url: string, { path, every }: { path: string; every: number }) {
  const looks: Looked[] = [];
  let isOver = false;
  async function read(): Promise<void> {
    while (!isOver) {
      const at = performance.now();
      const told = { path: `GET ${path}`, at, status: null, retryAfter: null };
      const look = await fetch(url + path, { signal: AbortSignal.timeout(PATIENCE) }).then(seenAs, unseenAs);
      looks.push({ ...told, ...look, ms: performance.now() - at });
      await sleep(every);
    }
  }
  const done = read();
  return {
    looks,
    stop: async () => {
      isOver = true;
      await done;
    },
  };
}
