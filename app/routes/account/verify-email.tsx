import { data, redirect } from "react-router";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { type AddressLink, addressLink, confirmAddress } from "#app/accounts/confirm-address.server.ts";
import { dropWaiting } from "#app/appointments/booking/confirm-hold.server.ts";
import { linkGuestBookings, reportAddress } from "#app/appointments/clients/client-account.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { type Fault, orFault } from "#app/routes/account/account-fault.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf, identityOf } from "#app/routes/account/identity.server.ts";
import { consumeLinkLimit } from "#app/routes/account/link-limit.server.ts";
import { linkPageHeaders } from "#app/routes/account/link-page-headers.ts";
import { loginPath } from "#app/routes/account/login/login-mode.ts";
import { Button, Field, LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";
import type { Route } from "./+types/verify-email.ts";

/** Shows what the link does. Mail programs open links by themselves, so it takes a press to do it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const token = url.searchParams.get("token") ?? "";
  const answer = url.searchParams.get("answer") === "not-me" ? ("not-me" as const) : ("mine" as const);
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  const found = limit.kind === "allowed" ? await addressLink(app, token, identityOf(context)) : null;
  const link = found && viewLink(found);
  return data({ token, answer, link, signedIn: identityOf(context).user !== null }, { status: link ? 200 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  return orFault(context, () => answered({ request, context }, form), refused);
}

async function answered({ request, context }: Pick<Route.ActionArgs, "request" | "context">, form: FormData) {
  const app = appContextOf(context);
  const [token, answer, password] = ["token", "answer", "password"].map((name) => String(form.get(name) ?? ""));
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  if (limit.kind === "limited") return refused({ ...limit, message: NOTICES.tooMany });
  if (answer === "not-me") return notMe(app, token ?? "");
  const who = { caller: callerOf({ request, context }), identity: identityOf(context) };
  const outcome = await confirmAddress(app, who, { token: token ?? "", password: password || null });
  if (outcome.kind === "limited") return refused(outcome);
  if (outcome.kind !== "confirmed") {
    const wrong = outcome.kind === "invalid";
    return data({ message: outcome.message, wrong }, { status: wrong ? 422 : 410 });
  }
  await linkGuestBookings(app, outcome.user);
  const headers = withCookies([...outcome.cookies, flash("addressConfirmed")]);
  return redirect(outcome.codeNeeded ? loginPath("code", "/my-appointment") : "/my-appointment", {
    status: 303,
    headers,
  });
}

async function notMe(app: AppContext, token: string) {
  const outcome = await reportAddress(app, token);
  if (outcome.kind === "released") {
    await dropWaiting(app, outcome.email);
    return redirect("/", { status: 303, headers: withCookies([flash("addressFreed")]) });
  }
  return data({ message: outcome.message, wrong: false }, { status: outcome.kind === "not-found" ? 410 : 409 });
}

function refused({ message, status = 429, retryAfterSeconds }: Omit<Fault, "status"> & { status?: number }) {
  return data({ message, wrong: false }, { status, headers: { "Retry-After": `${retryAfterSeconds}` } });
}

/** The account's owner stays on the server: the reader of the mail may be a stranger. */
function viewLink({ purpose, email, isSameSession }: AddressLink) {
  return { purpose, email, isSameSession };
}

export const headers: Route.HeadersFunction = linkPageHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Confirm your email address");

export default function VerifyEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, answer, link, signedIn } = loaderData;
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="measure">
        {actionData && (
          <FormProblem
            says={actionData.message}
            errors={actionData.wrong ? { password: actionData.message } : {}}
            className="mb-6"
          />
        )}
        {link ? (
          <VerifyEmailForms
            token={token}
            answer={answer}
            link={link}
            error={actionData?.wrong ? actionData.message : undefined}
          />
        ) : (
          <DeadLink signedIn={signedIn} />
        )}
      </div>
    </div>
  );
}

function DeadLink({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <h1 className="mb-6 text-3xl">
        <ConfirmTitle />
      </h1>
      <p className="mb-6">{NOTICES.deadLink}.</p>
      <p className="mb-6">
        If someone else has opened an account with your address,{" "}
        <a href={loginPath("forgot")} className="prose-link">
          ask for a new password
        </a>
        : the account is then yours alone, and everyone else is signed out of it.
      </p>
      <LinkButton reloadDocument to={signedIn ? "/account" : "/login"}>
        {signedIn ? "Go to your account" : "Sign In"}
      </LinkButton>
    </>
  );
}

type Link = { purpose: "verify" | "change"; email: string; isSameSession: boolean };
type Props = { token: string; link: Link; error: string | undefined };

/** The two answers to a mail about an address, "it is mine" and "this was not me". The mail links to each. */
function VerifyEmailForms({ answer, ...props }: Props & { answer: "mine" | "not-me" }) {
  const other = `?${new URLSearchParams({ token: props.token, answer: answer === "mine" ? "not-me" : "mine" })}`;
  return (
    <>
      <h1 className="mb-6 text-3xl">{answer === "mine" ? <ConfirmTitle /> : "This was not you?"}</h1>
      {answer === "mine" ? <Mine {...props} /> : <NotMe {...props} />}
      <p className="mt-8 border-t border-line pt-4">
        <a href={other} className="prose-link inline-flex min-h-11 items-center">
          {answer === "mine" ? "This was not me" : "It was me after all: confirm the address"}
        </a>
      </p>
    </>
  );
}

function ConfirmTitle() {
  return <>Confirm your email address</>;
}

function Mine({ token, link: { purpose, email, isSameSession }, error }: Props) {
  return (
    <form method="post" noValidate className="space-y-5">
      <p>
        Is <strong className="wrap-anywhere">{email}</strong> yours, and did you{" "}
        {purpose === "verify" ? "open an account with it here" : "ask for it to be used for your account"}? Bookings
        made with it are then added to that account, where they can be seen and changed.
      </p>
      {!isSameSession && (
        <Field
          name="password"
          type="password"
          label="Password of the account"
          hint={`You are not signed in where you ${purpose === "verify" ? "signed up" : "asked for this"}, so it is needed once more.`}
          autoComplete="current-password"
          required
          error={error}
        />
      )}
      <Answer token={token} answer="mine" />
      <Button>Yes, confirm it</Button>
    </form>
  );
}

function NotMe({ token, link: { purpose, email } }: Props) {
  return (
    <form method="post" className="space-y-5">
      <p>
        Someone {purpose === "verify" ? "has opened an account with" : "has asked to use"}{" "}
        <strong className="wrap-anywhere">{email}</strong>
        {purpose === "verify"
          ? ". Select the button, and that account is deleted and your address is free again. Bookings that you made with it stay as they are."
          : " for their account. Select the button, and it will not be used."}
      </p>
      <Answer token={token} answer="not-me" />
      <Button look="danger">{purpose === "verify" ? "Remove my address" : "Do not use my address"}</Button>
    </form>
  );
}

function Answer({ token, answer }: { token: string; answer: "mine" | "not-me" }) {
  return (
    <>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="answer" value={answer} />
    </>
  );
}
