import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { deriveSecret, hashOf, newId, newSecret } from "#app/platform/ids.server.ts";

/**
 * A link's secret, derived from its nonce: the outbox stores the nonce, the table a hash, and only the mail the
 * secret.
 */
export function linkSecretOf(key: string, { purpose, nonce }: { purpose: LinkPurpose; nonce: string }): string {
  return deriveSecret(key, `${purpose}-link:${nonce}`);
}

/** Opens a link and returns its nonce. Closes earlier links of the same purpose: only the newest works. */
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
      value: [person.userId ?? "nobody", person.email, person.sessionId ?? ""].join(" ").trim(),
      expiresAt: new Date(now + LINK_LIFE[purpose]),
      createdAt: new Date(now),
      updatedAt: new Date(now),
    })
    .execute();
  return nonce;
}

export async function getLink(
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

/** Uses a link up. If two requests race, only one succeeds. */
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

/** Closes a person's open links, or only those of one purpose. */
export async function closeLinks(
  tx: Tx,
  { purpose, userId }: { purpose?: LinkPurpose; userId: string },
): Promise<void> {
  await tx
    .deleteFrom("verifications")
    .where("identifier", "like", `${purpose ?? "%"}-link:%`)
    .where("value", "like", `${userId} %`)
    .execute();
}

/**
 * Closes everything open for a person: links, a pending address, a pending sign-in, a passkey challenge. Somebody
 * else may have started it.
 */
export async function closePending(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("verifications").where("value", "like", `%${userId}%`).execute();
}

export async function removeOldLinks(db: Queries, now: number): Promise<void> {
  await db.deleteFrom("verifications").where("expiresAt", "<", new Date(now)).execute();
}

function identifierOf(purpose: LinkPurpose, secret: string): string {
  return `${purpose}-link:${hashOf(secret)}`;
}

function personFrom(value: string): LinkFor | null {
  const [userId = "", email = "", sessionId] = value.split(" ");
  return userId === "nobody" || !email ? null : { userId, email, sessionId: sessionId ?? null };
}

/**
 * What a mailed link is for; each works once. `let-in` exempts an owner from the limit while others try their
 * account.
 */
export type LinkPurpose = "verify" | "change" | "reset" | "let-in";

/**
 * `userId` null: the address had no account, so the link is never mailed. `sessionId`: the session that asked for it.
 */
type LinkFor = { userId: string | null; email: string; sessionId?: string | null };

const HOUR_MS = 3_600_000;

/** How long a link works, in ms. */
const LINK_LIFE: Record<LinkPurpose, number> = {
  verify: 72 * HOUR_MS,
  change: 24 * HOUR_MS,
  reset: HOUR_MS,
  "let-in": HOUR_MS,
};
