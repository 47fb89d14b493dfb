import { useContext } from "react";
import type { SecondFactor } from "#app/accounts/second-factor/second-factor.server.ts";
import { AccountPart, PartForm, ProofField, ReplyContext, useReplyTo } from "#app/routes/account/account/part.tsx";
import type { AccountReply } from "#app/routes/account/account/replies.server.ts";
import { AppKey } from "#app/ui/app-key.tsx";
import { Button, Field } from "#app/ui/controls.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

/** The second factor: a code of an authenticator app after the password. */
export function SecondFactorPart({ state }: { state: SecondFactor }) {
  const setup = useContext(ReplyContext)?.setup;
  return (
    <AccountPart
      title="Sign-in codes"
      parts={["setup", "code", "off"]}
      stored={state === "on" ? <StatusTag look="good">On</StatusTag> : "Off"}
      change={state === "on" ? "Change" : "Set up"}
    >
      {state === "on" ? (
        <PartForm part="off">
          <ProofField part="off" />
          <Button look="outline">Turn off</Button>
        </PartForm>
      ) : (
        <>
          <p className="text-ink-soft">
            An authenticator app on your phone shows a new code every half minute. You will need a code as well as your
            password.
          </p>
          {setup && <Setup setup={setup} />}
          {(setup || state === "setting-up") && <CodeForm />}
          {!setup && (
            <PartForm part="setup">
              <ProofField part="setup" />
              <Button look="outline">{state === "off" ? "Set up an app" : "Start again"}</Button>
            </PartForm>
          )}
        </>
      )}
    </AccountPart>
  );
}

function Setup({ setup: { uri, qr, key, backupCodes } }: { setup: NonNullable<AccountReply["setup"]> }) {
  return (
    <>
      <p>
        1. Scan this with your app. If you are on the phone that has it,{" "}
        <a href={uri} className="prose-link">
          open the app
        </a>
        .
      </p>
      <AppKey qr={qr} typed={key} />
      <p>2. Keep these backup codes somewhere safe. Each one works once, if you lose your phone.</p>
      <ul className="figures grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-surface p-3">
        {backupCodes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p>3. Enter the code that the app shows now.</p>
    </>
  );
}

function CodeForm() {
  const { errors, typed } = useReplyTo("code");
  return (
    <PartForm part="code">
      <Field
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
        defaultValue={typed.code}
        error={errors.code}
      />
      <Button look="outline">Turn on</Button>
    </PartForm>
  );
}
