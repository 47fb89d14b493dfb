import { rolesFrom } from "#app/accounts/user.ts";
import { forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { StaffTables } from "#app/platform/database/account-tables.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import type { PersonalData } from "#app/platform/personal-data.server.ts";
import { INVITE, INVITE_STORED, type Invite } from "#app/team/invite.ts";

/** Derived from its nonce: the outbox stores the nonce, the table a hash, and only the mail the secret. */
export function inviteSecretOf(key: string, nonce: string): string {
  return deriveSecret(key, `staff-invite:${nonce}`);
}

export function inviteLink({ config }: AppContext, secret: string): string {
  return new URL(`/join?${new URLSearchParams({ token: secret })}`, config.publicUrl).href;
}

export async function insertInvite(
  tx: Tx,
  { id, email, roles, therapistId, sentAt, expiresAt, invitedBy }: Omit<Invite, "state">,
  secret: string,
): Promise<void> {
  await tx
    .insertInto("staff_invites")
    .values({
      id,
      secret_hash: hashOf(secret),
      email,
      parts: JSON.stringify(roles),
      therapist_id: therapistId,
      state: "open",
      created_at: sentAt,
      sent_at: sentAt,
      expires_at: expiresAt,
      invited_by: invitedBy,
    })
    .execute();
}

/** Those that nobody has used or withdrawn, the newest first: expired ones too. */
export async function listUnused(db: Queries): Promise<Invite[]> {
  const rows = await db
    .selectFrom("staff_invites")
    .selectAll()
    .where("state", "=", "open")
    .orderBy("sent_at", "desc")
    .execute();
  return rows.map(inviteFrom);
}

export async function getInvite(db: Queries, id: string): Promise<Invite | null> {
  const row = await db.selectFrom("staff_invites").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? inviteFrom(row) : null;
}

export async function getInviteBySecret(db: Queries, secret: string): Promise<Invite | null> {
  const hash = hashOf(secret);
  const row = await db.selectFrom("staff_invites").selectAll().where("secret_hash", "=", hash).executeTakeFirst();
  return row ? inviteFrom(row) : null;
}

/** The nonces of invitations whose mail still waits, by the invitation's id. */
export async function listWaitingNonces(db: Queries): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("outbox")
    .select(["subject_id", "data"])
    .where("kind", "=", INVITE)
    .where("done_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.subject_id ?? "", String(JSON.parse(row.data).nonce)]));
}

/** Uses up an open invitation to this address. If two requests race, only one gets it. */
export async function useInvite(
  tx: Tx,
  { secret, email, now }: { secret: string; email: string; now: number },
): Promise<Invite | null> {
  const row = await tx
    .updateTable("staff_invites")
    .set({ state: "used" })
    .where("secret_hash", "=", hashOf(secret))
    .where("email", "=", email)
    .where("state", "=", "open")
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  return row ? inviteFrom(row) : null;
}

/** Gives an invitation a new link and new days; the link before stops working. False if it is used or withdrawn. */
export async function renewInvite(
  tx: Tx,
  { id, secret, sentAt, expiresAt }: { id: string; secret: string; sentAt: number; expiresAt: number },
): Promise<boolean> {
  const renewed = { secret_hash: hashOf(secret), sent_at: sentAt, expires_at: expiresAt };
  const rows = tx.updateTable("staff_invites").set(renewed).where("id", "=", id).where("state", "=", "open");
  return Number((await rows.executeTakeFirst()).numUpdatedRows) === 1;
}

type Which = { id: string } | { email: string } | { invitedBy: string };

/** Withdraws open invitations; returns how many. */
export async function revokeInvites(tx: Tx, which: Which): Promise<number> {
  const open = tx.updateTable("staff_invites").set({ state: "revoked" }).where("state", "=", "open");
  const rows =
    "id" in which
      ? open.where("id", "=", which.id)
      : "email" in which
        ? open.where("email", "=", which.email)
        : open.where("invited_by", "=", which.invitedBy);
  return Number((await rows.executeTakeFirst()).numUpdatedRows);
}

export const invitationData: PersonalData = {
  async forget(tx, { addresses }) {
    await forgetAbout(tx, INVITE, await removeInvitesTo(tx, addresses));
    return {};
  },
};

/** Deletes the invitations to these lower-case addresses, and returns their ids. */
async function removeInvitesTo(tx: Tx, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = tx.deleteFrom("staff_invites").where("email", "in", [...addresses]);
  return (await rows.returning("id").execute()).map(({ id }) => id);
}

/** Deletes what ended long ago: an address of somebody who never came is not stored for good. */
export async function removeOldInvites(db: Queries, now: number): Promise<void> {
  await db
    .deleteFrom("staff_invites")
    .where("expires_at", "<", now - INVITE_STORED)
    .execute();
}

function inviteFrom(row: StaffTables["staff_invites"]): Invite {
  return {
    id: row.id,
    email: row.email,
    roles: rolesFrom(row.parts),
    therapistId: row.therapist_id,
    state: row.state,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    invitedBy: row.invited_by,
  };
}
