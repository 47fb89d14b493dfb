import { listOpenHoldsOf } from "#app/appointments/booking-holds.db.server.ts";
import { deleteRequestsOf } from "#app/appointments/booking-requests.db.server.ts";
import { release } from "#app/booking/booking.jobs.server.ts";
import { getDisowned } from "#app/outbox/not-me.server.ts";
import { actorName, visitor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";

const NOT_ME = "Whoever reads this email address said that it was not them.";

/** "This was not me" in a mail that reached its address's limit. */
export async function disownBookings(
  app: AppContext,
  link: { mail: string; token: string },
): Promise<{ kind: "dropped" } | { kind: "not-found" }> {
  const address = await getDisowned(app, app.db.kysely, link);
  if (address === null) return { kind: "not-found" };
  await dropWaiting(app, address);
  const line = { at: app.clock.now(), actor: actorName(visitor), action: "mail.disown" };
  await app.db.kysely
    .transaction()
    .execute((tx) => writeAudit(tx, { ...line, subject: { kind: "mail", id: link.mail } }));
  return { kind: "dropped" };
}

/**
 * Drops every booking of an address that waits for a link, whether its time is held or not. Confirmed bookings stay:
 * the practice sees them as unconfirmed by the client.
 */
export async function dropWaiting(app: AppContext, address: string): Promise<void> {
  const lower = address.toLowerCase();
  await app.db.kysely.transaction().execute((tx) => deleteRequestsOf(tx, [lower]));
  for (const appointmentId of await listOpenHoldsOf(app.db.kysely, lower)) await release(app, appointmentId, NOT_ME);
}
