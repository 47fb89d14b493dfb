import type { Queries } from "#app/platform/app-context.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { deriveSecret } from "#app/platform/ids.server.ts";

const KEPT = 180 * 86_400_000;

type Place = { key: string; address: string };

/** Records where a person has signed in, or opened a mailed link. Stores only a hash of the network address. */
export async function rememberPlace(
  db: Queries,
  { userId, now, ...place }: Place & { userId: string; now: number },
): Promise<void> {
  await db
    .insertInto("known_places")
    .values({ user_id: userId, place: hashedPlace(place), seen_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "place"]).doUpdateSet({ seen_at: now }))
    .execute();
}

/** Whether a user (by id or email address) is known at a place. The same query whether or not that user exists. */
export async function isKnownPlace(db: Queries, { account, ...place }: Place & { account: string }): Promise<boolean> {
  const row = await db
    .selectFrom("known_places")
    .innerJoin("users", "users.id", "known_places.user_id")
    .select("users.id")
    .where("place", "=", hashedPlace(place))
    .where((user) => user.or([user("users.id", "=", account), user("users.email", "=", account.toLowerCase())]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes places where nobody has signed in for six months. */
export async function removeOldPlaces(db: Queries, now: number): Promise<void> {
  await db
    .deleteFrom("known_places")
    .where("seen_at", "<", now - KEPT)
    .execute();
}

function hashedPlace({ key, address }: Place): string {
  return deriveSecret(key, `place:${rateKeyOf(address)}`);
}
