import { data, redirect } from "react-router";
import { keepDetailsForm, parseForm } from "#app/accounts/account.form.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import {
  createAccountFromBooking,
  getOfferedDetails,
} from "#app/appointments/requests/create-account-from-booking.server.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { type Fault, orFault } from "#app/routes/account/account-fault.server.ts";
import { chosenIn, FORGET_CHOSEN } from "#app/routes/account/chosen-password.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import { consumeLinkLimit } from "#app/routes/account/link-limit.server.ts";
import { linkPageHeaders } from "#app/routes/account/link-page-headers.ts";
import { Button, Field, LinkButton } from "#app/ui/controls.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";
import type { Route } from "./+types/keep-details.ts";

/** Shows what the mailed link would keep. Mail programs open links by themselves, so it takes a press to do it. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const token = url.searchParams.get("token") ?? "";
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  const details = limit.kind === "allowed" ? await getOfferedDetails(app, token, chosenIn(request.headers)) : null;
  const offered = details && {
    token,
    isChosen: details.hash !== null,
    username: details.name,
    email: details.email,
    phone: details.phone && readablePhone(details.phone).slice(-3),
  };
  return data({ offered }, { status: offered ? 200 : 410 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  return orFault(
    context,
    () => answered({ request, context }, form),
    (fault) => faulted(form, fault),
  );
}

async function answered(args: Pick<Route.ActionArgs, "request" | "context">, form: FormData) {
  const app = appContextOf(args.context);
  const username = usernameIn(form);
  const refuse = (message: string, status: number, headers?: HeadersInit) =>
    data({ message, username, errors: {} as Record<string, string> }, { status, headers });
  const read = parseForm(keepDetailsForm, form);
  if (read.kind === "invalid") {
    return data({ message: read.message, username, errors: read.errors as Record<string, string> }, { status: 422 });
  }
  const limit = await consumeLinkLimit(app, requestInfoOf(args.context).clientAddress);
  if (limit.kind === "limited") return refuse(NOTICES.tooMany, 429, { "Retry-After": `${limit.retryAfterSeconds}` });
  const outcome = await createAccountFromBooking(app, callerOf(args), {
    ...read.form,
    chosen: chosenIn(args.request.headers),
  });
  if (outcome.kind === "not-found") return refuse(NOTICES.deadLink, 410);
  if (outcome.kind === "invalid") {
    return data({ message: outcome.message, username, errors: { password: outcome.message } }, { status: 422 });
  }
  const headers = withCookies([...outcome.cookies, FORGET_CHOSEN, flash("detailsKept")]);
  return redirect("/my-appointment", { status: 303, headers });
}

function usernameIn(form: FormData): string {
  return String(form.get("username") ?? "").slice(0, 100);
}

function faulted(form: FormData, { message, status, retryAfterSeconds }: Fault) {
  const headers = { "Retry-After": `${retryAfterSeconds}` };
  return data({ message, username: usernameIn(form), errors: {} as Record<string, string> }, { status, headers });
}

export const headers: Route.HeadersFunction = linkPageHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Keep your details");

export default function KeepDetails({ loaderData: { offered }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="max-w-md">
        <h1 className="mb-4 text-3xl">Keep your details?</h1>
        {offered ? (
          <KeepDetailsForm offered={offered} reply={actionData ?? null} />
        ) : (
          <>
            <p className="mb-6">{NOTICES.deadLink}. If you have made your account, log in with it.</p>
            <LinkButton reloadDocument to="/login?redirectTo=%2Fmy-appointment">
              Sign In
            </LinkButton>
          </>
        )}
      </div>
    </div>
  );
}

type Props = {
  /** `phone`: the last digits. */
  offered: { token: string; isChosen: boolean; username: string; email: string; phone: string | null };
  reply: { message: string; username: string; errors: Record<string, string> } | null;
};

/** One press, with a password of the reader's own: whoever asked for the mail elsewhere doesn't know it. */
function KeepDetailsForm({ offered, reply }: Props) {
  const { token, isChosen, username, email, phone } = offered;
  return (
    <>
      <p className="mb-6">
        This makes an account for <span className="font-[650] wrap-anywhere">{email}</span>
        {phone && `, with the phone number that ends in ${phone}`}. Next time you book in three steps, and see all your
        appointments in one place.
      </p>
      {reply && <FormProblem says={reply.message} errors={reply.errors} level="h2" />}
      <form method="post" noValidate className="space-y-5">
        <input type="hidden" name="token" value={token} />
        <Field
          name="username"
          label="Full name"
          autoComplete="name"
          required
          maxLength={100}
          defaultValue={reply?.username ?? username}
          error={reply?.errors.username}
        />
        {isChosen ? (
          <p>You have chosen your password already.</p>
        ) : (
          <PasswordField
            name="password"
            label="Choose a password"
            hint="At least 10 characters. Three random words work well. In your account you can add a passkey later."
            autoComplete="new-password"
            required
            error={reply?.errors.password}
          />
        )}
        <Button>Keep my details</Button>
      </form>
    </>
  );
}
