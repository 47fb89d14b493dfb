import { reportWrongAddress, type WrongAddressOutcome } from "#app/accounts/report-wrong-address.server.ts";
import type { User } from "#app/accounts/user.ts";
import {
  type AlsoWithin,
  type DeleteAccountOutcome,
  deleteAccount,
} from "#app/accounts/users/delete-account.server.ts";
import { giveByEmail, unlink } from "#app/appointments/clients/own-appointments.db.server.ts";
import { releaseAccount } from "#app/clients/clients.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";

/**
 * Deletes an account. Its bookings stay with the practice, which must keep them, and are linked to no account.
 * `alsoWithin`: what higher rooms end of somebody who works here.
 */
export function leave(
  app: AppContext,
  who: Parameters<typeof deleteAccount>[1],
  { password, alsoWithin }: { password: string; alsoWithin?: AlsoWithin },
): Promise<DeleteAccountOutcome> {
  const within: AlsoWithin = async (tx, userId) => {
    await alsoWithin?.(tx, userId);
    await letGo(tx, userId);
  };
  return deleteAccount(app, who, { password, alsoWithin: within });
}

/** "This was not me": releases an address that somebody else used to sign up or as a change of address. */
export function reportAddress(app: AppContext, secret: string): Promise<WrongAddressOutcome> {
  return reportWrongAddress(app, secret, letGo);
}

async function letGo(tx: Tx, userId: string): Promise<void> {
  await unlink(tx, userId);
  await releaseAccount(tx, userId);
}

/**
 * Links guest bookings to the account with their email address (decisions/0001, row 4). Only a verified address
 * counts: otherwise anybody could sign up with somebody's address and take over their bookings.
 */
export async function linkGuestBookings(
  app: AppContext,
  user: Pick<User, "id" | "email" | "emailVerified">,
): Promise<number> {
  return user.emailVerified ? giveByEmail(app.db.kysely, { userId: user.id, email: user.email }) : 0;
}
