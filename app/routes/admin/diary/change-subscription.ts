import { disconnectAccount, type SignInEnd } from "#app/calendars/accounts.server.ts";
import { disconnectCalendar } from "#app/calendars/links.server.ts";
import { makeSubscription, revokeSubscription } from "#app/diary/calendar-subscriptions.server.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
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
  if (account) {
    const ended = await disconnectAccount(app, actor, account);
    if (ended.kind === "not-found") return notFound();
    return Response.json({ toast: success(`${SAID.removed}${endInWords(ended.signIn)}`) } satisfies ChangeReply);
  }
  const outcome = make
    ? await makeSubscription(app, actor, make)
    : disconnect
      ? await disconnectCalendar(app, actor, disconnect)
      : await revokeSubscription(app, actor, revoke ?? "");
  if (outcome.kind === "not-found") return notFound();
  return Response.json({ toast: success(SAID[outcome.kind]) } satisfies ChangeReply);
}

const notFound = () => Response.json({ toast: failure() } satisfies ChangeReply, { status: 404 });

function endInWords(signIn: SignInEnd | null): string {
  if (signIn === null) return "";
  const { company, end } = signIn;
  if (end === "ended") return ` The sign-in has ended at ${company}, too.`;
  return ` To end the sign-in at ${company}, remove this site’s access there.`;
}

const SAID = {
  made: "The address is ready.",
  changed: "Saved.",
  revoked: "Revoked.",
  removed: "Calendar disconnected. Its busy times no longer block.",
};
