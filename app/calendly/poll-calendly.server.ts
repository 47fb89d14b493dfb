import type { AdapterFault } from "#app/adapters/adapter.ts";
import { addAdapter, postponeTurn, takeTurn } from "#app/adapters/adapters.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { absorb } from "#app/calendly/absorb.server.ts";
import type { Answer, Calendly } from "#app/calendly/calendly.gateway.server.ts";
import { type CalendlyFacts, calendlyInUse, saveFacts } from "#app/calendly/calendly-in-use.server.ts";
import { listReadEvents } from "#app/calendly/external-bookings.db.server.ts";
import { type CalendlyEvent, factsFrom } from "#app/calendly/invitee.ts";
import { eventIdFrom } from "#app/calendly/invitee-ids.ts";
import { keepSubscription } from "#app/calendly/keep-subscription.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

const EVERY = 300_000;
const DAY = 86_400_000;
// A free plan allows 50 calls a minute; visitors' bookings need some of them. The rest is read in the next turn.
const MOST_CALLS = 30;

type Stop = { kind: "fault"; fault: AdapterFault } | { kind: "wait"; seconds: number };
type Poll = { app: AppContext; calendly: Calendly; left: number };

/** What has changed on Calendly since yesterday, by one process every five minutes. Also makes its webhook anew. */
export async function pollCalendly(app: AppContext): Promise<void> {
  const found = await calendlyInUse(app);
  if (found.kind !== "on") return;
  const now = app.clock.now();
  await addAdapter(app.db.kysely, "calendly", now);
  if (!(await takeTurn(app.db.kysely, { name: "calendly", now, nextAt: now + EVERY }))) return;
  const poll = { app, calendly: found.calendly, left: MOST_CALLS };
  const stop = await turn(poll, found.facts);
  if (stop?.kind === "wait") await postponeTurn(app.db.kysely, "calendly", now + stop.seconds * 1000);
  else await noteAdapter(app, "calendly", stop?.fault ?? null);
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
  return app.clock.now() - facts.checkedAt >= DAY ? keepSubscription(app, calendly, facts) : null;
}

async function readEvents(poll: Poll, user: string): Promise<Stop | null> {
  const from = poll.app.clock.now() - DAY;
  let page: string | null = null;
  do {
    const answer: Answer<{ events: CalendlyEvent[]; next: string | null }> = await poll.calendly.events(user, {
      from,
      page,
    });
    poll.left -= 1;
    if (answer.kind !== "answer") return answer;
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
    for (const invitee of answer.value) {
      const facts = factsFrom(invitee, event);
      if (facts) await absorb(poll.app, facts);
    }
  }
  return null;
}
