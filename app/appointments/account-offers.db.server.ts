import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** A mailed link that makes an account of a guest's booking. `expiresAt` is epoch ms. */
export type AccountOffer = { appointmentId: string; linkVersion: number; expiresAt: number };

export async function openOffer(
  tx: Tx,
  { secretHash, ...offer }: AccountOffer & { secretHash: string },
): Promise<void> {
  await tx.deleteFrom("account_offers").where("appointment_id", "=", offer.appointmentId).execute();
  await tx
    .insertInto("account_offers")
    .values({
      appointment_id: offer.appointmentId,
      secret_hash: secretHash,
      link_version: offer.linkVersion,
      expires_at: offer.expiresAt,
    })
    .execute();
}

export async function getOfferOf(db: Queries, appointmentId: string): Promise<AccountOffer | null> {
  const row = await db
    .selectFrom("account_offers")
    .selectAll()
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row ? offerFrom(row) : null;
}

export async function getOfferByHash(db: Queries, hash: string): Promise<AccountOffer | null> {
  const row = await db.selectFrom("account_offers").selectAll().where("secret_hash", "=", hash).executeTakeFirst();
  return row ? offerFrom(row) : null;
}

export async function useOffer(tx: Tx, hash: string): Promise<boolean> {
  const outcome = await tx.deleteFrom("account_offers").where("secret_hash", "=", hash).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

export async function removeOldOffers(db: Queries, now: number): Promise<void> {
  await db.deleteFrom("account_offers").where("expires_at", "<=", now).execute();
}

type Row = { appointment_id: string; link_version: number; expires_at: number };

function offerFrom(row: Row): AccountOffer {
  return { appointmentId: row.appointment_id, linkVersion: row.link_version, expiresAt: row.expires_at };
}

/** Whether somebody has an account with this address. For mails to it only: an answer must not say. */
export async function hasAccount(db: Queries, email: string): Promise<boolean> {
  return (await getUserByEmail(db, email)) !== null;
}
