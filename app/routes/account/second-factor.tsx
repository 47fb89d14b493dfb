import { data, redirect } from "react-router";
import { codeForm, parseForm } from "#app/accounts/account.form.ts";
import { firstKeyOf, turnOnFirst } from "#app/accounts/second-factor/first-factor.server.ts";
import { homeOf, isFactorDue, lacksFactor, rolesWaiting } from "#app/accounts/user.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { orFault } from "#app/routes/account/account-fault.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { callerOf, identityOf, ONE_STEP, signedInUserOf } from "#app/routes/account/identity.server.ts";
import { AppKey } from "#app/ui/app-key.tsx";
import { Button, Field, LinkButton } from "#app/ui/controls.tsx";
import { PasskeyPart } from "#app/ui/passkey/passkey-part.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";
import type { Route } from "./+types/second-factor.ts";

const CONFIRM = `/account/confirm?${new URLSearchParams({ back: ONE_STEP })}`;

export const middleware: Route.MiddlewareFunction[] = [
  async ({ context }) => {
    if (!lacksFactor(signedInUserOf(context))) throw redirect("/account", 303);
  },
];

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const user = signedInUserOf(context);
  const identity = identityOf(context);
  if (identity.confirmedFor <= 0) throw redirect(CONFIRM);
  const mayWait = rolesWaiting(user).length === 0 && !isFactorDue(user, app.clock.now());
  return { home: homeOf(user), key: await firstKeyOf(app, { ...identity, user }), mayWait };
}

export async function action({ request, context }: Route.ActionArgs) {
  const read = parseForm(codeForm, await readFormBody(request));
  const refuse = (message: string, status: number) => data({ message, backupCodes: null }, { status });
  if (read.kind === "invalid") return refuse(read.message, 422);
  return orFault(
    context,
    async () => {
      const who = { caller: callerOf({ request, context }), identity: identityOf(context) };
      const outcome = await turnOnFirst(appContextOf(context), who, read.form.code);
      if (outcome.kind === "unconfirmed") throw redirect(CONFIRM, 303);
      if (outcome.kind === "invalid") return refuse(outcome.message, 422);
      return data({ message: null, backupCodes: outcome.backupCodes }, { headers: withCookies(outcome.cookies) });
    },
    ({ message, status }) => refuse(message, status),
  );
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const headers = new Headers(actionHeaders);
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex");
  return headers;
};

export const meta: Route.MetaFunction = (at) => privateMeta(at, "One step left");

export default function SecondFactor({ loaderData: { home, key, mayWait }, actionData }: Route.ComponentProps) {
  const backupCodes = actionData?.backupCodes ?? null;
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="max-w-md">
        {backupCodes ? (
          <Done home={home} backupCodes={backupCodes} />
        ) : (
          <>
            <h1 className="mb-6 text-3xl">One step left: scan this code</h1>
            {actionData?.message && (
              <FormProblem says={actionData.message} errors={{ code: actionData.message }} className="mb-6" />
            )}
            <PasskeyPart
              purpose="add"
              challenges="/account/passkey-challenges"
              answers="/account/passkeys"
              button="Use a passkey instead"
            >
              <p>
                You see clients’ data here, so a password alone is not enough. The quickest way is a passkey: you
                confirm with your face, finger or PIN.
              </p>
            </PasskeyPart>
            <Scan uri={key.uri} qr={key.qr} typed={key.key} error={actionData?.message ?? undefined} />
            {mayWait && (
              <p className="mt-6">
                <a href={home} className="prose-link inline-flex min-h-11 items-center">
                  Do this later
                </a>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

type ScanProps = { uri: string; qr: boolean[][]; typed: string; error: string | undefined };

function Scan({ uri, qr, typed, error }: ScanProps) {
  return (
    <form method="post" noValidate className="mt-8 space-y-5">
      <p>
        Or scan this with an authenticator app, then enter the code that it shows. On the phone that has the app,{" "}
        <a href={uri} className="prose-link">
          open the app
        </a>
        .
      </p>
      <AppKey qr={qr} typed={typed} />
      <Field
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
        {...(error && { error })}
      />
      <Button className="w-full sm:w-auto">Turn on</Button>
    </form>
  );
}

function Done({ home, backupCodes }: { home: string; backupCodes: readonly string[] }) {
  return (
    <>
      <h1 className="mb-6 text-3xl">Codes are on</h1>
      <p className="mb-4">Keep these backup codes somewhere safe. Each works once, if you lose your phone.</p>
      <ul className="figures mb-6 grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-surface p-3">
        {backupCodes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <LinkButton reloadDocument to={home}>
        Go on
      </LinkButton>
    </>
  );
}
