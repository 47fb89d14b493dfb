import type { AdapterFault } from "#app/adapters/adapter.ts";
import { addAdapter, postponeTurn, takeTurn } from "#app/adapters/adapters.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import type { Answer, Calendly } from "#app/connections/calendly/calendly.gateway.server.ts";
import { type CalendlyFacts, calendlyInUse, saveFacts } from "#app/connections/calendly/calendly-in-use.server.ts";
import { ensureWebhook } from "#app/connections/calendly/ensure-webhook.server.ts";
import { listReadEvents } from "#app/connections/calendly/external-bookings.db.server.ts";
import { type CalendlyEvent, type ExternalFacts, factsFrom } from "#app/connections/calendly/invitee.ts";
import { eventIdFrom } from "#app/connections/calendly/invitee-ids.ts";
import { syncInvitee } from "#app/connections/calendly/sync-invitee.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

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
