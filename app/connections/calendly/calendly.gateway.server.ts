import { z } from "zod";
import type { AdapterFault } from "#app/adapters/adapter.ts";
import { refusalInWords, silenceInWords } from "#app/connections/calendly/calendly-words.ts";
import { type CalendlyEvent, eventShape, type Invitee, inviteeShape } from "#app/connections/calendly/invitee.ts";
import type { InviteeIds } from "#app/connections/calendly/invitee-ids.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Outgoing, sendOut } from "#app/platform/outbound/send-out.server.ts";

export type Answer<Value> =
  | { kind: "answer"; value: Value }
  | { kind: "fault"; fault: AdapterFault }
  /** 429: asked too often. */
  | { kind: "wait"; seconds: number };

type Call = { path: string; method?: "GET" | "POST" | "DELETE"; body?: object };

const LONGEST_WAIT = 3600;
const USUAL_WAIT = 60;

export type Calendly = ReturnType<typeof calendlyOf>;

/** Calendly's interface, version 2, with one token. Every answer's shape is checked. */
export function calendlyOf(app: Pick<AppContext, "config">, token: string, limits: Outgoing["limits"] = {}) {
  const ask = <Value>(call: Call, shape: z.ZodType<Value>) => askCalendly({ app, token, call, limits }, shape);
  return {
    /** Whose token this is. */
    me: () => ask({ path: "/users/me" }, resource(userShape)),
    event: (id: string): Promise<Answer<CalendlyEvent>> =>
      ask({ path: `/scheduled_events/${id}` }, resource(eventShape)),
    invitee: ({ event, invitee }: InviteeIds): Promise<Answer<Invitee>> =>
      ask({ path: `/scheduled_events/${event}/invitees/${invitee}` }, resource(inviteeShape)),
    /** All of an event; more than a hundred come to none of ours. */
    invitees: (event: string) => ask({ path: `/scheduled_events/${event}/invitees?count=100` }, inviteesShape),
    /** One page of the events from a moment on, cancelled ones too. `page`: of the answer before. */
    events(user: string, { from, page }: { from: number; page: string | null }) {
      const min_start_time = new Date(from).toISOString();
      const query = new URLSearchParams({ user, min_start_time, count: "100", sort: "start_time:asc" });
      if (page) query.set("page_token", page);
      return ask({ path: `/scheduled_events?${query}` }, pageShape);
    },
    subscribe({ signingKey, ...place }: { url: string; user: string; organization: string; signingKey: string }) {
      const body = { ...place, events: EVENTS, scope: "user", signing_key: signingKey };
      return ask({ path: "/webhook_subscriptions", method: "POST", body }, resource(subscriptionShape));
    },
    subscriptions(of: { user: string; organization: string }) {
      const query = new URLSearchParams({ ...of, scope: "user", count: "100" });
      return ask({ path: `/webhook_subscriptions?${query}` }, listOf(subscriptionShape));
    },
    unsubscribe(uri: string) {
      const id = /\/webhook_subscriptions\/([\w-]{1,64})$/.exec(uri)?.[1] ?? "";
      return ask({ path: `/webhook_subscriptions/${id}`, method: "DELETE" }, z.unknown());
    },
  };
}

const EVENTS = ["invitee.created", "invitee.canceled"];

type Asking = { app: Pick<AppContext, "config">; token: string; call: Call; limits: Outgoing["limits"] & object };

async function askCalendly<Value>(
  { app, token, call: { path, method = "GET", body }, limits }: Asking,
  shape: z.ZodType<Value>,
): Promise<Answer<Value>> {
  const outcome = await sendOut(app, {
    url: app.config.calendlyApiUrl + path,
    method,
    limits,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (outcome.kind === "failed") {
    return { kind: "fault", fault: { status: null, words: silenceInWords(outcome.fault) } };
  }
  const { status, headers, text } = outcome;
  if (status === 429)
    return { kind: "wait", seconds: waitFrom(headers["x-ratelimit-reset"] ?? headers["retry-after"]) };
  if (status < 200 || status > 299)
    return { kind: "fault", fault: { status, words: refusalInWords(status, ownWordsOf(text)) } };
  const read = shape.safeParse(jsonOf(text));
  if (read.success) return { kind: "answer", value: read.data };
  return { kind: "fault", fault: { status, words: "Calendly answered in a shape that we don’t know." } };
}

const inviteesShape = z.object({ collection: readable(inviteeShape) }).transform(({ collection }) => collection);
const userShape = z.object({ name: z.string(), uri: z.string(), current_organization: z.string() });
const subscriptionShape = z.object({ uri: z.string(), callback_url: z.string(), state: z.string() });

const pageShape = z
  .object({
    collection: readable(eventShape),
    pagination: z.object({ next_page_token: z.string().nullish(), next_page: z.string().nullish() }),
  })
  .transform(({ collection, pagination }) => ({
    events: collection.read,
    unreadable: collection.unreadable,
    next: nextOf(pagination),
  }));

/** The elements that have our shape, and how many have not: one of them must not stop those behind it. */
function readable<Shape extends z.ZodType>(shape: Shape) {
  return z.array(z.unknown()).transform((all) => {
    const read = all.flatMap((one) => {
      const parsed = shape.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
    return { read, unreadable: all.length - read.length };
  });
}

function nextOf({ next_page_token, next_page }: { next_page_token?: string | null; next_page?: string | null }) {
  if (next_page_token || !next_page || !URL.canParse(next_page)) return next_page_token ?? null;
  return new URL(next_page).searchParams.get("page_token");
}

function listOf<Shape extends z.ZodType>(shape: Shape) {
  return z.object({ collection: z.array(shape) }).transform(({ collection }) => collection);
}

function resource<Shape extends z.ZodType>(shape: Shape) {
  return z.object({ resource: shape }).transform((answer) => (answer as { resource: z.output<Shape> }).resource);
}

function waitFrom(header: string | undefined): number {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_WAIT) : USUAL_WAIT;
}

/** Calendly's own words (`title`, `message`), in one line. */
function ownWordsOf(text: string): string {
  const { title, message } = z
    .object({ title: z.string(), message: z.string() })
    .partial()
    .catch({})
    .parse(jsonOf(text));
  return [title, message].flatMap((part) => part?.replace(/\p{Cc}+/gu, " ").trim() || []).join(": ");
}

function jsonOf(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
