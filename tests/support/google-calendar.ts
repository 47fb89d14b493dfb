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

export const GOOGLE_CLIENT = { clientId: "limber-1.apps.googleusercontent.com", secret: "GOCSPX-a-secret-of-nobody" };
const DAY_MS = 86_400_000;
const ID = /^[a-v0-9]{5,1024}$/;

type Time = { dateTime?: string | null; date?: string | null; timeZone?: string };
type Event = { id: string; etag: string; seq: number; status: string; start: Time; end: Time } & Record<
  string,
  unknown
>;
type Calendar = { id: string; summary: string; timeZone: string; events: Map<string, Event> };
type Grant = { email: string; scopes: string[]; at: number; isRevoked: boolean };

/** Google's calendars and its sign-in on loopback, for one test. */
export async function googleCalendars(options: { now?: () => number } = {}) {
  const google = await startGoogleCalendars(options);
  onTestFinished(google.close);
  return google;
}

/**
 * The same until it is closed. It answers as Google documents it, in the shapes of its errors; Google's own package is its
 * client in google-package.test.ts.
 */
export async function startGoogleCalendars({ now = () => 0 }: { now?: () => number } = {}) {
  const calendars = new Map<string, Calendar>();
  const grants = new Map<string, Grant>();
  const access = new Map<string, string>();
  const codes = new Map<string, Code>();
  let busy: { start: number; end: number }[] = [];
  const others = new Map<string, { name: string; busy: { start: number; end: number }[] }>();
  let faults: Fault[] = [];
  let [seq, expiredBefore, pageSize] = [1, 0, 2500];
  let [isInTesting, unticked]: [boolean, string | null] = [false, null];
  let email = "tom.ellery@example.com";

  const answers: { [path: string]: (question: Question) => Answer } = {
    "GET /o/oauth2/v2/auth": ({ query }) =>
      consentPage(query, { clientId: GOOGLE_CLIENT.clientId, codes, unticked, name: "Sign in with Google" }),
    "POST /token": (question) => tokens(question),
    "POST /revoke": ({ form }) => revokeToken(form.get("token") ?? ""),
    "GET /calendar/v3/users/me/calendarList": (question) => within(question, "calendar.calendarlist.readonly", listAll),
    "POST /calendar/v3/freeBusy": (question) => within(question, "calendar.events.freebusy", freeBusy),
    "POST /calendar/v3/calendars": (question) =>
      within(question, "calendar.app.created", ({ body }) => {
        const id = `c_${createHash("sha256").update(String(++seq)).digest("hex")}@group.calendar.google.com`;
        const calendar = { id, summary: String(body.summary), timeZone: String(body.timeZone ?? "UTC") };
        calendars.set(id, { ...calendar, events: new Map() });
        return { status: 200, body: { kind: "calendar#calendar", ...calendar } };
      }),
  };

  function answerTo(question: Question): Answer {
    const fault = question.path.startsWith("/calendar/") ? faults.shift() : undefined;
    if (fault) return { status: fault.status, body: errorOf(fault), headers: fault.headers ?? {} };
    const fixed = answers[`${question.method} ${question.path}`];
    if (fixed) return fixed(question);
    const [, id = "", events, event] =
      /^\/calendar\/v3\/calendars\/([^/]+)(\/events)?(?:\/([^/]+))?$/.exec(question.path) ?? [];
    if (id === "") return failure(404, "notFound", "Not Found");
    return within(question, "calendar.app.created", () => {
      const calendar = calendars.get(decodeURIComponent(id));
      if (!calendar) return failure(404, "notFound", "Not Found");
      const { id: own, summary, timeZone } = calendar;
      if (!events) return { status: 200, body: { kind: "calendar#calendar", id: own, summary, timeZone } };
      if (event === undefined)
        return question.method === "POST" ? insert(calendar, question) : list(calendar, question);
      return one(calendar, event, question);
    });
  }

  function within(question: Question, scope: string, then: (question: Question) => Answer): Answer {
    const grant = grants.get(access.get(question.token) ?? "");
    if (!grant || grant.isRevoked) return failure(401, "authError", "Invalid Credentials");
    if (!grant.scopes.includes(`https://www.googleapis.com/auth/${scope}`))
      return failure(403, "insufficientPermissions", "Request had insufficient authentication scopes.");
    return then(question);
  }

  function tokens({ form }: Question): Answer {
    const refuse = (error: string, status = 400) => ({ status, body: { error, error_description: "Bad Request" } });
    if (form.get("client_id") !== GOOGLE_CLIENT.clientId || form.get("client_secret") !== GOOGLE_CLIENT.secret)
      return refuse("invalid_client", 401);
    const isCode = form.get("grant_type") === "authorization_code";
    let refresh = form.get("refresh_token") ?? "";
    if (isCode) {
      const code = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (code?.challenge !== challenge || code.redirect !== form.get("redirect_uri")) return refuse("invalid_grant");
      refresh = `1//0-${++seq}-a-refresh-token`;
      grants.set(refresh, { email, scopes: code.scopes, at: now(), isRevoked: false });
    }
    const grant = grants.get(refresh);
    const isOver = isInTesting && grant !== undefined && now() - grant.at >= 7 * DAY_MS;
    if (!grant || grant.isRevoked || isOver)
      return { status: 400, body: { error: "invalid_grant", error_description: "Token has been expired or revoked." } };
    const token = `ya29.${++seq}-an-access-token`;
    access.set(token, refresh);
    const claims = Buffer.from(JSON.stringify({ sub: "1", email: grant.email, email_verified: true }));
    const id = { refresh_token: refresh, id_token: `e30.${claims.toString("base64url")}.x` };
    const body = { access_token: token, expires_in: 3599, token_type: "Bearer", scope: grant.scopes.join(" ") };
    return { status: 200, body: { ...body, ...(isCode && id) } };
  }

  /** With one token ends everything that its person allowed this app. */
  function revokeToken(token: string): Answer {
    const grant = grants.get(token) ?? grants.get(access.get(token) ?? "");
    if (!grant || grant.isRevoked)
      return { status: 400, body: { error: "invalid_token", error_description: "Token expired or revoked" } };
    for (const one of grants.values()) if (one.email === grant.email) one.isRevoked = true;
    return { status: 200, body: {} };
  }

  function listAll({ query }: Question): Answer {
    const entry = (id: string, summary: string, more: Json) => ({
      kind: "calendar#calendarListEntry",
      id,
      summary,
      ...more,
    });
    const all = [
      entry(email, email, { primary: true, accessRole: "owner" }),
      ...[...others].map(([id, { name }]) =>
        entry(id, "As its owner calls it", { summaryOverride: name, accessRole: "reader" }),
      ),
      ...[...calendars.values()].map(({ id, summary }) => entry(id, summary, { accessRole: "owner" })),
    ];
    const from = Number(query.get("pageToken")?.slice(1) ?? 0);
    const size = Math.min(pageSize, Number(query.get("maxResults") ?? 100));
    const next = from + size < all.length ? { nextPageToken: `p${from + size}` } : { nextSyncToken: `s${seq}` };
    return { status: 200, body: { kind: "calendar#calendarList", items: all.slice(from, from + size), ...next } };
  }

  function freeBusy({ body }: Question): Answer {
    const [from, to] = [Date.parse(String(body.timeMin)), Date.parse(String(body.timeMax))];
    if (to - from > 90 * DAY_MS) return failure(400, "timeRangeTooLong", "The requested time range is too long.");
    const items = body.items as { id: string }[];
    const found = items.map(({ id }) => {
      const all = id === "primary" || id === email ? busy : others.get(id)?.busy;
      const times = all?.filter(({ start, end }) => start < to && end > from);
      const shown = times?.map(({ start, end }) => ({ start: isoOf(start), end: isoOf(end) }));
      return [id, shown ? { busy: shown } : { busy: [], errors: [{ domain: "global", reason: "notFound" }] }];
    });
    const asStated = { timeMin: body.timeMin, timeMax: body.timeMax };
    return { status: 200, body: { kind: "calendar#freeBusy", ...asStated, calendars: Object.fromEntries(found) } };
  }

  function insert(calendar: Calendar, { body }: Question): Answer {
    const id = String(body.id ?? `a${++seq}bcde`);
    if (!ID.test(id)) return failure(400, "invalid", "Invalid resource id value.");
    if (calendar.events.has(id)) return failure(409, "duplicate", "The requested identifier already exists.");
    return store(calendar, { status: "confirmed", ...body, id, iCalUID: `${id}@google.com` } as unknown as Event);
  }

  function list(calendar: Calendar, { query }: Question): Answer {
    const syncToken = query.get("syncToken");
    if (syncToken !== null && ["timeMin", "timeMax", "orderBy", "q"].some((name) => query.has(name)))
      return failure(400, "badRequest", "Sync token cannot be used with the other parameters.");
    const since = Number(syncToken?.slice(1) ?? 0);
    if (syncToken !== null && since < expiredBefore)
      return failure(410, "fullSyncRequired", "Sync token is no longer valid, a full sync is required.");
    const all = [...calendar.events.values()].filter((event) =>
      syncToken === null ? event.status !== "cancelled" : event.seq > since,
    );
    const from = Number(query.get("pageToken")?.slice(1) ?? 0);
    const size = Math.min(pageSize, Number(query.get("maxResults") ?? 250));
    const items = all.slice(from, from + size).map(viewOf);
    const isLast = from + size >= all.length;
    const next = isLast ? { nextSyncToken: `s${seq}` } : { nextPageToken: `p${from + size}` };
    return { status: 200, body: { kind: "calendar#events", summary: calendar.summary, items, ...next } };
  }

  function one(calendar: Calendar, id: string, { method, body, ifMatch }: Question): Answer {
    const event = calendar.events.get(id);
    if (!event) return failure(404, "notFound", "Not Found");
    if (method === "GET") return { status: 200, body: viewOf(event), etag: event.etag };
    if (method === "DELETE" && event.status === "cancelled")
      return failure(410, "deleted", "Resource has been deleted");
    if (ifMatch !== undefined && ifMatch !== event.etag) return failure(412, "conditionNotMet", "Precondition Failed");
    if (method === "PATCH") return store(calendar, merged(event, body) as Event);
    if (method !== "DELETE") return failure(404, "notFound", "Not Found");
    store(calendar, { ...event, status: "cancelled" });
    return { status: 204, body: null };
  }

  function store(calendar: Calendar, event: Event): Answer {
    if (isMissingTime(event)) return failure(400, "required", "Missing end time.");
    const stored = { ...event, kind: "calendar#event", seq: ++seq, etag: `"${seq}0000"` };
    calendar.events.set(event.id, stored);
    return { status: 200, body: viewOf(stored), etag: stored.etag };
  }

  const { origin, asked, close } = await startAnswering(answerTo);
  const allEvents = () => [...calendars.values()].flatMap(({ events }) => [...events.values()]);
  const config: Partial<Config> = { googleCalendarUrl: origin, outboundPrivate: [origin] };
  return {
    ...{ origin, config, asked, close },
    calendars: () => [...calendars.values()].map(({ id, summary }) => ({ id, summary })),
    /** What stands in our calendar. */
    events: () =>
      allEvents()
        .filter(({ status }) => status !== "cancelled")
        .map(({ id, summary, start, end, status, colorId }) => ({
          ...{ id, summary, status, colorId },
          ...{ start: Date.parse(start.dateTime ?? ""), end: Date.parse(end.dateTime ?? "") },
        })),
    /** What a therapist does by hand to an event. */
    change: (id: string, changes: Json) => {
      for (const calendar of calendars.values()) {
        const event = calendar.events.get(id);
        if (event) store(calendar, merged(event, changes) as Event);
      }
    },
    deleteCalendars: () => calendars.clear(),
    isBusy: (...times: { start: number; end: number }[]) => {
      busy = times;
    },
    /** Another calendar of theirs; without times, it is gone. */
    other: (id: string, name: string, times: { start: number; end: number }[] | null) => {
      if (times === null) others.delete(id);
      else others.set(id, { name, busy: times });
    },
    /** Whether every sign-in there has ended. */
    hasEnded: () => [...grants.values()].every(({ isRevoked }) => isRevoked),
    /** The next questions to calendars are answered so. */
    next: (...more: Fault[]) => {
      faults = more;
    },
    expireTokens: () => {
      expiredBefore = ++seq;
    },
    pages: (size: number) => {
      pageSize = size;
    },
    revoke: () => {
      for (const grant of grants.values()) grant.isRevoked = true;
    },
    isInTesting: (is: boolean) => {
      isInTesting = is;
    },
    /** What the therapist leaves out at Google's page. */
    untick: (scope: string | null) => {
      unticked = scope;
    },
    account: (address: string) => {
      email = address;
    },
    secrets: () => [...grants.keys(), ...access.keys(), GOOGLE_CLIENT.secret],
  };
}

export type GoogleStandIn = Awaited<ReturnType<typeof startGoogleCalendars>>;

type Fault = { status: number; reason: string; message?: string; headers?: Record<string, string> };
function errorOf({ status, reason, message = reason }: Fault) {
  return { error: { code: status, message, errors: [{ domain: "global", reason, message }] } };
}

const failure = (status: number, reason: string, message: string): Answer => ({
  status,
  body: errorOf({ status, reason, message }),
});

const isMissingTime = ({ start, end }: Event) => !(start?.dateTime ?? start?.date) || !(end?.dateTime ?? end?.date);

function viewOf({ seq: _, ...event }: Event): object {
  // A deleted one that is listed says little more than that.
  return event.status === "cancelled"
    ? { kind: event.kind, id: event.id, etag: event.etag, status: "cancelled" }
    : event;
}

const isoOf = (at: number) => new Date(at).toISOString().replace(".000", "");
