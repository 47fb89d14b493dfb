import { data } from "react-router";
import { NOTICES } from "#app/accounts/notices.ts";
import { sessionsOf } from "#app/accounts/session/commands.server.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { type AccountReply, accountAnswers, type Part } from "#app/routes/account/account/account-answers.server.ts";
import { DetailsParts } from "#app/routes/account/account/details-parts.tsx";
import { LeaveParts } from "#app/routes/account/account/leave-parts.tsx";
import { SessionsPart } from "#app/routes/account/account/sessions-part.tsx";
import { shownSession } from "#app/routes/account/account/shown-session.ts";
import { callerOf, identityOf, signedInUserOf } from "#app/routes/account/identity.server.ts";
import { readSettings } from "#app/settings/store.server.ts";
import { Toast } from "#app/ui/toast/toast.tsx";
import type { Route } from "./+types/account.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const { id, email, username, emailVerified } = signedInUserOf(context);
  const sessions = await sessionsOf(world, identityOf(context));
  const { bookingRules } = await readSettings(world.db.kysely, world.log);
  const shown = { locale: visitOf(context).locale, zone: bookingRules.zone };
  return { user: { id, email, username, emailVerified }, sessions: sessions.map((one) => shownSession(one, shown)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const world = worldOf(context);
  const form = await request.formData();
  const part = String(form.get("part") ?? "");
  if (!Object.hasOwn(accountAnswers, part)) {
    const reply: AccountReply = { part: "name", toast: NOTICES.incomplete, errors: {}, typed: {} };
    return data(reply, { status: 422 });
  }
  const caller = callerOf({ request, context });
  return accountAnswers[part as Part]({ world, caller, identity: identityOf(context), form });
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex");
  return headers;
};

export const meta: Route.MetaFunction = () => [{ title: "Your account | Limber Yard" }];

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { user, sessions } = loaderData;
  const reply = actionData ?? null;
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Your account</h1>
      <p className="mt-3 mb-8 text-ink-soft">
        Signed in as <span className="wrap-anywhere">{user.email}</span>.{" "}
        <a href="/my-appointment" className="prose-link">
          Your appointments
        </a>
      </p>
      <DetailsParts user={user} reply={reply} />
      <SessionsPart sessions={sessions} />
      <LeaveParts reply={reply} />
      {reply && <Toast tone="danger">{reply.toast}</Toast>}
    </div>
  );
}
