import { data } from "react-router";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { passkeysOf } from "#app/accounts/own-passkeys.server.ts";
import { sessionsOf } from "#app/accounts/own-sessions.server.ts";
import { secondFactorOf } from "#app/accounts/second-factor.server.ts";
import { partsWaiting } from "#app/accounts/user.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { accountAnswers } from "#app/routes/account/account/account-answers.server.ts";
import { AccountAside } from "#app/routes/account/account/account-aside.tsx";
import { DetailsParts } from "#app/routes/account/account/details-parts.tsx";
import { LeaveParts } from "#app/routes/account/account/leave-parts.tsx";
import { ReplyContext } from "#app/routes/account/account/part.tsx";
import { PasskeysPart } from "#app/routes/account/account/passkeys-part.tsx";
import { type AccountReply, faulted, type Part } from "#app/routes/account/account/replies.server.ts";
import { SecondFactorPart } from "#app/routes/account/account/second-factor-part.tsx";
import { SessionsPart } from "#app/routes/account/account/sessions-part.tsx";
import { shownSession } from "#app/routes/account/account/shown-session.ts";
import { orFault } from "#app/routes/account/account-fault.server.ts";
import { callerOf, identityOf, signedInUserOf } from "#app/routes/account/identity.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { partsInWords } from "#app/staff/parts-in-words.ts";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/account.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const user = signedInUserOf(context);
  const { email, username, phone, emailVerified, role, staff } = user;
  const identity = identityOf(context);
  const sessions = await sessionsOf(app, identity);
  const passkeys = await passkeysOf(app, identity);
  const secondFactor = await secondFactorOf(app, identity);
  const { bookingRules, push } = await listSettings(app.db.kysely, app.log);
  const shown = { locale: requestInfoOf(context).locale, zone: bookingRules.zone };
  return {
    user: { email, username, emailVerified, phone: phone && readablePhone(phone) },
    passkeys: passkeys.map(({ id, name }) => ({ id, name })),
    // The password of whoever works here opens the practice's data, so they may add a second factor.
    secondFactor: role === "admin" || staff || secondFactor !== "off" ? secondFactor : null,
    reminds: push.on,
    waiting: partsInWords(partsWaiting(user), "").toLowerCase(),
    sessions: sessions.map((one) => shownSession(one, shown)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const form = await readFormBody(request);
  const part = String(form.get("part") ?? "");
  if (!Object.hasOwn(accountAnswers, part)) {
    const reply: AccountReply = { part: "name", toast: NOTICES.incomplete, errors: {}, typed: {} };
    return data(reply, { status: 422 });
  }
  const caller = callerOf({ request, context });
  const sent = { app, caller, identity: identityOf(context), form };
  return orFault(
    context,
    () => accountAnswers[part as Part](sent),
    (fault) => faulted(part as Part, form, fault),
  );
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex");
  return headers;
};

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your account");

const TITLES = [
  ...["Username", "Phone", "Email", "Password", "Passkeys", "Codes at log-in"],
  ...["Where you are signed in", "Your information", "Delete your account"],
];

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { user, passkeys, secondFactor, waiting, sessions, reminds } = loaderData;
  const titles = TITLES.filter((title) => secondFactor || title !== "Codes at log-in");
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Your account</h1>
      <p className="mt-3 mb-8 text-ink-soft">
        Signed in as <span className="wrap-anywhere">{user.email}</span>.{" "}
        <a href="/my-appointment" className="prose-link">
          Your appointments
        </a>
        {reminds && (
          <>
            {" and "}
            <a href="/account/notifications" className="prose-link">
              reminders on your devices
            </a>
          </>
        )}
      </p>
      {waiting && (
        <Notice tone="warning" className="mb-8 max-w-2xl">
          Turn on{" "}
          <a href="#part-codes-at-log-in" className="prose-link">
            codes at log-in
          </a>
          : you are here as {waiting}, and that opens once they are on.
        </Notice>
      )}
      <div className="gap-x-16 xl:grid xl:grid-cols-[minmax(0,1fr)_16rem]">
        <ReplyContext value={actionData ?? null}>
          <div>
            <DetailsParts user={user} />
            <PasskeysPart passkeys={passkeys} hasApp={secondFactor === "on"} />
            {secondFactor && <SecondFactorPart state={secondFactor} />}
            <SessionsPart sessions={sessions} />
            <LeaveParts />
          </div>
        </ReplyContext>
        <AccountAside titles={titles} />
      </div>
    </div>
  );
}
