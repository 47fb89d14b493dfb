import { disconnectAccount } from "#app/calendars/accounts.server.ts";
import { disconnectCalendar } from "#app/calendars/links.server.ts";
import { makeSubscription, revokeSubscription } from "#app/diary/calendar-subscriptions.server.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-body.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { type ChangeReply, failure, success } from "#app/ui/admin/toast.ts";
import type { Route } from "./+types/change-subscription.ts";

/**
 * Makes (`make`) or revokes (`revoke`) a therapist's private calendar address, or disconnects a calendar (`disconnect`) or
 * an account (`account`).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const { make, revoke, disconnect, account } = fieldsFrom(await readFormBody(request));
  const actor = actorOf(context);
  const outcome = make
    ? await makeSubscription(app, actor, make)
    : disconnect
      ? await disconnectCalendar(app, actor, disconnect)
      : account
        ? await disconnectAccount(app, actor, account)
        : await revokeSubscription(app, actor, revoke ?? "");
  if (outcome.kind === "not-found") return Response.json({ toast: failure() } satisfies ChangeReply, { status: 404 });
  return Response.json({ toast: success(SAID[outcome.kind]) } satisfies ChangeReply);
}

const SAID = {
  made: "The address is ready.",
  changed: "Saved.",
  revoked: "Revoked.",
  removed: "Calendar disconnected. Its busy times no longer block.",
};
