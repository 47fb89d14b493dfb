import { z } from "zod";
import { type Interval, merge } from "#app/availability/interval.ts";
import type { AppointmentCalendar, CalendarCompany, Found } from "#app/calendars/appointment-calendar.server.ts";
import { type Answered, askCompany, type Question, readAs } from "#app/calendars/ask-company.server.ts";
import { type CalDavFault, faultOf, keyOf, type WriteOutcome } from "#app/calendars/caldav.gateway.server.ts";
import type { OwnEvent } from "#app/calendars/own-event.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import {
  claimsIn,
  exchangeMicrosoftCode,
  jsonOf,
  microsoftSignInUrl,
  renewMicrosoft,
} from "#app/platform/outbound/oauth.server.ts";
import type { RegisteredApp } from "#app/settings/registered-app.server.ts";

/** There is none that writes to one calendar only. */
const CALENDAR_SCOPE = "Calendars.ReadWrite";
const SCOPES = ["openid", "email", "profile", "offline_access", `https://graph.microsoft.com/${CALENDAR_SCOPE}`];
/** An event's own name for its appointment: Graph gives ids of its own. The number is this product's. */
const PROPERTY = "String {0f5b7a52-6a0e-4c0b-9d2b-2f6e7c1d9a40} Name appointment";
const DAY_MS = 86_400_000;
const MOST_PAGES = 100;

type App = Pick<AppContext, "config" | "clock">;

/** Microsoft's calendars (Graph): when those that are chosen are busy, and one of our own for appointments. */
export const microsoft: CalendarCompany = {
  signInUrl,
  exchangeCode,
  freshToken,
  findCalendars,
  listOthers,
  readBusy,
  // Graph takes away all sessions of a person at once, in every app, or nothing.
  endSignIn: null,
  appointments: ownCalendar,
};

function graphAt({ config }: App, path: string): string {
  return new URL(`/v1.0/${path}`, config.microsoftCalendarUrl).href;
}

function signInUrl(app: App, begun: { clientId: string; redirect: string; state: string; verifier: string }): string {
  return microsoftSignInUrl(app, { ...begun, scopes: SCOPES });
}

async function exchangeCode(
  app: App,
  registered: RegisteredApp,
  back: { code: string; verifier: string; redirect: string },
) {
  const answer = await exchangeMicrosoftCode(app, registered, { ...back, scopes: SCOPES });
  if (answer.kind === "fault") return answer;
  const { refresh_token: refreshToken, access_token: accessToken, scope, id_token: idToken } = answer.value;
  const isAllowed = scope.split(" ").some((one) => one.endsWith(CALENDAR_SCOPE));
  if (!isAllowed || !refreshToken) return faultOf("not-allowed");
  return {
    kind: "signed-in" as const,
    refreshToken,
    accessToken,
    email: claimsIn(idToken).email ?? "Microsoft account",
  };
}

async function freshToken(app: App, registered: RegisteredApp, refreshToken: string) {
  const answer = await renewMicrosoft(app, registered, { refreshToken, scopes: SCOPES });
  if (answer.kind === "fault") return answer;
  const { access_token: accessToken, refresh_token: next } = answer.value;
  return { kind: "answer" as const, value: { accessToken, refreshToken: next ?? null } };
}

const MAIN = "me/calendar/";
const calendarUrl = (app: App, id: string) => graphAt(app, `me/calendars/${encodeURIComponent(id)}/`);

async function findCalendars(
  app: App,
  token: string,
  { title, before }: { title: string; zone: string; before: string | null },
) {
  const known = before === null ? null : await ask(app, token, { url: before.replace(/\/$/, "") });
  if (known?.kind === "fault") return known;
  const isThere = known?.status === 200;
  const make = { url: graphAt(app, "me/calendars"), method: "POST", body: { name: title } } as const;
  const answer = isThere ? known : await ask(app, token, make);
  if (answer.kind === "fault") return answer;
  if (answer.status !== 200 && answer.status !== 201) return faultFrom(answer);
  const read = readAs(z.object({ id: z.string(), name: z.string().default("") }), answer.text);
  if (read.kind === "fault") return read;
  const { id, name } = read.value;
  const calendars = [
    { url: graphAt(app, MAIN), name: "Main calendar", writes: false },
    { url: calendarUrl(app, id), name: name.slice(0, 80) || title, writes: true, reads: false },
  ];
  return { kind: "found" as const, calendars };
}

const listShape = z.object({
  id: z.string(),
  name: z.string().default(""),
  isDefaultCalendar: z.boolean().default(false),
});

async function listOthers(app: App, token: string, own: string | null) {
  const query = new URLSearchParams({ $select: "id,name,isDefaultCalendar", $top: "100" });
  const read = await listAll(app, token, { url: graphAt(app, `me/calendars?${query}`), shape: listShape });
  if (read.kind === "fault") return read;
  const calendars = read.items
    .filter(({ isDefaultCalendar }) => !isDefaultCalendar)
    .map(({ id, name }) => ({ url: calendarUrl(app, id), name: name.slice(0, 80) || "Calendar", writes: false }))
    .filter(({ url }) => url !== own);
  return { kind: "found" as const, calendars };
}

const timeShape = z.object({ dateTime: z.string() });
const busyShape = z.object({
  start: timeShape,
  end: timeShape,
  showAs: z.string().default("busy"),
  isCancelled: z.boolean().default(false),
  responseStatus: z.object({ response: z.string().optional() }).nullish(),
});

const FREE = ["free", "workingElsewhere"];

type Extent = { url: string; window: Interval; cursor: string | null };

/**
 * The changes since the last look (delta) say whether to read the calendar again. They don't say of an occurrence whether
 * it is free, and can't leave titles out, so what has changed is read from the view, with repeating events as Microsoft
 * expands them.
 */
async function readBusy(app: App, token: string, { url, window, cursor }: Extent) {
  const path = `${pathOf(url)}calendarView`;
  const extent = {
    startDateTime: new Date(window.start).toISOString(),
    endDateTime: new Date(window.end).toISOString(),
  };
  const before = cursor === null ? null : await listChanges(app, token, cursor);
  if (before?.kind === "fault") return before;
  if (before?.kind === "read" && before.count === 0) return { kind: "cached" as const, cursor: before.cursor };
  // Asked before the view is read: what changes meanwhile is found at the next look.
  const first = graphAt(app, `${path}/delta?${new URLSearchParams(extent)}`);
  const changes = before?.kind === "read" ? before : await listChanges(app, token, first);
  if (changes.kind === "fault") return changes;
  const query = new URLSearchParams({ ...extent, $select: "start,end,showAs,isCancelled,responseStatus", $top: "500" });
  const read = await listAll(app, token, { url: graphAt(app, `${path}?${query}`), shape: busyShape });
  if (read.kind === "fault") return read;
  const busy = read.items
    .filter(({ showAs, isCancelled, responseStatus }) => {
      return !isCancelled && !FREE.includes(showAs) && responseStatus?.response !== "declined";
    })
    .map(({ start, end }) => ({ start: instantOf(start), end: instantOf(end) }))
    .filter((time) => time.start < time.end);
  return { kind: "read" as const, busy: merge(busy), cursor: changes.kind === "read" ? changes.cursor : null };
}

/** How many changes there are, and the link that brings the next ones. `not-found`: the link is too old, and everything is to be asked for again. */
async function listChanges(
  app: App,
  token: string,
  url: string,
): Promise<{ kind: "read"; count: number; cursor: string } | { kind: "not-found" } | CalDavFault> {
  const read = await listAll(app, token, { url, shape: z.object({}) });
  // 410; whether the calendar itself is gone, its view says.
  if (read.kind === "fault") return read.fault === "calendar-gone" ? { kind: "not-found" } : read;
  return read.deltaLink === null
    ? faultOf("refused")
    : { kind: "read", count: read.items.length, cursor: read.deltaLink };
}

/** `2027-05-05T09:00:00.0000000`, in UTC as we ask for it. */
const instantOf = ({ dateTime }: { dateTime: string }) => Date.parse(`${dateTime.slice(0, 19)}Z`);

const eventShape = z.object({
  id: z.string(),
  "@odata.etag": z.string(),
  isAllDay: z.boolean().default(false),
  start: timeShape,
  end: timeShape,
  singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: z.string() })).default([]),
});
type Event = z.output<typeof eventShape>;

const OWN_FIELDS = {
  $select: "id,start,end,isAllDay",
  $expand: `singleValueExtendedProperties($filter=id eq '${PROPERTY}')`,
};

/** Graph names events itself, so `href` ends with the appointment's id, and each event carries that as a property. */
function ownCalendar(app: App, token: string): AppointmentCalendar {
  return {
    hrefFor: (url, appointmentId) => new URL(`events/${appointmentId}`, url).href,
    uidFor: (appointmentId, hostname) => `${appointmentId}-practice@${hostname}`,
    readCursor: async () => ({ kind: "read", cursor: null }),
    async listObjects(url) {
      const since = new Date(app.clock.now() - DAY_MS).toISOString();
      const query = new URLSearchParams({ ...OWN_FIELDS, $filter: `start/dateTime ge '${since}'`, $top: "500" });
      const read = await listAll(app, token, { url: new URL(`events?${query}`, url).href, shape: eventShape });
      if (read.kind === "fault") return read;
      const etags = new Map<string, string>();
      for (const event of read.items) {
        const [own] = event.singleValueExtendedProperties;
        if (own) etags.set(keyOf(new URL(`events/${own.value}`, url).href), event["@odata.etag"]);
      }
      return { kind: "read", etags };
    },
    async readObject(href) {
      const event = await findEvent(app, token, href);
      if (event === null) return { kind: "read", found: null };
      return "kind" in event ? event : { kind: "read", found: foundOf(event) };
    },
    putObject: ({ href, event, before }) =>
      before === null ? insert(app, token, { href, event }) : update(app, token, { href, event, before }),
    async deleteObject({ href, ifMatch }) {
      const event = await findEvent(app, token, href);
      if (event === null) return { kind: "changed", etag: null };
      if ("kind" in event) return event;
      if (event["@odata.etag"] !== ifMatch) return { kind: "conflict" };
      const answer = await ask(app, token, { url: eventUrl(app, event.id), method: "DELETE", ifMatch });
      if (answer.kind === "fault") return answer;
      return answer.status === 204 || answer.status === 404 ? { kind: "changed", etag: null } : written(answer);
    },
  };
}

const pathOf = (url: string) => new URL(url).pathname.replace(/^\/v1\.0\//, "");
const eventUrl = (app: App, id: string) => graphAt(app, `me/events/${encodeURIComponent(id)}`);

/** The event of the appointment that an address names; null: none. */
async function findEvent(app: App, token: string, href: string): Promise<Event | CalDavFault | null> {
  const [path = "", id = ""] = pathOf(href).split("/events/");
  const has = `ep/id eq '${PROPERTY}' and ep/value eq '${id}'`;
  const query = new URLSearchParams({ ...OWN_FIELDS, $filter: `singleValueExtendedProperties/Any(ep: ${has})` });
  const read = await listAll(app, token, {
    url: graphAt(app, `${path}/events?${query}`),
    shape: eventShape,
  });
  // A calendar that is gone has no events; writing to it says so.
  if (read.kind === "fault") return read.fault === "calendar-gone" ? null : read;
  return read.items[0] ?? null;
}

function foundOf(event: Event): Found {
  const time = { start: instantOf(event.start), end: instantOf(event.end) };
  return { etag: event["@odata.etag"], text: "", time: event.isAllDay || time.start >= time.end ? null : time };
}

async function insert(
  app: App,
  token: string,
  { href, event }: { href: string; event: OwnEvent },
): Promise<WriteOutcome> {
  const there = await findEvent(app, token, href);
  if (there !== null) return "kind" in there ? there : { kind: "conflict" };
  const [path = "", id = ""] = pathOf(href).split("/events/");
  const body = {
    ...bodyOf(event),
    // Its notes are its therapist's from then on.
    body: { contentType: "text", content: event.url },
    singleValueExtendedProperties: [{ id: PROPERTY, value: id }],
  };
  const url = graphAt(app, `${path}/events`);
  // An answer that was lost, and a second attempt: Graph makes one event. It may refuse the same for what was deleted.
  const once = await ask(app, token, { url, method: "POST", body: { ...body, transactionId: id } });
  if (once.kind === "fault" || once.status !== 409) return written(once);
  return written(await ask(app, token, { url, method: "POST", body }));
}

async function update(
  app: App,
  token: string,
  { href, event, before }: { href: string; event: OwnEvent; before: Found },
): Promise<WriteOutcome> {
  const there = await findEvent(app, token, href);
  if (there === null) return { kind: "conflict" };
  if ("kind" in there) return there;
  const etag = there["@odata.etag"];
  if (before.etag !== null && before.etag !== etag) return { kind: "conflict" };
  const body = { ...bodyOf(event), isAllDay: false, recurrence: null };
  return written(await ask(app, token, { url: eventUrl(app, there.id), method: "PATCH", body, ifMatch: etag }));
}

function bodyOf({ start, end, summary, isPending }: OwnEvent) {
  const at = (instant: number) => ({ dateTime: new Date(instant).toISOString().slice(0, 19), timeZone: "UTC" });
  return {
    ...{ subject: summary, start: at(start), end: at(end), showAs: isPending ? "tentative" : "busy" },
  };
}

function written(answer: Answered | CalDavFault): WriteOutcome {
  if (answer.kind === "fault") return answer;
  if (answer.status === 412 || answer.status === 409) return { kind: "conflict" };
  if (answer.status !== 200 && answer.status !== 201) return faultFrom(answer);
  const read = z.object({ "@odata.etag": z.string() }).safeParse(jsonOf(answer.text));
  return { kind: "changed", etag: read.success ? read.data["@odata.etag"] : null };
}

/** All pages. A link to the next one is followed only where it began: the token goes along. */
async function listAll<Item>(
  app: App,
  token: string,
  { url: first, shape }: { url: string; shape: z.ZodType<Item> },
): Promise<{ kind: "read"; items: Item[]; deltaLink: string | null } | CalDavFault> {
  const link = z.string().optional();
  const pageShape = z.object({ value: z.array(shape), "@odata.nextLink": link, "@odata.deltaLink": link });
  const items: Item[] = [];
  let deltaLink: string | null = null;
  let url: string | undefined = first;
  for (let pages = 0; url !== undefined; pages += 1) {
    if (pages >= MOST_PAGES) return faultOf("too-many");
    const answer: Answered | CalDavFault = await ask(app, token, { url });
    if (answer.kind === "fault") return answer;
    if (answer.status !== 200) return faultFrom(answer);
    const read: { kind: "answer"; value: z.output<typeof pageShape> } | CalDavFault = readAs(pageShape, answer.text);
    if (read.kind === "fault") return read;
    items.push(...read.value.value);
    const { "@odata.nextLink": next, "@odata.deltaLink": last } = read.value;
    if ([next, last].some((one) => one !== undefined && !isOurs(app, one))) return faultOf("redirects");
    deltaLink = last ?? null;
    url = next;
  }
  return { kind: "read", items, deltaLink };
}

function isOurs({ config }: App, link: string): boolean {
  return URL.parse(link)?.origin === new URL(config.microsoftCalendarUrl).origin;
}

const PREFERENCES = { Prefer: 'outlook.timezone="UTC", IdType="ImmutableId", odata.maxpagesize=500' };
const ask = (app: App, token: string, question: Question) => askCompany(app, token, question, PREFERENCES);

function faultFrom({ status, wait }: Answered): CalDavFault {
  if (status === 429 || status === 503) return faultOf("too-fast", wait);
  if (status === 401) return faultOf("signed-out");
  if (status === 403) return faultOf("not-allowed");
  return status === 404 || status === 410 ? faultOf("calendar-gone") : faultOf("refused", wait);
}
