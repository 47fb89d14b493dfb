import { getByReference } from "#app/diary/appointment-list.db.server.ts";
import { searchTerms } from "#app/diary/appointment-list.ts";
import { findClientsFor } from "#app/diary/find-clients.server.ts";
import type { Found } from "#app/diary/found-client.ts";
import { type ShownRow, shownRow } from "#app/diary/shown-row.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { reachFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** The clients whom a text means, and the appointment whose reference it is. Each within the actor's reach. */
export async function findAnything(
  app: AppContext,
  actor: Actor,
  { text, locale }: { text: string; locale: string },
): Promise<Found & { appointment: ShownRow | null }> {
  const { reference } = searchTerms(text.trim());
  const reach = reachFor(actor, "see", "appointments");
  const row = reference && reach ? await getByReference(app.db.kysely, reference, reach) : null;
  const found = await findClientsFor(app, actor, { text, locale });
  if (!row) return { ...found, appointment: null };
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return { ...found, appointment: shownRow(row, { zone, locale, now: app.clock.now() }) };
}
