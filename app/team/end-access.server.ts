import { closePending } from "#app/accounts/account-links.db.server.ts";
import { deleteSessions } from "#app/accounts/sessions.db.server.ts";
import { endTherapistMails } from "#app/catalogue/therapist-mails.server.ts";
import { disconnectCalendarsOf, endSubscriptionsOf } from "#app/diary/calendar-subscriptions.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { Part } from "#app/platform/roles.ts";
import { revokeInvites } from "#app/team/invites.db.server.ts";

type Person = { userId: string; therapistId: string | null; lost: readonly Part[]; now: number };

/**
 * Ends what somebody's parts gave: sessions, open links and sign-ins. With a part that is `lost` go the calendar
 * addresses that they made or that show their diary, with the therapist's the mails about their appointments and their own calendars, and with
 * the owner's the invitations that they sent.
 */
export async function endAccess(tx: Tx, { userId, therapistId, lost, now }: Person): Promise<void> {
  await deleteSessions(tx, { userId, keep: null });
  await closePending(tx, userId);
  if (lost.length > 0) await endSubscriptionsOf(tx, { userId, therapistId });
  if (lost.includes("therapist") && therapistId) {
    await endTherapistMails(tx, { id: therapistId, now });
    await disconnectCalendarsOf(tx, { therapistId, now });
  }
  if (lost.includes("owner")) await revokeInvites(tx, { invitedBy: userId });
}
