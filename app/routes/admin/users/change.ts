import type { User } from "#app/accounts/user.ts";
import {
  type AccessOutcome,
  changeRole,
  disableUser,
  enableUser,
  endUserSessions,
} from "#app/accounts/users/change-user.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { noteAccess } from "#app/team/change-staff.server.ts";
import { hasTeam } from "#app/team/staff.db.server.ts";
import { type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/change.ts";

/** `POST /admin/users/:id/role` and the like. Answers with a toast. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { change: name, id: userId } = params;
  const change = Object.hasOwn(USER_CHANGES, name) ? USER_CHANGES[name as keyof typeof USER_CHANGES] : null;
  if (!change) return new Response("There is no such change", { status: 404 });
  const form = await readFormBody(request);
  const input = { app, actor };
  const { status, ...reply } = await change({ ...input, userId, form });
  return Response.json(reply, { status });
}

type ChangeRequest = { app: AppContext; actor: Actor; userId: string; form: FormData };
type Answer = ChangeReply & { status: number };

const USER_CHANGES = {
  role: changedRole,
  access: changedAccess,
  sessions: endedSessions,
} satisfies Record<string, (input: ChangeRequest) => Promise<Answer>>;

async function changedRole({ app, actor, userId, form }: ChangeRequest): Promise<Answer> {
  const role = form.get("role");
  if (role !== "admin" && role !== "user") return { toast: failure(), status: 422 };
  if (await hasTeam(app.db.kysely)) return { toast: failure(AT_PEOPLE), status: 409 };
  const outcome = await changeRole(app, actor, { userId, role });
  return answerTo(outcome, ({ username }) => `${username} is ${role === "admin" ? "an admin" : "a user"} now.`);
}

const AT_PEOPLE = "Change roles in Settings, People.";

async function changedAccess({ app, actor, userId, form }: ChangeRequest): Promise<Answer> {
  const access = form.get("access");
  if (access !== "disabled" && access !== "enabled") return { toast: failure(), status: 422 };
  const change = access === "disabled" ? disableUser : enableUser;
  const now = app.clock.now();
  const alsoWithin = (tx: Tx) => noteAccess(tx, { actor, userId, event: access, now });
  const outcome = await change(app, actor, { userId, alsoWithin });
  return answerTo(outcome, ({ username }) =>
    access === "disabled" ? `${username} can no longer sign in.` : `${username} can sign in again.`,
  );
}

async function endedSessions({ app, actor, userId }: ChangeRequest): Promise<Answer> {
  const outcome = await endUserSessions(app, actor, { userId });
  return answerTo(outcome, ({ username }) => `${username} is signed out everywhere.`);
}

function answerTo(outcome: AccessOutcome, words: (user: User) => string): Answer {
  switch (outcome.kind) {
    case "changed":
      return { toast: success(words(outcome.user)), status: 200 };
    case "unconfirmed":
      return { toast: failure("Confirm that it’s you first. Nothing has changed."), status: 403 };
    case "refused":
      return { toast: failure(`${outcome.message}.`), status: 409 };
    case "not-found":
      return { toast: failure("That user no longer exists."), status: 404 };
  }
}
