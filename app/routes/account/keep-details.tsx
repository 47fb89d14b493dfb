import { data, redirect } from "react-router";
import { keepDetailsForm, parseForm } from "#app/accounts/account.form.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { getOfferedDetails, keepDetails } from "#app/appointments/keep-details.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { type Fault, orFault } from "#app/routes/account/account-fault.server.ts";
import { flash, withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf } from "#app/routes/account/identity.server.ts";
import { KeepDetailsForm } from "#app/routes/account/keep-details-form.tsx";
import { consumeLinkLimit } from "#app/routes/account/link-limit.server.ts";
import { linkPageHeaders } from "#app/routes/account/link-page-headers.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/keep-details.ts";

/** Shows what the mailed link would keep. Mail programs open links by themselves, so it takes a press to do it. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const token = url.searchParams.get("token") ?? "";
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  const details = limit.kind === "allowed" ? await getOfferedDetails(app, token) : null;
  const offered = details && {
    token,
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
  const outcome = await keepDetails(app, callerOf(args), read.form);
  if (outcome.kind === "dead") return refuse(NOTICES.deadLink, 410);
  if (outcome.kind === "invalid") {
    return data({ message: outcome.message, username, errors: { password: outcome.message } }, { status: 422 });
  }
  const headers = withCookies([...outcome.cookies, flash("detailsKept")]);
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
