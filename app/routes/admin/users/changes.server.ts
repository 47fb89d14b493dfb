import type { Actor } from "#app/accounts/actor.ts";
import type { Caller } from "#app/accounts/session/commands.server.ts";
import type { User } from "#app/accounts/user.ts";
import { type AccessOutcome, disable, enable, endSessionsOf, setRole } from "#app/accounts/users/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";

type Asked = { world: World; actor: Actor; caller: Caller; userId: string; form: FormData };
type Answer = ChangeReply & { status: number };

/** What can be done with a user, by the last part of its address. */
export const USER_CHANGES = {
  role: changedRole,
  access: changedAccess,
  sessions: endedSessions,
} satisfies Record<string, (asked: Asked) => Promise<Answer>>;

async function changedRole({ world, actor, caller, userId, form }: Asked): Promise<Answer> {
  const role = form.get("role");
  if (role !== "admin" && role !== "user") return { toast: failure(), status: 422 };
  const password = String(form.get("password") ?? "");
  const outcome = await setRole(world, { actor, caller }, { userId, role, password });
  return answerTo(outcome, ({ username }) => `${username} is ${role === "admin" ? "an admin" : "a user"} now.`);
}

async function changedAccess({ world, actor, userId, form }: Asked): Promise<Answer> {
  const access = form.get("access");
  if (access !== "disabled" && access !== "enabled") return { toast: failure(), status: 422 };
  const outcome = await (access === "disabled" ? disable : enable)(world, actor, { userId });
  return answerTo(outcome, ({ username }) =>
    access === "disabled" ? `${username} can't sign in any more.` : `${username} can sign in again.`,
  );
}

async function endedSessions({ world, actor, userId }: Asked): Promise<Answer> {
  const outcome = await endSessionsOf(world, actor, { userId });
  return answerTo(outcome, ({ username }) => `${username} is signed out everywhere.`);
}

function answerTo(outcome: AccessOutcome, words: (user: User) => string): Answer {
  switch (outcome.kind) {
    case "changed":
      return { toast: success(words(outcome.user)), status: 200 };
    case "refused":
      return { toast: failure(`${outcome.message}.`), status: 409 };
    case "unknown":
      return { toast: failure("That user is not there any more."), status: 404 };
  }
}
