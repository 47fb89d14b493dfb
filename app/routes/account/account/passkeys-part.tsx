import { useContext } from "react";
import { LONGEST_PASSKEY_NAME } from "#app/accounts/second-factor/passkey.form.ts";
import { AccountPart, AsksContext, PartForm } from "#app/routes/account/account/part.tsx";
import { Button, Field } from "#app/ui/controls.tsx";
import { PasskeyPart } from "#app/ui/passkey/passkey-part.tsx";

export function PasskeysPart({ passkeys, hasApp }: { passkeys: { id: string; name: string }[]; hasApp: boolean }) {
  const asks = useContext(AsksContext);
  return (
    <AccountPart
      title="Passkeys"
      parts={["passkey"]}
      stored={passkeys.length > 0 ? passkeys.map(({ name }) => name).join(", ") : "None"}
      change={passkeys.length > 0 ? "Change" : "Add"}
    >
      <p className="text-ink-soft">
        A passkey logs you in with your fingerprint, your face or your device’s PIN in place of a password.
      </p>
      {passkeys.length > 0 && (
        <ul className="border-t border-line">
          {passkeys.map(({ id, name }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-3">
              <span className="font-[650] wrap-anywhere">{name}</span>
              <PartForm part="passkey">
                <input type="hidden" name="id" value={id} />
                <Button look="outline" size="small">
                  Remove<span className="sr-only">: {name}</span>
                </Button>
              </PartForm>
            </li>
          ))}
        </ul>
      )}
      <PasskeyPart
        purpose="add"
        challenges="/account/passkey-challenges"
        answers="/account/passkeys"
        button="Add a passkey"
      >
        <Field
          name="passkey-name"
          label="Name"
          hint="To tell your passkeys apart, for example “My phone”."
          maxLength={LONGEST_PASSKEY_NAME}
          autoComplete="off"
        />
        {asks && (
          <Field
            name="passkey-password"
            type="password"
            label="Your password"
            hint={hasApp ? "Or the code that your authenticator app shows now." : undefined}
            autoComplete="current-password"
          />
        )}
      </PasskeyPart>
    </AccountPart>
  );
}
