import { data } from "react-router";
import { NOTICES } from "#app/accounts/notices.ts";
import { passkeysOf } from "#app/accounts/passkeys/commands.server.ts";
import { secondFactorOf } from "#app/accounts/second-factor/commands.server.ts";
import { sessionsOf } from "#app/accounts/session/commands.server.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { accountAnswers } from "#app/routes/account/account/account-answers.server.ts";
import { DetailsParts } from "#app/routes/account/account/details-parts.tsx";
import { LeaveParts } from "#app/routes/account/account/leave-parts.tsx";
import { PasskeysPart } from "#app/routes/account/account/passkeys-part.tsx";
import type { AccountReply, Part } from "#app/routes/account/account/replies.server.ts";
import { SecondFactorPart } from "#app/routes/account/account/second-factor-part.tsx";
import { SessionsPart } from "#app/routes/account/account/sessions-part.tsx";
import { shownSession } from "#app/routes/account/account/shown-session.ts";
import { callerOf, identityOf, signedInUserOf } from "#app/routes/account/identity.server.ts";
import { readSettings } from "#app/settings/store.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { Toast } from "#app/ui/toast/toast.tsx";
import type { Route } from "./+types/account.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const { email, username, emailVerified, role } = signedInUserOf(context);
  const identity = identityOf(context);
  const sessions = await sessionsOf(world, identity);
  const passkeys = await passkeysOf(world, identity);
  const secondFactor = await secondFactorOf(world, identity);
  const { bookingRules } = await readSettings(world.db.kysely, world.log);
  const shown = { locale: visitOf(context).locale, zone: bookingRules.zone };
  return {
    user: { email, username, emailVerified },
    passkeys: passkeys.map(({ id, name }) => ({ id, name })),
    // The practice's data stands behind an admin's password: theirs may be doubled.
    secondFactor: role === "admin" || secondFactor !== "off" ? secondFactor : null,
    sessions: sessions.map((one) => shownSession(one, shown)),
  };
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

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your account");

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { user, passkeys, secondFactor, sessions } = loaderData;
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
      <PasskeysPart passkeys={passkeys} />
      {secondFactor && <SecondFactorPart state={secondFactor} reply={reply} />}
      <SessionsPart sessions={sessions} />
      <LeaveParts reply={reply} />
      {reply?.toast && <Toast tone="danger">{reply.toast}</Toast>}
    </div>
  );
}
