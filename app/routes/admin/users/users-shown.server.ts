import type { Actor } from "#app/accounts/actor.ts";
import { readUsers } from "#app/accounts/users/commands.server.ts";
import type { ListedUser, UserQuestion } from "#app/accounts/users/user-list.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** A user as a card shows them: in words, with the specification's fallbacks (section 3). */
export type UserCard = {
  id: string;
  name: string;
  email: string;
  role: string;
  joined: string;
  disabled: boolean;
  sessions: number;
  /** The person who is looking. */
  self: boolean;
};

export type UsersShown = { cards: UserCard[]; total: number; page: number; failed: boolean };

/** The users to show. A failure is logged and told; then there is nothing to show (specification section 8). */
export async function usersShown(
  world: World,
  actor: Actor,
  { locale, ...question }: UserQuestion & { locale: string },
): Promise<UsersShown> {
  try {
    const { users, total } = await readUsers(world, actor, question);
    const { bookingRules } = await readSettings(world.db.kysely, world.log);
    const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: bookingRules.zone });
    const self = actor.kind === "admin" ? actor.userId : null;
    const cards = users.map((user) => cardOf(user, { dates, self }));
    return { cards, total, page: question.page, failed: false };
  } catch (error) {
    world.log.error({ err: error }, "the users could not be loaded");
    return { cards: [], total: 0, page: question.page, failed: true };
  }
}

function cardOf(
  { name, email, role, joined, ...user }: ListedUser,
  { dates, self }: { dates: Intl.DateTimeFormat; self: string | null },
): UserCard {
  return {
    ...user,
    name: name ?? "Unknown User",
    email: email ?? "N/A",
    role: role ?? "N/A",
    joined: joined === null ? "Unknown" : dates.format(joined),
    self: user.id === self,
  };
}
