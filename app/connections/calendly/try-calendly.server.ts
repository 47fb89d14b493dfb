import { type Answer, calendlyOf } from "#app/connections/calendly/calendly.gateway.server.ts";
import { openedToken } from "#app/connections/calendly/calendly-in-use.server.ts";
import { waitInWords } from "#app/connections/calendly/calendly-words.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { requireScope } from "#app/platform/permissions.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

export type TriedCalendly =
  | { kind: "works"; name: string }
  /** In Calendly's own words, or ours if it said nothing. */
  | { kind: "failed"; words: string }
  | { kind: "no-token" }
  | { kind: "limited" };

const LIMIT = { limit: 20, windowSeconds: 3600 };

/** Asks Calendly whose the token is, and for what is booked: as typed, or else as stored. Saves nothing. */
export async function tryCalendly(app: AppContext, actor: Actor, typed: string): Promise<TriedCalendly> {
  requireScope(actor, "change", "settings");
  const key = `calendly-try:${"userId" in actor ? actor.userId : actor.kind}`;
  if ((await consumeRateLimit(app, { key, ...LIMIT })).kind === "limited") return { kind: "limited" };
  const token = typed || openedToken(app, await getSetting(app.db.kysely, app.log, "scheduler"));
  if (!token) return { kind: "no-token" };
  const calendly = calendlyOf(app, token);
  const me = await calendly.me();
  if (me.kind !== "answer") return refused(me);
  // A token may know its owner and not what is booked.
  const events = await calendly.events(me.value.uri, { from: app.clock.now(), page: null });
  return events.kind === "answer" ? { kind: "works", name: me.value.name } : refused(events);
}

function refused(answer: Exclude<Answer<unknown>, { kind: "answer" }>): TriedCalendly {
  return { kind: "failed", words: answer.kind === "fault" ? answer.fault.words : waitInWords(answer.seconds) };
}
