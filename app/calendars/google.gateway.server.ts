import { z } from "zod";
import { type Interval, merge } from "#app/availability/interval.ts";
import type { AppointmentCalendar, CalendarCompany, Found } from "#app/calendars/appointment-calendar.server.ts";
import { type Answered, askCompany, type Question, readAs } from "#app/calendars/ask-company.server.ts";
import {
  type CalDavFault,
  type FoundCalendar,
  faultOf,
  keyOf,
  type WriteOutcome,
} from "#app/calendars/caldav.gateway.server.ts";
import type { OwnEvent } from "#app/calendars/own-event.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { GOOGLE_CALENDAR } from "#app/platform/config.server.ts";
import { askForTokens, challengeFor, claimsIn, jsonOf, postForm } from "#app/platform/outbound/oauth.server.ts";
import type { RegisteredApp } from "#app/settings/registered-app.server.ts";

/** The narrowest that do both: one of our own making to write to, and when the others are busy. */
const CALENDAR_SCOPES = [
  "https://www.googleapis.com/auth/calendar.app.created",
  "https://www.googleapis.com/auth/calendar.events.freebusy",
] as const;
/** The names of the others, to choose from. Whoever leaves it out connects the main one. */
const LIST_SCOPE = "https://www.googleapis.com/auth/calendar.calendarlist.readonly";
const SCOPES = ["openid", "email", ...CALENDAR_SCOPES, LIST_SCOPE];

const DAY_MS = 86_400_000;
/** Google answers for 90 days at most. */
const MOST_DAYS = 60;
const MOST_PAGES = 100;

type App = Pick<AppContext, "config">;
type Place = "sign-in" | "token" | "calendar";

const HOSTS: Record<Place, string> = {
  "sign-in": "https://accounts.google.com",
  token: "https://oauth2.googleapis.com",
  calendar: GOOGLE_CALENDAR,
};

function addressAt({ config }: App, place: Place, path: string): string {
  const isGoogle = config.googleCalendarUrl === GOOGLE_CALENDAR;
  return new URL(path, isGoogle ? HOSTS[place] : config.googleCalendarUrl).href;
}

/** Google's calendars: when those that are chosen are busy, and one of our own for appointments. */
export const google: CalendarCompany = {
  signInUrl,
  exchangeCode,
  freshToken,
  findCalendars,
  listOthers,
  readBusy,
  endSignIn,
  appointments: ownCalendar,
};

/** Where a therapist signs in. `verifier` stays here: only who has it can use the code (RFC 7636). */
function signInUrl(
  app: App,
  { clientId, redirect, state, verifier }: { clientId: string; redirect: string; state: string; verifier: string },
): string {
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirect, response_type: "code", scope: SCOPES.join(" "), state },
    // Without both, a second sign-in brings no refresh token.
    ...{ access_type: "offline", prompt: "consent" },
    ...challengeFor(verifier),
  });
  return addressAt(app, "sign-in", `/o/oauth2/v2/auth?${query}`);
}

/** Exchanges the code that Google's page sent back. */
async function exchangeCode(
  app: App,
  { clientId, secret }: RegisteredApp,
  { code, verifier, redirect }: { code: string; verifier: string; redirect: string },
) {
  const answer = await askForTokens(app, addressAt(app, "token", "/token"), {
    ...{ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirect },
    ...{ client_id: clientId, client_secret: secret },
  });
  if (answer.kind === "fault") return answer;
  const { refresh_token: refreshToken, access_token: accessToken, scope, id_token: idToken } = answer.value;
  const granted = scope.split(" ");
  if (CALENDAR_SCOPES.some((one) => !granted.includes(one)) || !refreshToken) return faultOf("not-allowed");
  return { kind: "signed-in" as const, refreshToken, accessToken, email: claimsIn(idToken).email ?? "Google account" };
}

/** A new access token for one look: none is stored. */
async function freshToken(app: App, { clientId, secret }: RegisteredApp, refreshToken: string) {
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: clientId, client_secret: secret };
  const answer = await askForTokens(app, addressAt(app, "token", "/token"), form);
  if (answer.kind === "fault") return answer;
  return { kind: "answer" as const, value: { accessToken: answer.value.access_token, refreshToken: null } };
}

/** Everything that was allowed ends with its refresh token. One that has ended already is no fault. */
async function endSignIn(app: App, refreshToken: string) {
  const url = addressAt(app, "token", "/revoke");
  const answer = await postForm(app, url, { token: refreshToken });
  if (answer.kind === "failed") return faultOf(answer.fault);
  const hasEnded = answer.status === 200 || /"invalid_token"/.test(answer.text);
  return hasEnded ? { kind: "ended" as const } : faultOf("refused");
}

/** The main calendar is read as a whole: when it is busy, and nothing of its events. */
const PRIMARY = "primary";

const calendarUrl = (app: App, id: string) =>
  addressAt(app, "calendar", `/calendar/v3/calendars/${encodeURIComponent(id)}/`);
const idIn = (url: string) => decodeURIComponent(/\/calendars\/([^/]+)\//.exec(url)?.[1] ?? "");

/** What is read, and the calendar of our own: `before` if it is still there, else a new one. */
async function findCalendars(
  app: App,
  token: string,
  { title, zone, before }: { title: string; zone: string; before: string | null },
): Promise<{ kind: "found"; calendars: FoundCalendar[] } | CalDavFault> {
  const shape = z.object({ id: z.string(), summary: z.string().default("") });
  const known = before === null ? null : await askCompany(app, token, { url: before.replace(/\/$/, "") });
  if (known?.kind === "fault") return known;
  const isThere = known !== null && known.status === 200;
  const answer = isThere ? known : await askCompany(app, token, makeCalendar(app, { title, zone }));
  if (answer.kind === "fault") return answer;
  if (answer.status !== 200) return faultFrom(answer);
  const read = readAs(shape, answer.text);
  if (read.kind === "fault") return read;
  const { id, summary } = read.value;
  const calendars: FoundCalendar[] = [
    { url: calendarUrl(app, PRIMARY), name: "Main calendar", writes: false },
    { url: calendarUrl(app, id), name: summary.slice(0, 80) || title, writes: true, reads: false },
  ];
  return { kind: "found", calendars };
}

function makeCalendar(app: App, { title, zone }: { title: string; zone: string }): Question {
  return {
    url: addressAt(app, "calendar", "/calendar/v3/calendars"),
    method: "POST",
    body: { summary: title, timeZone: zone },
  };
}

const listShape = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().default(""),
        summaryOverride: z.string().optional(),
        primary: z.boolean().default(false),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});

/** By pages. Without the main calendar, which is read by another name, and without ours. */
async function listOthers(app: App, token: string, own: string | null) {
  const calendars: FoundCalendar[] = [];
  let page: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = new URLSearchParams({
      ...{ maxResults: "250", fields: "nextPageToken,items(id,summary,summaryOverride,primary)" },
      ...(page !== undefined && { pageToken: page }),
    });
    const url = addressAt(app, "calendar", `/calendar/v3/users/me/calendarList?${query}`);
    const answer = await askCompany(app, token, { url });
    if (answer.kind === "fault") return answer;
    if (answer.status !== 200) return faultFrom(answer);
    const read = readAs(listShape, answer.text);
    if (read.kind === "fault") return read;
    for (const { id, summary, summaryOverride, primary } of read.value.items) {
      const one = { url: calendarUrl(app, id), name: (summaryOverride ?? summary).slice(0, 80) || id, writes: false };
      if (!primary && one.url !== own) calendars.push(one);
    }
    page = read.value.nextPageToken;
    if (page === undefined) return { kind: "found" as const, calendars };
  }
  return faultOf("too-many");
}

const busyShape = z.object({
  calendars: z.record(
    z.string(),
    z.object({
      busy: z.array(z.object({ start: z.string(), end: z.string() })).default([]),
      errors: z.array(z.object({ reason: z.string() })).default([]),
    }),
  ),
});

/** When a calendar is busy: what was declined, or shows as free, is not among it. */
async function readBusy(
  app: App,
  token: string,
  { url, window }: { url: string; window: Interval },
): Promise<{ kind: "read"; busy: Interval[]; cursor: null } | CalDavFault> {
  const busy: Interval[] = [];
  for (let start = window.start; start < window.end; start += MOST_DAYS * DAY_MS) {
    const end = Math.min(window.end, start + MOST_DAYS * DAY_MS);
    const body = {
      ...{ timeMin: new Date(start).toISOString(), timeMax: new Date(end).toISOString() },
      items: [{ id: idIn(url) }],
    };
    const answer = await askCompany(app, token, {
      url: addressAt(app, "calendar", "/calendar/v3/freeBusy"),
      method: "POST",
      body,
    });
    if (answer.kind === "fault") return answer;
    if (answer.status !== 200) return faultFrom(answer);
    const read = readAs(busyShape, answer.text);
    if (read.kind === "fault") return read;
    const [calendar] = Object.values(read.value.calendars);
    if (!calendar || calendar.errors.length > 0)
      return faultOf(calendar?.errors[0]?.reason === "notFound" ? "calendar-gone" : "refused");
    for (const time of calendar.busy) busy.push({ start: Date.parse(time.start), end: Date.parse(time.end) });
  }
  return { kind: "read", busy: merge(busy.filter((time) => time.start < time.end)), cursor: null };
}

const eventShape = z.object({
  id: z.string(),
  etag: z.string(),
  status: z.string().default("confirmed"),
  start: z.object({ dateTime: z.string().optional(), date: z.string().optional() }).optional(),
  end: z.object({ dateTime: z.string().optional(), date: z.string().optional() }).optional(),
});
const pageShape = z.object({
  items: z
    .array(z.object({ id: z.string(), etag: z.string().default(""), status: z.string().default("") }))
    .default([]),
  nextPageToken: z.string().optional(),
  nextSyncToken: z.string().optional(),
});

/** Our own calendar at Google: an event's id follows from its appointment, so one that is sent twice is made once. */
function ownCalendar(app: App, token: string): AppointmentCalendar {
  return {
    hrefFor: (url, appointmentId) => new URL(`events/${eventIdOf(appointmentId)}`, url).href,
    uidFor: (appointmentId) => `${eventIdOf(appointmentId)}@google.com`,
    async readCursor(url, before) {
      // The list itself brings a token, and without one there is nothing to compare.
      if (before === null) return { kind: "read", cursor: null };
      const listed = await list(app, token, { url, syncToken: before });
      if (listed?.kind === "fault") return listed;
      return { kind: "read", cursor: listed?.etags.size === 0 ? before : null };
    },
    async listObjects(url) {
      const listed = await list(app, token, { url, syncToken: null });
      return listed ?? faultOf("refused");
    },
    readObject: (href) => readEvent(app, token, href),
    async putObject({ href, event, before }) {
      if (before === null) return insert(app, token, { href, event });
      return written(await askCompany(app, token, patchOf(href, event, before.etag)));
    },
    async deleteObject({ href, ifMatch }) {
      const answer = await askCompany(app, token, { url: href, method: "DELETE", ifMatch });
      if (answer.kind === "fault") return answer;
      const isGone = answer.status === 404 || answer.status === 410;
      return isGone || answer.status === 204 ? { kind: "changed", etag: null } : written(answer);
    },
  };
}

/** Letters a to v and digits, as Google wants: a UUID without its dashes. */
const eventIdOf = (appointmentId: string) => appointmentId.toLowerCase().replaceAll(/[^0-9a-v]/g, "");

/** By pages. Null: the sync token is too old (410), and everything has to be listed. */
async function list(
  app: App,
  token: string,
  { url, syncToken }: { url: string; syncToken: string | null },
): Promise<{ kind: "read"; etags: Map<string, string>; cursor: string | null } | CalDavFault | null> {
  const etags = new Map<string, string>();
  let page: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = new URLSearchParams({
      ...{ maxResults: "2500", fields: "nextPageToken,nextSyncToken,items(id,etag,status)" },
      ...(syncToken !== null && { syncToken }),
      ...(page !== undefined && { pageToken: page }),
    });
    const answer = await askCompany(app, token, { url: new URL(`events?${query}`, url).href });
    if (answer.kind === "fault") return answer;
    if (answer.status === 410 && syncToken !== null) return null;
    if (answer.status !== 200) return faultFrom(answer);
    const read = readAs(pageShape, answer.text);
    if (read.kind === "fault") return read;
    for (const { id, etag, status } of read.value.items) {
      // With a token, what is deleted counts as a change too.
      if (status === "cancelled" && syncToken === null) continue;
      etags.set(keyOf(new URL(`events/${id}`, url).href), etag);
    }
    page = read.value.nextPageToken;
    if (page === undefined) return { kind: "read", etags, cursor: read.value.nextSyncToken ?? null };
  }
  return faultOf("too-many");
}

async function readEvent(
  app: App,
  token: string,
  href: string,
): Promise<{ kind: "read"; found: Found | null; isCancelled?: string } | CalDavFault> {
  const answer = await askCompany(app, token, { url: href });
  if (answer.kind === "fault") return answer;
  if (answer.status === 404 || answer.status === 410) return { kind: "read", found: null };
  if (answer.status !== 200) return faultFrom(answer);
  const read = readAs(eventShape, answer.text);
  if (read.kind === "fault") return read;
  const { etag, status, start, end } = read.value;
  if (status === "cancelled") return { kind: "read", found: null, isCancelled: etag };
  const [from, to] = [Date.parse(start?.dateTime ?? ""), Date.parse(end?.dateTime ?? "")];
  const time = from < to ? { start: from, end: to } : null;
  return { kind: "read", found: { etag, time, text: "" } };
}

async function insert(
  app: App,
  token: string,
  { href, event }: { href: string; event: OwnEvent },
): Promise<WriteOutcome> {
  const url = href.slice(0, href.lastIndexOf("/"));
  const body = { id: href.slice(href.lastIndexOf("/") + 1), ...bodyOf(event) };
  const answer = await askCompany(app, token, { url, method: "POST", body });
  if (answer.kind === "fault" || answer.status !== 409) return written(answer);
  // Google keeps the id of what was deleted: that one is called back.
  const read = await readEvent(app, token, href);
  if (read.kind === "fault") return read;
  if (read.isCancelled === undefined) return { kind: "conflict" };
  return written(await askCompany(app, token, patchOf(href, event, read.isCancelled)));
}

/** Its therapist's colour, alarm and notes stay; a day or a repetition that they gave it does not. */
function patchOf(href: string, event: OwnEvent, ifMatch: string | null): Question {
  const { start, end, ...more } = bodyOf(event);
  const body = { ...more, start: { ...start, date: null }, end: { ...end, date: null }, recurrence: null };
  return { url: href, method: "PATCH", body, ...(ifMatch !== null && { ifMatch }) };
}

function bodyOf({ start, end, summary, isPending, url }: OwnEvent) {
  const at = (instant: number) => ({ dateTime: new Date(instant).toISOString(), timeZone: "UTC" });
  return {
    ...{ summary, start: at(start), end: at(end), status: isPending ? "tentative" : "confirmed" },
    source: { title: "Diary", url },
  };
}

function written(answer: Answered | CalDavFault): WriteOutcome {
  if (answer.kind === "fault") return answer;
  if (answer.status === 412 || answer.status === 409) return { kind: "conflict" };
  if (answer.status !== 200) return faultFrom(answer);
  const read = z.object({ etag: z.string() }).safeParse(jsonOf(answer.text));
  return { kind: "changed", etag: read.success ? read.data.etag : null };
}

const errorShape = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string().default("") })).default([]) }),
});

const TOO_FAST = ["rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "dailyLimitExceeded"];

function faultFrom({ status, text, wait }: Answered): CalDavFault {
  const read = errorShape.safeParse(jsonOf(text));
  const reasons = read.success ? read.data.error.errors.map(({ reason }) => reason) : [];
  if (status === 429 || reasons.some((reason) => TOO_FAST.includes(reason))) return faultOf("too-fast", wait);
  if (status === 401) return faultOf("signed-out");
  if (reasons.includes("accessNotConfigured")) return faultOf("api-off");
  if (reasons.includes("insufficientPermissions")) return faultOf("not-allowed");
  if (status === 404 || status === 410) return faultOf("calendar-gone");
  return status === 403 ? faultOf("read-only") : faultOf("refused", wait);
}
