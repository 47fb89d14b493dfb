import type { AdapterFault } from "#app/adapters/adapter.ts";
import { addAdapter, postponeTurn, takeTurn } from "#app/adapters/adapters.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import type { Answer, Calendly } from "#app/connections/calendly/calendly.gateway.server.ts";
import {
  type CalendlyFacts,
  calendlyInUse,
  SIGNING_CELL,
  saveFacts,
} from "#app/connections/calendly/calendly-in-use.server.ts";
import { listReadEvents } from "#app/connections/calendly/external-bookings.db.server.ts";
import { type CalendlyEvent, type ExternalFacts, factsFrom } from "#app/connections/calendly/invitee.ts";
import { eventIdFrom } from "#app/connections/calendly/invitee-ids.ts";
import { syncInvitee } from "#app/connections/calendly/sync-invitee.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSealingKey, seal } from "#app/platform/encryption.server.ts";
import { newSecret } from "#app/platform/ids.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const LOOK_EVERY = 60_000;

/** Looks once a minute whether Calendly is to be asked; without it, that is one read. Returns a function that stops it. */
export function startCalendlyPolling(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: pollCalendly, failed: "Calendly could not be asked" });
}

const EVERY = 300_000;
const DAY = 86_400_000;
// A free plan allows 50 calls a minute; visitors' bookings need some of them. The rest is read in the next turn.
const MOST_CALLS = 30;

type Stop = { kind: "fault"; fault: AdapterFault } | { kind: "wait"; seconds: number };
/** `lost`: bookings that this turn could not take over, and the next tries again. */
type Poll = { app: AppContext; calendly: Calendly; left: number; lost: number };

/** What has changed on Calendly since yesterday, by one process every five minutes. Also makes its webhook anew. */
export async function pollCalendly(app: AppContext): Promise<void> {
  const found = await calendlyInUse(app);
  if (found.kind !== "on") return;
  const now = app.clock.now();
  await addAdapter(app.db.kysely, "calendly", now);
  if (!(await takeTurn(app.db.kysely, { name: "calendly", now, nextAt: now + EVERY }))) return;
  const poll = { app, calendly: found.calendly, left: MOST_CALLS, lost: 0 };
  const stop = (await turn(poll, found.facts)) ?? faultOf(poll);
  if (stop?.kind === "wait") await postponeTurn(app.db.kysely, "calendly", now + stop.seconds * 1000);
  else await noteAdapter(app, "calendly", stop?.fault ?? null);
}

function faultOf({ lost }: Poll): Stop | null {
  if (lost === 0) return null;
  const what = lost === 1 ? "One booking on Calendly could" : `${lost} bookings on Calendly could`;
  const words = `${what} not be read. Compare your calendar there with your diary. Everything else has arrived.`;
  return { kind: "fault", fault: { status: null, words } };
}

async function turn(poll: Poll, stored: CalendlyFacts): Promise<Stop | null> {
  const { app, calendly } = poll;
  let facts = stored;
  if (!facts.user) {
    const me = await calendly.me();
    if (me.kind !== "answer") return me;
    facts = { ...facts, user: me.value.uri, organization: me.value.current_organization };
    await saveFacts(app, facts);
  }
  const stop = await readEvents(poll, facts.user);
  if (stop) return stop;
  return app.clock.now() - facts.checkedAt >= DAY ? ensureWebhook(app, calendly, facts) : null;
}

async function readEvents(poll: Poll, user: string): Promise<Stop | null> {
  const from = poll.app.clock.now() - DAY;
  let page: string | null = null;
  do {
    const answer: Answer<{ events: CalendlyEvent[]; unreadable: number; next: string | null }> =
      await poll.calendly.events(user, {
        from,
        page,
      });
    poll.left -= 1;
    if (answer.kind !== "answer") return answer;
    poll.lost += answer.value.unreadable;
    const stop = await readInvitees(poll, answer.value.events);
    if (stop) return stop;
    page = answer.value.next;
  } while (page && poll.left > 0);
  return null;
}

async function readInvitees(poll: Poll, events: readonly CalendlyEvent[]): Promise<Stop | null> {
  const ids = events.flatMap(({ uri }) => eventIdFrom(uri) ?? []);
  const read = await listReadEvents(poll.app.db.kysely, ids);
  for (const event of events) {
    const id = eventIdFrom(event.uri);
    if (!id || read.get(id) === event.updated_at || poll.left <= 0) continue;
    const answer = await poll.calendly.invitees(id);
    poll.left -= 1;
    if (answer.kind !== "answer") return answer;
    poll.lost += answer.value.unreadable;
    for (const invitee of answer.value.read) {
      const facts = factsFrom(invitee, event);
      if (facts) await syncOrGoOn(poll, facts);
    }
  }
  return null;
}

// One booking that can't be stored must not keep back those behind it.
async function syncOrGoOn(poll: Poll, facts: ExternalFacts): Promise<void> {
  try {
    await syncInvitee(poll.app, facts);
  } catch (err) {
    poll.lost += 1;
    poll.app.log.error({ err, event: facts.event }, "a booking on calendly could not be taken over");
  }
}

type Stopped = { kind: "fault"; fault: AdapterFault } | { kind: "wait"; seconds: number };

/**
 * Sees to it that Calendly reports to us. After a day of failures it disables a webhook, tells nobody, and knows no way
 * to enable it: such a one is deleted and made again. A plan without webhooks is no failure: the poll does the same.
 */
async function ensureWebhook(app: AppContext, calendly: Calendly, facts: CalendlyFacts): Promise<Stopped | null> {
  const { user, organization } = facts;
  const checked = { ...facts, checkedAt: app.clock.now() };
  const url = `${app.config.publicUrl}/hooks/calendly`;
  const listed = await calendly.subscriptions({ user, organization });
  if (listed.kind === "fault" && listed.fault.status === 403) return keepWithout(app, checked);
  if (listed.kind !== "answer") return listed;
  const ours = listed.value.filter(({ callback_url }) => callback_url === url);
  const kept = ours.find(({ uri, state }) => uri === facts.subscription && state === "active" && facts.signingKey);
  if (kept) {
    await saveFacts(app, { ...checked, hook: "active" });
    return null;
  }
  for (const { uri } of ours) {
    const gone = await calendly.unsubscribe(uri);
    if (gone.kind !== "answer" && !(gone.kind === "fault" && gone.fault.status === 404)) return gone;
  }
  return subscribe(app, calendly, { facts: checked, url });
}

async function subscribe(
  app: AppContext,
  calendly: Calendly,
  { facts, url }: { facts: CalendlyFacts; url: string },
): Promise<Stopped | null> {
  const key = readSealingKey(app.config);
  if (!key) return null;
  const secret = newSecret();
  const signingKey = seal(key, SIGNING_CELL, secret);
  const { user, organization } = facts;
  const made = await calendly.subscribe({ url, user, organization, signingKey: secret });
  if (made.kind === "fault" && made.fault.status === 403) return keepWithout(app, facts);
  if (made.kind !== "answer") return made;
  await saveFacts(app, { ...facts, signingKey, subscription: made.value.uri, hook: "active" });
  return null;
}

async function keepWithout(app: AppContext, facts: CalendlyFacts): Promise<null> {
  await saveFacts(app, { ...facts, hook: "plan", signingKey: "", subscription: "" });
  return null;
}
