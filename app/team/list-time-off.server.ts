import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireScope, scopeFor } from "#app/platform/permissions.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { listRequests } from "#app/team/time-off.db.server.ts";
import type { TimeOffRequest } from "#app/team/time-off-request.ts";

/** What waits for an owner's answer, the next first, each with its therapist's name. */
export async function listTimeOffToAnswer(
  app: AppContext,
  actor: Actor,
): Promise<{ zone: string; requests: (TimeOffRequest & { therapist: string })[] }> {
  const scope = requireScope(actor, "change", "time off requests");
  const db = app.db.kysely;
  const { zone } = (await readSettings(db, app.log)).settings.bookingRules;
  const from = localDateOf(app.clock.now(), zone);
  const names = new Map((await listEditedTherapists(db)).map(({ id, name }) => [id, name]));
  const requests = await listRequests(db, { from, scope, states: ["open"] });
  return { zone, requests: requests.map((one) => ({ ...one, therapist: names.get(one.therapistId) ?? "" })) };
}

/** What a therapist has asked that is ahead and not confirmed; for others nothing: theirs is the page of answers. */
export async function listOwnTimeOff(app: AppContext, actor: Actor, today: string): Promise<TimeOffRequest[]> {
  const scope = scopeFor(actor, "see", "time off requests");
  if (scope === null || scope === "all") return [];
  return listRequests(app.db.kysely, { from: today, scope, states: ["open", "declined"] });
}
