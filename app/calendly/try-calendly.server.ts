import { calendlyOf } from "#app/calendly/calendly.gateway.server.ts";
import { openedToken } from "#app/calendly/calendly-in-use.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { consumeRateLimit } from "#app/platform/rate-limit.server.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

export type TriedCalendly =
  | { kind: "works"; name: string }
  /** In Calendly's own words, or ours if it said nothing. */
  | { kind: "failed"; words: string }
  | { kind: "no-token" }
  | { kind: "limited" };

const LIMIT = { limit: 20, windowSeconds: 3600 };

/** Asks Calendly whose the token is: what is typed, or else what is stored. Saves nothing. */
export async function tryCalendly(app: AppContext, actor: Actor, typed: string): Promise<TriedCalendly> {
  requireReach(actor, "change", "settings");
  const key = `calendly-try:${"userId" in actor ? actor.userId : actor.kind}`;
  if ((await consumeRateLimit(app, { key, ...LIMIT })).kind === "limited") return { kind: "limited" };
  const token = typed || openedToken(app, await getSetting(app.db.kysely, app.log, "scheduler"));
  if (!token) return { kind: "no-token" };
  const answer = await calendlyOf(app, token).me();
  if (answer.kind === "answer") return { kind: "works", name: answer.value.name };
  if (answer.kind === "fault") return { kind: "failed", words: answer.fault.words };
  return {
    kind: "failed",
    words: `Calendly was asked too often. It wants to be left alone for ${answer.seconds} seconds.`,
  };
}
