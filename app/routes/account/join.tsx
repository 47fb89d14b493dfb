import { data, redirect } from "react-router";
import { joinForm, parseForm } from "#app/accounts/account.form.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { homeOf, rolesWaiting } from "#app/accounts/user.ts";
import { linkGuestBookings } from "#app/appointments/clients/client-account.server.ts";
import type { FieldErrors, FormReply } from "#app/platform/form-fields.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { type Fault, orFault } from "#app/routes/account/account-fault.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf, identityOf, ONE_STEP, openRequest } from "#app/routes/account/identity.server.ts";
import { consumeLinkLimit } from "#app/routes/account/link-limit.server.ts";
import { linkPageHeaders } from "#app/routes/account/link-page-headers.ts";
import { loginPath } from "#app/routes/account/login/login-mode.ts";
import { getOffer, type JoinOutcome, join, joinAnew } from "#app/team/accept-invite.server.ts";
import { DEAD_INVITE } from "#app/team/invite.ts";
import { rolesInWords } from "#app/team/role-names.ts";
import { Button, Field, LinkButton } from "#app/ui/controls.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";
import type { Route } from "./+types/join.ts";

/** Shows what a mailed invitation offers. Mail programs open links by themselves, so it takes a press to do it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { app, clientAddress } = openRequest(context);
  const token = url.searchParams.get("token") ?? "";
  const limit = await consumeLinkLimit(app, clientAddress);
  const identity = identityOf(context);
  const found = limit.kind === "allowed" ? await getOffer(app, token, identity) : null;
  const signedIn = identity.user !== null;
  const offer = found && { ...found, token, signedIn, roles: rolesInWords(found.roles).toLowerCase() };
  return data({ offer }, { status: offer ? 200 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  return orFault(
    context,
    () => answered({ request, context }, form),
    (fault) => faulted(form, fault),
  );
}

type Args = Pick<Route.ActionArgs, "request" | "context">;

async function answered({ request, context }: Args, form: FormData) {
  const { app, clientAddress } = openRequest(context);
  const username = usernameIn(form);
  const token = String(form.get("token") ?? "").slice(0, 200);
  const limit = await consumeLinkLimit(app, clientAddress);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": `${limit.retryAfterSeconds}` };
    return refuse({ message: NOTICES.tooMany, username }, { status: 429, headers });
  }
  const who = { caller: callerOf({ request, context }), identity: identityOf(context) };
  if (who.identity.user) return answer({ request, context }, await join(app, who, token), username);
  const read = parseForm(joinForm, form);
  if (read.kind === "valid") {
    const outcome = await joinAnew(app, who.caller, { secret: token, ...read.form });
    return answer({ request, context }, outcome, username);
  }
  // Whether the link works is said first: nobody fills in a form for nothing.
  if (!(await getOffer(app, token, who.identity))) return refuse({ message: DEAD_INVITE, username }, { status: 410 });
  const errors = read.errors as FieldErrors;
  return refuse({ message: read.message, username, errors }, { status: 422 });
}

async function answer({ context }: Args, outcome: JoinOutcome, username: string) {
  const { app } = openRequest(context);
  if (outcome.kind === "not-found") return refuse({ message: DEAD_INVITE, username }, { status: 410 });
  if (outcome.kind === "invalid") {
    return refuse({ message: outcome.message, username, errors: { password: outcome.message } }, { status: 422 });
  }
  await linkGuestBookings(app, outcome.user);
  const headers = withCookies([...outcome.cookies, flash("joined")]);
  return redirect(rolesWaiting(outcome.user).length > 0 ? ONE_STEP : homeOf(outcome.user), { status: 303, headers });
}

type Refusal = { message: string; username: string; errors?: FieldErrors };

function refuse({ message, username, errors = {} }: Refusal, init: ResponseInit) {
  return data<Reply>({ message, errors, typed: { username } }, init);
}

function usernameIn(form: FormData): string {
  return String(form.get("username") ?? "").slice(0, 100);
}

function faulted(form: FormData, { message, status, retryAfterSeconds }: Fault) {
  return refuse(
    { message, username: usernameIn(form) },
    { status, headers: { "Retry-After": `${retryAfterSeconds}` } },
  );
}

export const headers: Route.HeadersFunction = linkPageHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Invitation");

export default function Join({ loaderData: { offer }, actionData }: Route.ComponentProps) {
  const isDead = offer === null || actionData?.message === DEAD_INVITE;
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="max-w-md">
        <h1 className="mb-4 text-3xl">Invitation</h1>
        {isDead ? (
          <>
            <p className="mb-6">{DEAD_INVITE}.</p>
            <p>If you expected it to work, ask whoever invited you to send it again.</p>
          </>
        ) : (
          <>
            {actionData && <FormProblem says={actionData.message} errors={actionData.errors} className="mb-6" />}
            <JoinForms offer={offer} reply={actionData ?? null} />
          </>
        )}
      </div>
    </div>
  );
}

type Offer = {
  token: string;
  email: string;
  roles: string;
  therapist: string | null;
  hasAccount: boolean;
  signedIn: boolean;
};
type Reply = FormReply<{ message: string; errors: FieldErrors }>;

/** What is offered, and the way in: signed in by one press, with an account by logging in, without one by a form. */
function JoinForms({ offer, reply }: { offer: Offer; reply: Reply | null }) {
  const { token, email, roles, therapist, hasAccount, signedIn } = offer;
  return (
    <>
      <p className="mb-6">
        You’re invited to join as <span className="font-[650]">{roles}</span>
        {therapist && `, with the diary of ${therapist}`}. The invitation is for{" "}
        <span className="font-[650] wrap-anywhere">{email}</span> alone.
      </p>
      {signedIn ? (
        <form method="post" className="space-y-5">
          <input type="hidden" name="token" value={token} />
          <Button>Join</Button>
        </form>
      ) : hasAccount ? (
        <>
          <p className="mb-6">You already have an account. Log in to continue.</p>
          <LinkButton reloadDocument to={loginPath("login", `/join?${new URLSearchParams({ token })}`)}>
            Log in
          </LinkButton>
        </>
      ) : (
        <NewAccount token={token} reply={reply} />
      )}
    </>
  );
}

function NewAccount({ token, reply }: { token: string; reply: Reply | null }) {
  return (
    <form method="post" noValidate className="space-y-5">
      <input type="hidden" name="token" value={token} />
      <Field
        name="username"
        label="Full name"
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={reply?.typed.username ?? ""}
        error={reply?.errors.username}
      />
      <PasswordField
        name="password"
        label="Choose a password"
        hint="At least 15 characters. Four random words work well."
        autoComplete="new-password"
        required
        error={reply?.errors.password}
      />
      <Button>Join</Button>
    </form>
  );
}
