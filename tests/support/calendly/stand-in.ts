import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { schedulingPage } from "#tests/support/calendly/scheduling-page.ts";

const API = "https://api.calendly.com";
const HOUR = 3_600_000;

type Booked = { event: Record<string, unknown> & { uri: string }; invitee: Record<string, unknown> & { uri: string } };
type Wish = {
  start: number;
  minutes?: number;
  name?: string;
  email?: string;
  title?: string;
  phone?: string;
  old?: string;
  now: number;
};
type Subscription = { uri: string; callback_url: string; state: string; signing_key: string };

/**
 * `late`: held until another mood. `no-plan`: webhooks are refused, as on a free plan. `no-scope`: the token may read
 * whose it is and no more. `garbled`: a page in place of JSON, as a proxy in between answers.
 */
type Mood = "well" | "broken" | "silent" | "limited" | "late" | "no-plan" | "no-scope" | "revoked" | "cut" | "garbled";

export type CalendlyStandIn = Awaited<ReturnType<typeof startCalendly>>;

export const TOKEN = "a-personal-token-of-nobody";

/**
 * Calendly on loopback, in the shapes that Calendly documents: the page that is framed, and the interface behind one
 * token. Webhooks are made, and sent by the test.
 */
export async function startCalendly() {
  const bookings: Booked[] = [];
  let subscriptions: Subscription[] = [];
  const asked: string[] = [];
  let mood: Mood = "well";
  let release = () => {};
  let held = Promise.resolve();

  function become(next: Mood): void {
    release();
    mood = next;
    if (next === "late") held = new Promise((resolve) => (release = resolve));
  }

  /** Books as a visitor of the frame would. A new time of an invitee names the old. */
  function book({ start, minutes = 60, old, now, ...person }: Wish): Booked {
    const [eventId, inviteeId] = [randomUUID(), randomUUID()];
    const at = stamp(now);
    const uri = `${API}/scheduled_events/${eventId}`;
    const event = {
      uri,
      name: person.title ?? "Deep Tissue Massage",
      status: "active",
      start_time: stamp(start),
      end_time: stamp(start + minutes * 60_000),
      event_type: `${API}/event_types/ET1`,
      location: { type: "physical", location: "Unit 1" },
      invitees_counter: { total: 1, active: 1, limit: 1 },
      created_at: at,
      updated_at: at,
      event_memberships: [{ user: `${API}/users/U1`, user_email: "owner@clinic.example", user_name: "Owner" }],
      event_guests: [],
      calendar_event: null,
    };
    const invitee = {
      uri: `${uri}/invitees/${inviteeId}`,
      email: person.email ?? "ann@example.com",
      first_name: null,
      last_name: null,
      name: person.name ?? "Ann O'Neil",
      status: "active",
      timezone: "Europe/London",
      event: uri,
      text_reminder_number: null,
      rescheduled: false,
      old_invitee: old ?? null,
      new_invitee: null,
      cancel_url: `https://calendly.com/cancellations/${inviteeId}`,
      reschedule_url: `https://calendly.com/reschedulings/${inviteeId}`,
      routing_form_submission: null,
      payment: null,
      no_show: null,
      reconfirmation: null,
      questions_and_answers: person.phone ? [{ question: "Phone number", answer: person.phone, position: 0 }] : [],
      tracking: { utm_campaign: null, utm_source: null },
      created_at: at,
      updated_at: at,
    };
    const booked = { event, invitee };
    bookings.push(booked);
    return booked;
  }

  function cancel(
    booked: Booked,
    { now, by = "invitee", next = null }: { now: number; by?: string; next?: string | null },
  ) {
    const cancellation = { canceled_by: "Ann O'Neil", reason: null, canceler_type: by, created_at: stamp(now) };
    Object.assign(booked.invitee, { status: "canceled", rescheduled: next !== null, new_invitee: next, cancellation });
    Object.assign(booked.event, { status: "canceled", updated_at: stamp(now) });
  }

  function reschedule(booked: Booked, { start, now }: { start: number; now: number }): Booked {
    const { name, email } = booked.invitee as { name?: string; email?: string };
    const next = book({ start, now, old: booked.invitee.uri, ...(name && { name }), ...(email && { email }) });
    cancel(booked, { now, next: next.invitee.uri });
    return next;
  }

  async function answerApi(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    asked.push(`${request.method} ${url.pathname}`);
    const body = request.method === "POST" ? ((await json(request)) as Record<string, string>) : {};
    if (mood === "silent") return;
    if (mood === "cut") return void request.socket.destroy();
    if (mood === "garbled") return void response.writeHead(200).end("<!doctype html><title>Hello</title>");
    if (mood === "late") await held;
    const refuse = (status: number, title: string, message: string, headers = {}) =>
      response
        .writeHead(status, { "Content-Type": "application/json", ...headers })
        .end(JSON.stringify({ title, message }));
    if (mood === "broken") return void refuse(500, "Internal Server Error", "The server encountered an error");
    if (mood === "limited") return void refuse(429, "Too Many Requests", "Slow down", { "X-RateLimit-Reset": "42" });
    if (mood === "revoked" || request.headers.authorization !== `Bearer ${TOKEN}`) {
      return void refuse(401, "Unauthenticated", "The access token is invalid");
    }
    const found = answerOf(`${request.method} ${url.pathname}`, url.searchParams, body);
    if (found === null)
      return void refuse(404, "Resource Not Found", "The server could not find the requested resource.");
    if (found === "no-plan")
      return void refuse(403, "Permission Denied", "Please upgrade your Calendly account to Standard");
    if (found === "no-scope") return void refuse(403, "Permission Denied", "You do not have permission");
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(found));
  }

  function answerOf(path: string, query: URLSearchParams, body: Record<string, string>): unknown {
    const [, eventId, inviteeId] = /\/scheduled_events\/([^/]+)(?:\/invitees\/([^/]+))?$/.exec(path) ?? [];
    const ofEvent = (id = "") => bookings.filter(({ event }) => event.uri.endsWith(`/${id}`));
    if (path === "GET /users/me") {
      return { resource: { name: "Owner", uri: `${API}/users/U1`, current_organization: `${API}/organizations/O1` } };
    }
    if (mood === "no-scope") return "no-scope";
    if (path.endsWith("/invitees"))
      return { collection: ofEvent(path.split("/").at(-2)).map(({ invitee }) => invitee), pagination: {} };
    if (inviteeId)
      return resourceOf(ofEvent(eventId).find(({ invitee }) => invitee.uri.endsWith(`/${inviteeId}`))?.invitee);
    if (eventId) return resourceOf(ofEvent(eventId)[0]?.event);
    if (path === "GET /scheduled_events") return pageOf(query);
    if (path.includes("/webhook_subscriptions") && mood === "no-plan") return "no-plan";
    if (path === "GET /webhook_subscriptions") return { collection: subscriptions.map(withoutKey), pagination: {} };
    if (path === "POST /webhook_subscriptions") return subscribed(body);
    const gone = subscriptions.find(({ uri }) => path === `DELETE ${new URL(uri).pathname}`);
    subscriptions = subscriptions.filter((each) => each !== gone);
    return gone ? {} : null;
  }

  function subscribed({ url = "", signing_key = "" }: Record<string, string>) {
    const uri = `${API}/webhook_subscriptions/${randomUUID()}`;
    const made = { uri, callback_url: url, state: "active", signing_key };
    subscriptions.push(made);
    return { resource: withoutKey(made) };
  }

  // Two a page, so that pages are turned.
  function pageOf(query: URLSearchParams) {
    const from = Date.parse(query.get("min_start_time") ?? "");
    const all = bookings.filter(({ event }) => Date.parse(String(event.start_time)) >= from).map(({ event }) => event);
    const first = Number(query.get("page_token") ?? 0);
    const isMore = all.length > first + 2;
    const next = isMore ? `${API}/scheduled_events?page_token=${first + 2}` : null;
    return { collection: all.slice(first, first + 2), pagination: { count: 2, next_page: next } };
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://stand-in");
    if (/^\/acme\//.test(url.pathname)) {
      response.writeHead(200, { "Content-Type": "text/html" }).end(schedulingPage);
    } else if (url.pathname === "/book-it") {
      const now = Number(url.searchParams.get("now"));
      const { event, invitee } = book({
        start: now + 48 * HOUR,
        now,
        email: url.searchParams.get("email") ?? "",
        name: url.searchParams.get("name") ?? "",
      });
      response
        .writeHead(200, { "Content-Type": "application/json" })
        .end(JSON.stringify({ event: event.uri, invitee: invitee.uri }));
    } else void answerApi(request, response, url);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    page: `${url}/acme/60min`,
    config: { calendlyUrl: url, calendlyApiUrl: url, outboundPrivate: [url] },
    environment: { CALENDLY_URL: url, CALENDLY_API_URL: url, OUTBOUND_PRIVATE: url },
    bookings,
    asked,
    subscriptions: () => subscriptions,
    become,
    book,
    cancel,
    reschedule,
    close: () => {
      release();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A webhook as Calendly sends it: its body, and the header that signs it. */
export function reportOf(
  name: "invitee.created" | "invitee.canceled",
  { event, invitee }: Booked,
  signing: { key: string; now: number },
) {
  const payload = { ...invitee, scheduled_event: event };
  const body = JSON.stringify({ event: name, created_at: invitee.created_at, created_by: `${API}/users/U1`, payload });
  return {
    body,
    headers: { "calendly-webhook-signature": signatureOf(body, signing), "content-type": "application/json" },
  };
}

export function signatureOf(body: string, { key, now }: { key: string; now: number }): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`;
}

function stamp(instant: number): string {
  return new Date(instant).toISOString().replace("Z", "000Z");
}

function resourceOf(resource: unknown) {
  return resource ? { resource } : null;
}

function withoutKey({ signing_key, ...shown }: Subscription) {
  return { ...shown, events: ["invitee.created", "invitee.canceled"], scope: "user", retry_started_at: null };
}
