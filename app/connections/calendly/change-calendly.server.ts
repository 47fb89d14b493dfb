import { addAdapter, removeAdapter } from "#app/adapters/adapters.db.server.ts";
import type { TypedCalendly } from "#app/connections/calendly/calendly.form.ts";
import { type Answer, calendlyOf } from "#app/connections/calendly/calendly.gateway.server.ts";
import { openedToken } from "#app/connections/calendly/calendly-in-use.server.ts";
import { waitInWords } from "#app/connections/calendly/calendly-words.ts";
import { settleExternal } from "#app/connections/calendly/external-bookings.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { type Actor, actorName, may, needsConfirmation, requireScope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { TOKEN_CELL } from "#app/settings/schemas/scheduler-choice.ts";

/**
 * Saves who shows the times. A token that is typed begins anew: whose it is and its webhook are asked at the next turn.
 * With our own scheduler nothing of the adapter stays but the page and the sealed token.
 */
export async function saveCalendly(
  app: AppContext,
  actor: Actor,
  { version, typed }: { version: number; typed: TypedCalendly },
) {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" as const };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" as const };
  const { token, ...choice } = typed;
  const sealed = token && seal(readOrMakeSealingKey(app.config), TOKEN_CELL, token);
  const outcome = await saveSetting(app, actor, {
    key: "scheduler",
    version,
    next: (stored) => ({ ...choice, token: sealed || stored.token }),
  });
  if (outcome.kind !== "saved") return outcome;
  if (choice.kind === "own" || sealed) await removeAdapter(app.db.kysely, "calendly");
  if (choice.kind === "calendly") await addAdapter(app.db.kysely, "calendly", app.clock.now());
  return outcome;
}

/** The owner has dealt with a clash, or a booking at odd times, by hand: it is shown no more, and its person's details go. */
export async function settleClash(
  app: AppContext,
  actor: Actor,
  { invitee }: { invitee: string },
): Promise<{ kind: "saved" | "not-found" | "forbidden" }> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    if (!(await settleExternal(tx, invitee, now))) return { kind: "not-found" };
    const subject = { kind: "external", id: invitee };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "external.settle", subject });
    return { kind: "saved" };
  });
}

export type TriedCalendly =
  | { kind: "works"; name: string }
  /** In Calendly's own words, or ours if it said nothing. */
  | { kind: "failed"; words: string }
  | { kind: "invalid" }
  | { kind: "limited" };

const LIMIT = { limit: 20, windowSeconds: 3600 };

/** Asks Calendly whose the token is, and for what is booked: as typed, or else as stored. Saves nothing. */
export async function tryCalendly(app: AppContext, actor: Actor, typed: string): Promise<TriedCalendly> {
  requireScope(actor, "change", "settings");
  const key = `calendly-try:${"userId" in actor ? actor.userId : actor.kind}`;
  if ((await consumeRateLimit(app, { key, ...LIMIT })).kind === "limited") return { kind: "limited" };
  const token = typed || openedToken(app, (await readPractice(app)).settings.scheduler);
  if (!token) return { kind: "invalid" };
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
