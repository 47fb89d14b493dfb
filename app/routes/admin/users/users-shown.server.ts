import { type ListedUser, listUserPage, type UserQuestion } from "#app/accounts/users/list-users.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mayInPerson } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { partsInWords } from "#app/team/role-names.ts";
import { staffById } from "#app/team/staff.db.server.ts";

/** A user in words, with the specification's fallbacks (section 3). */
export type UserCard = {
  id: string;
  name: string;
  email: string;
  role: string;
  joined: string;
  disabled: boolean;
  sessions: number;
  self: boolean;
  /** What they are here for, in words; null: nothing, or nobody was ever invited. */
  parts: string | null;
};

/** `isTeam`: somebody was invited, so parts are shown and changed where they are given. */
export type UsersShown = { isTeam: boolean; cards: UserCard[]; total: number; page: number; failed: boolean };

/** A failure is logged and reported on the page; the list is then empty (specification section 8). */
export async function usersShown(
  app: AppContext,
  actor: Actor,
  { locale, ...question }: UserQuestion & { locale: string },
): Promise<UsersShown> {
  try {
    const { users, total } = await listUserPage(app, actor, question);
    const { bookingRules } = (await readPractice(app)).settings;
    const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: bookingRules.zone });
    const self = mayInPerson(actor, "see", "users") ? actor.userId : null;
    const staff = await staffById(app.db.kysely);
    const partsFor = (id: string) => {
      const found = staff?.get(id);
      return found ? partsInWords(found.parts) : null;
    };
    const cards = users.map((user) => cardOf(user, { dates, self, parts: partsFor(user.id) }));
    return { isTeam: staff !== null, cards, total, page: question.page, failed: false };
  } catch (error) {
    app.log.error({ err: error }, "the users could not be loaded");
    return { isTeam: false, cards: [], total: 0, page: question.page, failed: true };
  }
}

function cardOf(
  { name, email, role, joined, ...user }: ListedUser,
  { dates, self, parts }: { dates: Intl.DateTimeFormat; self: string | null; parts: string | null },
): UserCard {
  return {
    ...user,
    name: name ?? "Unknown User",
    email: email ?? "N/A",
    role: role ?? "N/A",
    joined: joined === null ? "Unknown" : dates.format(joined),
    self: user.id === self,
    parts,
  };
}
