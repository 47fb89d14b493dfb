import { appointmentMessage, byStranger } from "#app/appointments/appointment-message.ts";
import { listAheadByEmail } from "#app/appointments/own-appointments.db.server.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/rate-limit.server.ts";

// Pressed again within these, one mail is enough: the links in it stay the same.
const WINDOW_SECONDS = 600;

/**
 * Mails the links of all bookings ahead to their address. Writes the same row for an address without any, so that
 * neither the answer nor its time tells; only the renderer drops that mail.
 */
export async function askBookingLinks(app: AppContext, email: string): Promise<void> {
  const key = `booking-links:${hashOf(email.toLowerCase()).slice(0, 32)}`;
  if ((await consumeRateLimit(app, { key, limit: 1, windowSeconds: WINDOW_SECONDS })).kind === "limited") return;
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const [first] = await listAheadByEmail(tx, { email, now });
    const message = appointmentMessage("booking-links-client", { appointmentId: first?.id ?? "nobody" });
    await enqueue(tx, byStranger([message]), now);
  });
}
