import type { User } from "#app/accounts/user.ts";
import { giveByEmail } from "#app/appointments/own-appointments.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/**
 * Links guest bookings to the account with their e-mail address (decisions/0001, row 4). Only a verified address
 * counts: otherwise anybody could sign up with somebody's address and take over their bookings.
 */
export async function linkGuestBookings(
  app: AppContext,
  user: Pick<User, "id" | "email" | "emailVerified">,
): Promise<number> {
  return user.emailVerified ? giveByEmail(app.db.kysely, { userId: user.id, email: user.email }) : 0;
}
