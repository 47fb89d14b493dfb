import { z } from "zod";
import { type Interval, merge } from "#app/availability/interval.ts";
import type {
  AppointmentCalendar,
  CalendarCompany,
  Found,
  RegisteredApp,
} from "#app/calendars/appointment-calendar.server.ts";
import {
  type Answered,
  askCompany,
  askForTokens,
  challengeFor,
  emailIn,
  jsonOf,
  type Question,
  readAs,
} from "#app/calendars/ask-company.server.ts";
import { type CalDavFault, faultOf, keyOf, type WriteOutcome } from "#app/calendars/caldav.gateway.server.ts";
import type { OwnEvent } from "#app/calendars/own-event.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { MICROSOFT_CALENDAR } from "#app/platform/config.server.ts";

/** There is none that writes to one calendar only. */
const CALENDAR_SCOPE = "Calendars.ReadWrite";
const SCOPES = ["openid", "email", "profile", "offline_access", `https://graph.microsoft.com/${CALENDAR_SCOPE}`];
/** An event's own name for its appointment: Graph gives ids of its own. The number is this product's. */
const PROPERTY = "String {0f5b7a52-6a0e-4c0b-9d2b-2f6e7c1d9a40} Name appointment";
const DAY_MS = 86_400_000;
const MOST_PAGES = 100;

type App = Pick<AppContext, "config" | "clock">;

/** Microsoft's calendars (Graph): when the main one is busy, and one of our own for appointments. */
export const microsoft: CalendarCompany = {
  signInUrl,
  exchangeCode,
  freshToken,
  findCalendars,
  readBusy,
  appointments: ownCalendar,
};

function addressAt({ config }: App, place: "sign-in" | "graph", path: string): string {
  const isMicrosoft = config.microsoftCalendarUrl === MICROSOFT_CALENDAR;
  const host = isMicrosoft && place === "sign-in" ? "https://login.microsoftonline.com" : config.microsoftCalendarUrl;
  return new URL(place === "sign-in" ? `/common/oauth2/v2.0/${path}` : `/v1.0/${path}`, host).href;
}

function signInUrl(
  app: App,
  { clientId, redirect, state, verifier }: { clientId: string; redirect: string; state: string; verifier: string },
): string {
  const query = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirect, response_type: "code", response_mode: "query" },
    ...{ scope: SCOPES.join(" "), state, prompt: "select_account" },
    ...challengeFor(verifier),
  });
  return addressAt(app, "sign-in", `authorize?${query}`);
}

async function exchangeCode(
  app: App,
  { clientId, secret }: RegisteredApp,
  { code, verifier, redirect }: { code: string; verifier: string; redirect: string },
) {
  const answer = await askForTokens(app, addressAt(app, "sign-in", "token"), {
    ...{ grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: redirect },
    ...{ client_id: clientId, client_secret: secret, scope: SCOPES.join(" ") },
  });
  if (answer.kind === "fault") return answer;
  const { refresh_token: refreshToken, access_token: accessToken, scope, id_token: idToken } = answer.value;
  const isAllowed = scope.split(" ").some((one) => one.endsWith(CALENDAR_SCOPE));
  if (!isAllowed || !refreshToken) return faultOf("not-allowed");
  return { kind: "signed-in" as const, refreshToken, accessToken, email: emailIn(idToken) ?? "Microsoft account" };
}

/** Each use of a refresh token brings another one, which lasts longer. */
async function freshToken(app: App, { clientId, secret }: RegisteredApp, refreshToken: string) {
  const answer = await askForTokens(app, addressAt(app, "sign-in", "token"), {
    ...{ grant_type: "refresh_token", refresh_token: refreshToken, scope: SCOPES.join(" ") },
    ...{ client_id: clientId, client_secret: secret },
  });
  if (answer.kind === "fault") return answer;
  const { access_token: accessToken, refresh_token: next } = answer.value;
  return { kind: "answer" as const, value: { accessToken, refreshToken: next ?? null } };
}

const MAIN = "me/calendar/";

async function findCalendars(
  app: App,
  token: string,
  { title, before }: { title: string; zone: string; before: string | null },
) {
  const known = before === null ? null : await ask(app, token, { url: before.replace(/\/$/, "") });
  if (known?.kind === "fault") return known;
  const isThere = known?.status === 200;
  const make = { url: addressAt(app, "graph", "me/calendars"), method: "POST", body: { name: title } } as const;
  const answer = isThere ? known : await ask(app, token, make);
  if (answer.kind === "fault") return answer;
  if (answer.status !== 200 && answer.status !== 201) return faultFrom(answer);
  const read = readAs(z.object({ id: z.string(), name: z.string().default("") }), answer.text);
  if (read.kind === "fault") return read;
  const { id, name } = read.value;
  const own = addressAt(app, "graph", `me/calendars/${encodeURIComponent(id)}/`);
  const calendars = [
    { url: addressAt(app, "graph", MAIN), name: "Main calendar", writes: false },
    { url: own, name: name.slice(0, 80) || title, writes: true, reads: false },
  ];
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

/**
 * The view of the main calendar, with repeating events as Microsoft expands them. A list of changes (delta) leaves out
 * whether an occurrence is free, so the whole window is read: a page or two.
 */
async function readBusy(app: App, token: string, window: Interval) {
  const query = new URLSearchParams({
    ...{ startDateTime: new Date(window.start).toISOString(), endDateTime: new Date(window.end).toISOString() },
    ...{ $select: "start,end,showAs,isCancelled,responseStatus", $top: "500" },
  });
  const read = await listAll(app, token, { path: `me/calendarView?${query}`, shape: busyShape });
  if (read.kind === "fault") return read;
  const busy = read.items
    .filter(({ showAs, isCancelled, responseStatus }) => {
      return !isCancelled && !FREE.includes(showAs) && responseStatus?.response !== "declined";
    })
    .map(({ start, end }) => ({ start: instantOf(start), end: instantOf(end) }))
    .filter((time) => time.start < time.end);
  return { kind: "read" as const, busy: merge(busy) };
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
      const read = await listAll(app, token, { path: `${pathOf(url)}events?${query}`, shape: eventShape });
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
const eventUrl = (app: App, id: string) => addressAt(app, "graph", `me/events/${encodeURIComponent(id)}`);

/** The event of the appointment that an address names; null: none. */
async function findEvent(app: App, token: string, href: string): Promise<Event | CalDavFault | null> {
  const [path = "", id = ""] = pathOf(href).split("/events/");
  const has = `ep/id eq '${PROPERTY}' and ep/value eq '${id}'`;
  const query = new URLSearchParams({ ...OWN_FIELDS, $filter: `singleValueExtendedProperties/Any(ep: ${has})` });
  const read = await listAll(app, token, { path: `${path}/events?${query}`, shape: eventShape });
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
  const url = addressAt(app, "graph", `${path}/events`);
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
  { path, shape }: { path: string; shape: z.ZodType<Item> },
): Promise<{ kind: "read"; items: Item[] } | CalDavFault> {
  const pageShape = z.object({ value: z.array(shape), "@odata.nextLink": z.string().optional() });
  const items: Item[] = [];
  let url: string | undefined = addressAt(app, "graph", path);
  for (let pages = 0; url !== undefined; pages += 1) {
    if (pages >= MOST_PAGES) return faultOf("too-many");
    const answer: Answered | CalDavFault = await ask(app, token, { url });
    if (answer.kind === "fault") return answer;
    if (answer.status !== 200) return faultFrom(answer);
    const read: { kind: "answer"; value: z.output<typeof pageShape> } | CalDavFault = readAs(pageShape, answer.text);
    if (read.kind === "fault") return read;
    items.push(...read.value.value);
    const next: string | undefined = read.value["@odata.nextLink"];
    if (next !== undefined && !isOurs(app, next)) return faultOf("redirects");
    url = next;
  }
  return { kind: "read", items };
}

function isOurs({ config }: App, link: string): boolean {
  return URL.parse(link)?.origin === new URL(config.microsoftCalendarUrl).origin;
}

const PREFERENCES = { Prefer: 'outlook.timezone="UTC", IdType="ImmutableId"' };
const ask = (app: App, token: string, question: Question) => askCompany(app, token, question, PREFERENCES);

function faultFrom({ status, wait }: Answered): CalDavFault {
  if (status === 429 || status === 503) return faultOf("too-fast", wait);
  if (status === 401) return faultOf("signed-out");
  if (status === 403) return faultOf("not-allowed");
  return status === 404 || status === 410 ? faultOf("calendar-gone") : faultOf("refused", wait);
}
