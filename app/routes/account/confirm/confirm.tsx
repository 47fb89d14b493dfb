import { data, redirect } from "react-router";
import { confirmPerson } from "#app/accounts/sign-in/confirm-person.server.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { safeRedirect } from "#app/platform/http/safe-redirect.ts";
import { orFault } from "#app/routes/account/account-fault.server.ts";
import { callerOf, identityOf } from "#app/routes/account/identity.server.ts";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { PasskeyPart } from "#app/ui/passkey/passkey-part.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";
import type { Route } from "./+types/confirm.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const back = safeRedirect(url.searchParams.get("back"), "/account");
  return { back, isConfirmed: identityOf(context).confirmedFor > 0 };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { confirmation = "" } = fieldsFrom(await readFormBody(request));
  const who = { caller: callerOf({ request, context }), identity: identityOf(context) };
  return orFault(
    context,
    async () => {
      const outcome = await confirmPerson(appContextOf(context), who, confirmation);
      if (outcome.kind === "confirmed") throw redirect(safeRedirect(url.searchParams.get("back"), "/account"), 303);
      return data({ message: outcome.message }, { status: outcome.kind === "limited" ? 429 : 422 });
    },
    ({ message, status }) => data({ message }, { status }),
  );
}

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Confirm it’s you");

export default function Confirm({ loaderData: { back, isConfirmed }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="max-w-md">
        <h1 className="mb-6 text-3xl">Confirm it’s you</h1>
        {isConfirmed ? (
          <>
            <p className="mb-6">You have confirmed who you are. Go back, and save or download again.</p>
            <LinkButton reloadDocument to={back}>
              Go back
            </LinkButton>
          </>
        ) : (
          <Question back={back} error={actionData?.message} />
        )}
      </div>
    </div>
  );
}

function Question({ back, error }: { back: string; error: string | undefined }) {
  return (
    <>
      {error && <FormProblem says={error} errors={{ confirmation: error }} className="mb-6" />}
      <p className="mb-6">
        You are asked again before anything that could give someone else access or is private, and then not for ten
        minutes. Nothing has changed yet.
      </p>
      <form method="post" noValidate className="space-y-5">
        <PasswordField
          name="confirmation"
          label="Your password, or a code from your app"
          autoComplete="current-password"
          required
          error={error}
        />
        <Button className="w-full sm:w-auto">Confirm</Button>
      </form>
      <div className="mt-5">
        <PasskeyPart
          purpose="sign-in"
          challenges="/login/passkey-challenges"
          answers={`/login/passkeys?${new URLSearchParams({ redirectTo: back })}`}
          button="Use a passkey"
        />
      </div>
    </>
  );
}
