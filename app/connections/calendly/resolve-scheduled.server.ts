import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import type { Calendly } from "#app/connections/calendly/calendly.gateway.server.ts";
import { calendlyInUse } from "#app/connections/calendly/calendly-in-use.server.ts";
import { factsFrom } from "#app/connections/calendly/invitee.ts";
import type { InviteeIds } from "#app/connections/calendly/invitee-ids.ts";
import { type Beside, type Synced, syncInvitee } from "#app/connections/calendly/sync-invitee.server.ts";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import { localeTimes } from "#app/platform/date-time.ts";
import { isOfOurInstants } from "#app/platform/form-schemas.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** `pending`: ask again. `not-found`: Calendly has no such booking, or Calendly is not in use. */
export type Resolved =
  | { kind: "scheduled"; start: number; date: string; time: string }
  | { kind: "pending" }
  | { kind: "not-found" };

type Found = Synced | { kind: "pending" } | { kind: "not-found" };

// A visitor's request holds its place for this long; the question to Calendly goes on without it.
const PATIENCE_MS = 2500;
const MOST_AT_ONCE = 12;
// Longer ago, whoever holds the two ids need not be who has booked.
const FRESH_MS = 1_800_000;

const underWay = new WeakMap<AppContext, Map<string, Promise<Found>>>();

/** Looks up, on Calendly, the booking that a visitor's page has heard of, and takes it over. */
export async function resolveScheduled(
  app: AppContext,
  { ids, locale, ...beside }: Beside & { ids: InviteeIds; locale: string },
): Promise<Resolved> {
  const found = await calendlyInUse(app);
  if (found.kind !== "on") return { kind: "not-found" };
  const lookUps = underWay.get(processAppOf(app)) ?? new Map<string, Promise<Found>>();
  underWay.set(processAppOf(app), lookUps);
  const key = `${ids.invitee} ${beside.userId ?? ""}`;
  if (!lookUps.has(key) && lookUps.size >= MOST_AT_ONCE) return { kind: "pending" };
  const done = () => lookUps.delete(key);
  // Nobody may be waiting for it any more.
  const failed = (err: unknown): Found => {
    app.log.error({ err }, "a booking on Calendly could not be taken over");
    return { kind: "pending" };
  };
  const work = lookUps.get(key) ?? lookUp(app, { calendly: found.calendly, ids, beside }).catch(failed).finally(done);
  lookUps.set(key, work);
  const outcome = await Promise.race([work, patience()]);
  if (!("start" in outcome)) return outcome;
  // Its person has booked it all the same, but a time that is none can't be shown.
  if (outcome.kind === "over" || !isOfOurInstants(outcome.start)) return { kind: "not-found" };
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return { kind: "scheduled", start: outcome.start, ...localeTimes(outcome.start, zone, locale) };
}

async function lookUp(
  app: AppContext,
  { calendly, ids, beside }: { calendly: Calendly; ids: InviteeIds; beside: Beside },
): Promise<Found> {
  const [event, invitee] = await Promise.all([calendly.event(ids.event), calendly.invitee(ids)]);
  for (const answer of [event, invitee]) {
    if (answer.kind !== "fault") continue;
    if (answer.fault.status === 404 || answer.fault.status === 400) return { kind: "not-found" };
    await noteAdapter(app, "calendly", answer.fault);
  }
  if (event.kind !== "answer" || invitee.kind !== "answer") return { kind: "pending" };
  await noteAdapter(app, "calendly", null);
  const facts = factsFrom(invitee.value, event.value);
  if (!facts) return { kind: "not-found" };
  const isFresh = app.clock.now() - facts.bookedAt <= FRESH_MS;
  return syncInvitee(app, facts, isFresh ? beside : {});
}

function patience(): Promise<Found> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, { kind: "pending" }).unref());
}
