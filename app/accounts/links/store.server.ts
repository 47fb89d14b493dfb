import { LINK_LIFE, type LinkFor, type LinkPurpose } from "#app/accounts/links/link.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { deriveSecret, hashOf, newId, newSecret } from "#app/platform/ids.server.ts";

/** The secret of a link, from its nonce: the outbox holds the nonce, the table a hash, and only the mail the secret. */
export function linkSecretOf(key: string, { purpose, nonce }: { purpose: LinkPurpose; nonce: string }): string {
  return deriveSecret(key, `${purpose}-link:${nonce}`);
}

/** Opens a link and hands out its nonce. Ones of the same purpose that were open before are closed: the newest alone works. */
export async function openLink(
  tx: Tx,
  { key, purpose, person, now }: { key: string; purpose: LinkPurpose; person: LinkFor; now: number },
): Promise<string> {
  await closeLinks(tx, { purpose, userId: person.userId ?? "nobody" });
  const nonce = newSecret();
  await tx
    .insertInto("verifications")
    .values({
      id: newId(),
      identifier: identifierOf(purpose, linkSecretOf(key, { purpose, nonce })),
      value: `${person.userId ?? "nobody"} ${person.email}`,
      expiresAt: new Date(now + LINK_LIFE[purpose]),
      createdAt: new Date(now),
      updatedAt: new Date(now),
    })
    .execute();
  return nonce;
}

/** Whom an open link is for, without using it. */
export async function readLink(
  db: Queries,
  { purpose, secret, now }: { purpose: LinkPurpose; secret: string; now: number },
): Promise<LinkFor | null> {
  const row = await db
    .selectFrom("verifications")
    .select("value")
    .where("identifier", "=", identifierOf(purpose, secret))
    .where("expiresAt", ">", new Date(now))
    .executeTakeFirst();
  return row ? personFrom(row.value) : null;
}

/** Uses a link up. Of two who use it at once, one gets it. */
export async function useLink(
  tx: Tx,
  { purpose, secret, now }: { purpose: LinkPurpose; secret: string; now: number },
): Promise<LinkFor | null> {
  const row = await tx
    .deleteFrom("verifications")
    .where("identifier", "=", identifierOf(purpose, secret))
    .where("expiresAt", ">", new Date(now))
    .returning("value")
    .executeTakeFirst();
  return row ? personFrom(row.value) : null;
}

/** Closes what is open for a person and a purpose. */
export async function closeLinks(tx: Tx, { purpose, userId }: { purpose: LinkPurpose; userId: string }): Promise<void> {
  await tx
    .deleteFrom("verifications")
    .where("identifier", "like", `${purpose}-link:%`)
    .where("value", "like", `${userId} %`)
    .execute();
}

/** Removes links that have run out. */
export async function removeOldLinks(db: Queries, now: number): Promise<void> {
  await db.deleteFrom("verifications").where("expiresAt", "<", new Date(now)).execute();
}

function identifierOf(purpose: LinkPurpose, secret: string): string {
  return `${purpose}-link:${hashOf(secret)}`;
}

function personFrom(value: string): LinkFor | null {
  const [userId = "", email = ""] = value.split(" ");
  return userId === "nobody" || !email ? null : { userId, email };
}
