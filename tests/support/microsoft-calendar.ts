import { createHash } from "node:crypto";
import { onTestFinished } from "vitest";
import type { Config } from "#app/platform/config.server.ts";
import {
  type Answer,
  type Code,
  consentPage,
  type Json,
  merged,
  type Question,
  startAnswering,
} from "#tests/support/calendar-company.ts";

export const MICROSOFT_CLIENT = {
  clientId: "7d0b5a52-1111-4c0b-9d2b-2f6e7c1d9a40",
  secret: "abc8Q~a-secret-of-nobody",
};
const SCOPE = "https://graph.microsoft.com/Calendars.ReadWrite";

type Time = { dateTime: string; timeZone: string };
type Property = { id: string; value: string };
type Event = {
  id: string;
  calendar: string;
  seq: number;
  start: Time;
  end: Time;
  transactionId?: string;
  singleValueExtendedProperties?: Property[];
} & Json;
type Grant = { email: string; scopes: string[]; isRevoked: boolean };
type Fault = { status: number; code: string; headers?: Record<string, string> };

/** Microsoft's calendars (Graph) and its sign-in on loopback, for one test. */
export async function microsoftCalendars() {
  const microsoft = await startMicrosoftCalendars();
  onTestFinished(microsoft.close);
  return microsoft;
}

/**
 * The same until it is closed. It answers as Microsoft documents it, in the shapes of its errors; Microsoft's own package is
 * its client in microsoft-package.test.ts.
 */
export async function startMicrosoftCalendars() {
  const calendars = new Map<string, { id: string; name: string }>();
  const events = new Map<string, Event>();
  const grants = new Map<string, Grant>();
  const access = new Map<string, string>();
  const codes = new Map<string, Code>();
  let view: Json[] = [];
  const others = new Map<string, { name: string; view: Json[] }>();
  /** What changed in a calendar's view, by its number: a link of changes brings those after its own. */
  let changes: { seq: number; calendar: string; change: Json }[] = [];
  let expiredBefore = 0;
  let faults: Fault[] = [];
  let [seq, pageSize, unticked]: [number, number, string | null] = [1, 500, null];
  const email = "tom.ellery@example.com";

  function answerTo(question: Question): Answer {
    const { method, path, query } = question;
    if (path === "/common/oauth2/v2.0/authorize")
      return consentPage(query, {
        clientId: MICROSOFT_CLIENT.clientId,
        codes,
        unticked,
        name: "Sign in to your account",
      });
    if (path === "/common/oauth2/v2.0/token") return tokens(question);
    const fault = faults.shift();
    if (fault) return { ...failure(fault.status, fault.code), headers: fault.headers ?? {} };
    const grant = grants.get(access.get(question.token) ?? "");
    if (!grant || grant.isRevoked) return failure(401, "InvalidAuthenticationToken");
    if (!grant.scopes.includes(SCOPE)) return failure(403, "ErrorAccessDenied");
    const [, seen, isDelta] = /^\/v1\.0\/me\/(calendar|calendars\/[^/]+)\/calendarView(\/delta)?$/.exec(path) ?? [];
    if (seen !== undefined) {
      const of = decodeURIComponent(seen.slice("calendars/".length));
      const found = of === "" ? view : others.get(of)?.view;
      if (!found) return failure(404, "ErrorItemNotFound");
      return isDelta ? delta(of, viewed(query, found), question) : paged(question, viewed(query, found));
    }
    if (path === "/v1.0/me/calendars" && method === "POST") return newCalendar(question);
    if (path === "/v1.0/me/calendars") {
      const theirs = [...others].map(([id, { name }]) => ({ id, name, isDefaultCalendar: false }));
      const ours = [...calendars.values()].map((one) => ({ ...one, isDefaultCalendar: false }));
      return paged(question, [{ id: "AAMkMAIN=", name: "Calendar", isDefaultCalendar: true }, ...theirs, ...ours]);
    }
    const [, event] = /^\/v1\.0\/me\/events\/([^/]+)$/.exec(path) ?? [];
    if (event !== undefined) return one(decodeURIComponent(event), question);
    const [, id, list] = /^\/v1\.0\/me\/calendars\/([^/]+)(\/events)?$/.exec(path) ?? [];
    const calendar = calendars.get(decodeURIComponent(id ?? ""));
    if (!calendar) return failure(404, "ErrorItemNotFound");
    if (!list) return { status: 200, body: calendar };
    return method === "POST" ? insert(calendar.id, question) : listed(calendar.id, question);
  }

  function tokens({ form }: Question): Answer {
    const refuse = (error: string, status = 400): Answer => ({
      status,
      body: { error, error_description: "AADSTS70000: refused", error_codes: [70000] },
    });
    if (form.get("client_id") !== MICROSOFT_CLIENT.clientId || form.get("client_secret") !== MICROSOFT_CLIENT.secret)
      return refuse("invalid_client", 401);
    const next = `M.C5-${++seq}-a-refresh-token`;
    if (form.get("grant_type") === "authorization_code") {
      const code = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (code?.challenge !== challenge || code.redirect !== form.get("redirect_uri")) return refuse("invalid_grant");
      grants.set(next, { email, scopes: code.scopes, isRevoked: false });
    } else {
      const before = grants.get(form.get("refresh_token") ?? "");
      if (!before || before.isRevoked) return refuse("invalid_grant");
      grants.set(next, { ...before });
    }
    const token = `eyJ0-${++seq}-an-access-token`;
    access.set(token, next);
    const claims = Buffer.from(JSON.stringify({ preferred_username: email })).toString("base64url");
    const scope = (grants.get(next)?.scopes ?? []).filter((one) => one !== "offline_access").join(" ");
    const body = { token_type: "Bearer", expires_in: 3599, ext_expires_in: 3599, access_token: token, scope };
    return { status: 200, body: { ...body, refresh_token: next, id_token: `e30.${claims}.x` } };
  }

  function newCalendar({ body }: Question): Answer {
    const calendar = { id: `AAMkAD${++seq}=`, name: String(body.name) };
    calendars.set(calendar.id, calendar);
    return { status: 201, body: calendar };
  }

  /**
   * Changes of a view: all of it at first, by pages, and at the end a link for those to come. An occurrence says only when
   * it is, and nothing may be chosen, left out or sorted.
   */
  function delta(calendar: string, all: Json[], question: Question): Answer {
    const { query, path } = question;
    if (["$select", "$top", "$filter", "$orderby", "$expand", "$search"].some((name) => query.has(name)))
      return failure(400, "ErrorInvalidUrlQuery");
    const since = query.get("$deltatoken");
    if (since !== null && Number(since) < expiredBefore) return failure(410, "SyncStateNotFound");
    const found =
      since === null
        ? all.map(asChange)
        : changes.filter((one) => one.calendar === calendar && one.seq > Number(since)).map(({ change }) => change);
    const from = Number(query.get("$skiptoken") ?? 0);
    const next = new URLSearchParams([...query].filter(([name]) => !name.startsWith("$")));
    const isLast = from + pageSize >= found.length;
    next.set(isLast ? "$deltatoken" : "$skiptoken", String(isLast ? seq : from + pageSize));
    if (!isLast && since !== null) next.set("$deltatoken", since);
    const link = { [isLast ? "@odata.deltaLink" : "@odata.nextLink"]: `${origin}${path}?${next}` };
    return { status: 200, body: { "@odata.context": "x", value: found.slice(from, from + pageSize), ...link } };
  }

  function viewed(query: URLSearchParams, view: Json[]): Json[] {
    const [from, to] = [query.get("startDateTime") ?? "", query.get("endDateTime") ?? ""].map((at) => Date.parse(at));
    const isWithin = (time: Json) => instantOf(time.start) < (to ?? 0) && instantOf(time.end) > (from ?? 0);
    return view.filter(isWithin);
  }

  /** The filters that we use, as Graph reads them. */
  function listed(calendar: string, question: Question): Answer {
    const filter = question.query.get("$filter") ?? "";
    const [, property, value] =
      /^singleValueExtendedProperties\/Any\(ep: ep\/id eq '([^']+)' and ep\/value eq '([^']+)'\)$/.exec(filter) ?? [];
    const [, since] = /^start\/dateTime ge '([^']+)'$/.exec(filter) ?? [];
    if (filter !== "" && property === undefined && since === undefined)
      return failure(400, "ErrorInvalidUrlQueryFilter");
    const has = ({ singleValueExtendedProperties = [] }: Event) =>
      singleValueExtendedProperties.some((one) => one.id === property && one.value === value);
    const found = [...events.values()]
      .filter((event) => event.calendar === calendar)
      .filter((event) => property === undefined || has(event))
      .filter((event) => since === undefined || instantOf(event.start) >= Date.parse(since));
    return paged(
      question,
      found.map((event) => viewOf(event, question.query.has("$expand"))),
    );
  }

  function paged({ path, query }: Question, all: object[]): Answer {
    const from = Number(query.get("$skip") ?? 0);
    const size = Math.min(pageSize, Number(query.get("$top") ?? 10));
    const next = new URLSearchParams(query);
    next.set("$skip", String(from + size));
    const link = from + size < all.length ? { "@odata.nextLink": `${origin}${path}?${next}` } : {};
    const chosen = query.get("$select")?.split(",");
    const value = all
      .slice(from, from + size)
      .map((one) => (chosen && !query.has("$expand") ? picked(one, chosen) : one));
    return { status: 200, body: { "@odata.context": "x", value, ...link } };
  }

  function insert(calendar: string, { body }: Question): Answer {
    const same = [...events.values()].find(
      ({ transactionId }) => transactionId && transactionId === body.transactionId,
    );
    if (same) return { status: 201, body: viewOf(same, false) };
    return store({ isAllDay: false, ...body, id: `AAMkEV${++seq}=`, calendar } as unknown as Event, 201);
  }

  function one(id: string, { method, body, ifMatch }: Question): Answer {
    const event = events.get(id);
    if (!event) return failure(404, "ErrorItemNotFound");
    if (method === "GET") return { status: 200, body: viewOf(event, false) };
    if (ifMatch !== undefined && ifMatch !== etagOf(event)) return failure(412, "ErrorIrresolvableConflict");
    if (method === "PATCH") return store(merged(event, body) as Event, 200);
    events.delete(id);
    return { status: 204, body: null };
  }

  function store(event: Event, status: number): Answer {
    if (!event.start || !event.end) return failure(400, "ErrorPropertyValidationFailure");
    const stored = { ...event, seq: ++seq };
    events.set(stored.id, stored);
    return { status, body: viewOf(stored, false) };
  }

  /** Each event is another one: what was there is removed. */
  function replaced(calendar: string, before: Json[], all: Shown[]): Json[] {
    const removed = before.map(({ id }) => ({ "@removed": { reason: "deleted" }, id }));
    const after = all.map(({ start, end, ...more }) => ({
      ...{ id: `AAMkVW${++seq}=`, subject: "The dentist", showAs: "busy", isCancelled: false, ...more },
      ...{ start: graphTime(start), end: graphTime(end) },
    }));
    const noted = [...removed, ...after.map(asChange)].map((change) => ({ seq: ++seq, calendar, change }));
    changes = [...changes, ...noted];
    return after;
  }

  const { origin, asked, close } = await startAnswering(answerTo);
  const config: Partial<Config> = { microsoftCalendarUrl: origin, outboundPrivate: [origin] };
  return {
    ...{ origin, config, asked, close },
    calendars: () => [...calendars.values()],
    events: () =>
      [...events.values()].map(({ id, subject, start, end, categories }) => ({
        ...{ id, subject, categories, start: instantOf(start), end: instantOf(end) },
      })),
    change: (id: string, changes: Json) => {
      const event = events.get(id);
      if (event) store(merged(event, changes) as Event, 200);
    },
    remove: (id: string) => void events.delete(id),
    deleteCalendars: () => {
      calendars.clear();
      events.clear();
    },
    /** What the main calendar shows. */
    shows: (...all: Shown[]) => {
      view = replaced("", view, all);
    },
    /** Another calendar of theirs; without events, it is gone. */
    other: (id: string, name: string, all: Shown[] | null) => {
      if (all === null) others.delete(id);
      else others.set(id, { name, view: replaced(id, others.get(id)?.view ?? [], all) });
    },
    /** Links of changes that were given before are too old from now on. */
    expireLinks: () => {
      expiredBefore = ++seq;
    },
    next: (...more: Fault[]) => {
      faults = more;
    },
    pages: (size: number) => {
      pageSize = size;
    },
    revoke: () => {
      for (const grant of grants.values()) grant.isRevoked = true;
    },
    untick: (scope: string | null) => {
      unticked = scope;
    },
    /** Whether its mail server takes a token. */
    mayMail: (token: string) => {
      const grant = grants.get(access.get(token) ?? "");
      return grant?.isRevoked === false && grant.scopes.includes("https://outlook.office.com/SMTP.Send");
    },
    secrets: () => [...grants.keys(), ...access.keys(), MICROSOFT_CLIENT.secret],
  };
}

function picked(one: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(one).filter(([name]) => name.startsWith("@") || names.includes(name)));
}

type Shown = { start: number; end: number } & Json;

function asChange({ id, type, seriesMasterId, start, end, ...more }: Json): Json {
  const bare = { id, start, end, type: type ?? "singleInstance" };
  return type === "occurrence" ? { ...bare, seriesMasterId } : { ...bare, ...more };
}

const failure = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: code, innerError: { "request-id": "0", date: "2027-05-04T08:00:00" } } },
});

const etagOf = ({ seq }: Event) => `W/"${Buffer.from(String(seq)).toString("base64")}"`;

function viewOf(event: Event, isExpanded: boolean): object {
  const { seq: _, calendar: __, singleValueExtendedProperties: properties, ...plain } = event;
  const times = { start: graphTime(instantOf(event.start)), end: graphTime(instantOf(event.end)) };
  return {
    "@odata.etag": etagOf(event),
    ...plain,
    ...times,
    ...(isExpanded && { singleValueExtendedProperties: properties }),
  };
}

const instantOf = (time: unknown) => Date.parse(`${(time as Time).dateTime.slice(0, 19)}Z`);
export const graphTime = (at: number): Time => ({
  dateTime: `${new Date(at).toISOString().slice(0, 19)}.0000000`,
  timeZone: "UTC",
});
