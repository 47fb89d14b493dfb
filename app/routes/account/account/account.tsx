import { data, redirect } from "react-router";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { sessionsOf } from "#app/accounts/own-sessions.server.ts";
import { shortestPassword } from "#app/accounts/passwords/password.ts";
import { passkeysOf } from "#app/accounts/second-factor/own-passkeys.server.ts";
import { secondFactorOf } from "#app/accounts/second-factor/second-factor.server.ts";
import { rolesWaiting } from "#app/accounts/user.ts";
import { hasOwnRecord } from "#app/health/own-record.server.ts";
import { listKeptCards } from "#app/payments/online/kept-cards.server.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { accountAnswers } from "#app/routes/account/account/account-answers.server.ts";
import { CardsPart, viewCard } from "#app/routes/account/account/cards-part.tsx";
import { DetailsParts } from "#app/routes/account/account/details-parts.tsx";
import {
  AccountPart,
  AsksContext,
  PartForm,
  ProofField,
  placeOf,
  ReplyContext,
  WhoContext,
} from "#app/routes/account/account/part.tsx";
import { PasskeysPart } from "#app/routes/account/account/passkeys-part.tsx";
import { type AccountReply, faulted, type Part, resumed } from "#app/routes/account/account/replies.server.ts";
import { SecondFactorPart } from "#app/routes/account/account/second-factor-part.tsx";
import { viewSession } from "#app/routes/account/account/session-view.ts";
import { SessionsPart } from "#app/routes/account/account/sessions-part.tsx";
import { orFault } from "#app/routes/account/account-fault.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf, identityOf, openRequest, signedInUserOf } from "#app/routes/account/identity.server.ts";
import { FORGET_UNSENT, type UnsentDetails, unsentOf } from "#app/routes/account/unsent-details.server.ts";
import { rolesInWords } from "#app/team/role-names.ts";
import { Plate } from "#app/ui/art/plate.tsx";
import { Button, buttonClasses, Notice } from "#app/ui/controls.tsx";
import { BookButton } from "#app/ui/shell/book-button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/account.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, locale } = openRequest(context);
  const user = signedInUserOf(context);
  const { email, username, phone, emailVerified, role, staff } = user;
  const identity = identityOf(context);
  const sessions = await sessionsOf(app, identity);
  const passkeys = await passkeysOf(app, identity);
  const secondFactor = await secondFactorOf(app, identity);
  const { bookingRules, push, payments } = (await readPractice(app)).settings;
  const cards = payments.online ? await listKeptCards(app.db.kysely, { userId: user.id }) : [];
  const where = { locale, zone: bookingRules.zone };
  return {
    shortest: shortestPassword(user),
    unsent: unsentOf(request.headers, user.id),
    user: { id: user.id, email, username, emailVerified, phone: phone && readablePhone(phone) },
    passkeys: passkeys.map(({ id, name }) => ({ id, name })),
    // The password of whoever works here opens the practice's data, so they may add a second factor.
    secondFactor: role === "admin" || staff || secondFactor !== "off" ? secondFactor : null,
    asks: identity.confirmedFor <= 0,
    reminds: push.on,
    hasRecord: await hasOwnRecord(app, user.id),
    waiting: rolesInWords(rolesWaiting(user), "").toLowerCase(),
    cards: cards.map((card) => viewCard(card, where)),
    sessions: sessions.map((one) => viewSession(one, where)),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app } = openRequest(context);
  const form = await readFormBody(request);
  const part = String(form.get("part") ?? "");
  if (!Object.hasOwn(accountAnswers, part)) {
    const reply: AccountReply = { part: "name", toast: NOTICES.incomplete, errors: {}, typed: {} };
    return data(reply, { status: 422 });
  }
  if (form.get("unsent") === "continue") return resumed(part as Part, form);
  if (form.get("unsent") === "clean") {
    throw redirect("/account", { status: 303, headers: withCookies([FORGET_UNSENT]) });
  }
  const caller = callerOf({ request, context });
  const sent = { app, caller, identity: identityOf(context), form };
  const answer = await orFault(
    context,
    () => accountAnswers[part as Part](sent),
    (fault) => faulted(part as Part, form, fault),
  );
  // What was kept is no longer the last that was typed.
  const isSaved = answer instanceof Response && unsentOf(request.headers, signedInUserOf(context).id) !== null;
  if (isSaved) answer.headers.append("Set-Cookie", FORGET_UNSENT);
  return answer;
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex");
  return headers;
};

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your account");

const TITLES = [
  ...["Username", "Phone", "Email", "Password", "Passkeys", "Sign-in codes"],
  ...["Kept cards", "Where you are signed in", "Your information", "Delete your account"],
];

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { user, shortest, passkeys, secondFactor, waiting, sessions, reminds, unsent, hasRecord, asks, cards } =
    loaderData;
  const without = [...(secondFactor ? [] : ["Sign-in codes"]), ...(cards.length > 0 ? [] : ["Kept cards"])];
  const titles = TITLES.filter((title) => !without.includes(title));
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
          One step left:{" "}
          <a href="/account/second-factor" className="prose-link">
            set up a second step
          </a>{" "}
          to work here as {waiting}.
        </Notice>
      )}
      {unsent && !actionData && <UnsentOffer {...unsent} />}
      <div className="gap-x-16 xl:grid xl:grid-cols-[minmax(0,1fr)_16rem]">
        <ReplyContext value={actionData ?? null}>
          <div>
            <WhoContext value={user.id}>
              <AsksContext value={asks}>
                <DetailsParts user={user} shortest={shortest} />
                <PasskeysPart passkeys={passkeys} hasApp={secondFactor === "on"} />
                {secondFactor && <SecondFactorPart state={secondFactor} />}
                {cards.length > 0 && <CardsPart cards={cards} />}
                <SessionsPart sessions={sessions} />
                <LeaveParts hasRecord={hasRecord} />
              </AsksContext>
            </WhoContext>
          </div>
        </ReplyContext>
        <AccountAside titles={titles} />
      </div>
    </div>
  );
}

const PLACES = new Map<Part, string>([
  ["name", placeOf("Username")],
  ["phone", placeOf("Phone")],
  ["address", placeOf("Email")],
]);

/** A form starts clean: what was typed before the session ended fills in only when somebody says so. */
function UnsentOffer({ part, name, value }: UnsentDetails) {
  return (
    <form method="post" action={`/account#${PLACES.get(part)}`} className="mb-8 max-w-2xl">
      <input type="hidden" name="part" value={part} />
      <input type="hidden" name={name} value={value} />
      <Notice className="flex flex-wrap items-center gap-3">
        <p className="mr-auto wrap-anywhere">Continue with “{value}”?</p>
        <Button name="unsent" value="continue" size="small">
          Continue
        </Button>
        <Button name="unsent" value="clean" look="outline" size="small">
          Start clean
        </Button>
      </Notice>
    </form>
  );
}

/** On a wide desk, beside the forms: their contents, and the ways on. */
function AccountAside({ titles }: { titles: readonly string[] }) {
  return (
    <aside aria-labelledby="on-this-page" className="border-t border-line py-8 max-xl:hidden print:hidden">
      <div className="sticky top-8">
        <h2 id="on-this-page" className="text-sm text-ink-soft">
          On this page
        </h2>
        <ul className="mt-2">
          {titles.map((title) => (
            <li key={title}>
              <a href={`#${placeOf(title)}`} className="block py-1.5 text-sm underline-offset-4 hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
        <BookButton look="outline" className="mt-6 w-full">
          Book a time
        </BookButton>
        <Plate slug="personalized-wellness-plans" size="card" className="mt-8" />
      </div>
    </aside>
  );
}

function LeaveParts({ hasRecord }: { hasRecord: boolean }) {
  return (
    <>
      <AccountPart title="Your information" parts={[]}>
        <p>Everything that is kept about you and your bookings, in one file.</p>
        <a href="/account/data.json" download className={buttonClasses({ look: "outline" })}>
          Download my information
        </a>
        {hasRecord && (
          <p>
            <a href="/account/health" className="prose-link inline-flex min-h-11 items-center">
              Your health record
            </a>{" "}
            is apart from it: you confirm who you are first.
          </p>
        )}
      </AccountPart>
      <AccountPart
        title="Delete your account"
        parts={["deletion"]}
        stored={<span className="text-ink-soft">You can’t get it back.</span>}
        change="Delete"
      >
        <p>
          This removes your account for good, and signs you out everywhere. Records of appointments are kept as long as
          the law requires, no longer linked to an account. Appointments that are still to come stay booked: cancel them
          first if you don’t want them.
        </p>
        <PartForm part="deletion">
          <ProofField part="deletion" />
          <Button look="danger">Delete my account</Button>
        </PartForm>
      </AccountPart>
    </>
  );
}
