import type { Interval } from "#app/availability/interval.ts";
import { addressesIn, type LinkFault } from "#app/calendars/calendar-link.ts";
import { type CalendarAnswer, readCalendar } from "#app/calendars/read-calendar.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { type OutboundAnswer, sendOut, waitIn } from "#app/platform/outbound/send-out.server.ts";

const LIMITS = { bytes: 6 * 1024 * 1024 };
const MOST_REDIRECTS = 3;
const IDS_AT_ONCE = 1000;
/** More days than visitors may book, so that a calendar that has not changed need not be sent again each day. */
const DAYS_BEYOND = 9;

/** What is to be known of a calendar: busy times within `window`, in the practice's `zone`. */
export type Extent = { window: Interval; zone: string };

type Rules = { zone: string; horizonDays: number };

/** From yesterday to some days after the last one that visitors may book. */
export function windowFrom({ zone, horizonDays }: Rules, now: number): Interval {
  const today = localDateOf(now, zone);
  return {
    start: startOfDay(addDays(today, -1), zone),
    end: startOfDay(addDays(today, horizonDays + DAYS_BEYOND), zone),
  };
}

/** Whether what was read until then still reaches as far as visitors may book. */
export function reachesFar(readUntil: number, { zone, horizonDays }: Rules, now: number): boolean {
  return readUntil >= startOfDay(addDays(localDateOf(now, zone), horizonDays + 2), zone);
}

export type FetchedCalendar =
  | (Extract<CalendarAnswer, { kind: "read" }> & { etag: string | null })
  /** The same as when the etag was given. `etag`: another one takes its place. */
  | { kind: "cached"; etag?: string }
  /** `wait`: how many seconds the server asks for. */
  | { kind: "fault"; fault: LinkFault; wait: number | null };

type Question = Extent & {
  therapistId: string;
  address: string;
  etag: string | null;
  /** The addresses of its owner. */
  addresses: readonly string[];
};

/** Reads a calendar by its address, elsewhere. Takes up to 15 seconds a redirect: no visitor waits for this. */
export async function fetchCalendar(app: AppContext, question: Question): Promise<FetchedCalendar> {
  const answer = await follow(app, question);
  if (answer === "redirects" || answer === "sign-in") return { kind: "fault", fault: answer, wait: null };
  if (answer.kind === "failed") return { kind: "fault", fault: answer.fault, wait: null };
  if (answer.status === 304 && question.etag !== null) return { kind: "cached" };
  const fault = faultFrom(answer);
  if (fault) return { kind: "fault", fault, wait: waitIn(answer.headers) };
  const read = readCalendar(answer.text, {
    window: question.window,
    zone: question.zone,
    isOwn: await ownEventsIn(app, answer.text, question.therapistId),
    addresses: [...question.addresses, ...addressesIn(new URL(question.address))],
  });
  if (read.kind === "invalid") return { kind: "fault", fault: read.why, wait: null };
  return { ...read, etag: answer.headers.etag ?? null };
}

/**
 * The events that this site made: those of its feeds, and invitations to the therapist's own appointments. In a calendar
 * that copies them they must not block those. An appointment that they have with a colleague does block.
 */
export async function ownEventsIn(
  { db, config }: AppContext,
  text: string,
  therapistId: string,
): Promise<(uid: string) => boolean> {
  const host = `@${new URL(config.publicUrl).hostname}`;
  const ids = new Set<string>();
  for (const [, id, end] of text.matchAll(/^UID:([0-9a-f-]{36})(@\S+)/gim)) if (id && end === host) ids.add(id);
  const own = new Set<string>();
  for (const some of chunksOf([...ids], IDS_AT_ONCE)) {
    const rows = await db.kysely
      .selectFrom("appointments")
      .select("id")
      .where("id", "in", some)
      .where("therapist_id", "=", therapistId)
      .execute();
    for (const { id } of rows) own.add(id + host);
  }
  // Written by us, though the site had another name then.
  const written = await db.kysely
    .selectFrom("calendar_writes")
    .innerJoin("calendar_accounts", "calendar_accounts.id", "calendar_writes.account_id")
    .select("uid")
    .where("therapist_id", "=", therapistId)
    .execute();
  for (const { uid } of written) own.add(uid);
  return (uid) => uid.endsWith(`-practice${host}`) || own.has(uid);
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, nth) => items.slice(nth * size, (nth + 1) * size));
}

async function follow(app: AppContext, { address, etag }: Question): Promise<OutboundAnswer | "redirects" | "sign-in"> {
  let url = address;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const headers = { Accept: "text/calendar, */*;q=0.5", ...(etag !== null && { "If-None-Match": etag }) };
    const answer = await sendOut(app, { url, headers, limits: LIMITS });
    const { location } = answer.kind === "answered" ? answer.headers : {};
    if (answer.kind === "failed" || answer.status < 301 || answer.status > 308 || answer.status === 304 || !location)
      return answer;
    const next = URL.canParse(location, url) ? new URL(location, url) : null;
    if (next === null) return answer;
    if (isSignIn(next)) return "sign-in";
    url = next.href;
  }
  return "redirects";
}

function isSignIn({ hostname, pathname }: URL): boolean {
  return (
    /^(accounts\.google|login\.(microsoftonline|live)|idmsa\.apple)\.com$/.test(hostname) ||
    /\/(sign-?in|log-?in)\b/i.test(pathname)
  );
}

type Answered = Extract<OutboundAnswer, { kind: "answered" }>;

function faultFrom({ status, headers, text }: Answered): LinkFault | null {
  if (status === 401 || status === 403 || status === 407) return "sign-in";
  if (status === 404 || status === 410) return "not-found";
  if (status !== 200) return "refused";
  const isPage = /^\uFEFF?\s*<(!doctype html|html|head|body)\b/i.test(text);
  if (isPage) return /type=["']?password/i.test(text) ? "sign-in" : "web-page";
  return /text\/html/.test(headers["content-type"] ?? "") && !/BEGIN:VCALENDAR/i.test(text) ? "web-page" : null;
}
