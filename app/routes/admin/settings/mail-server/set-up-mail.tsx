import { Form, href, Link } from "react-router";
import type { FoundProvider } from "#app/mail/server/find-provider.server.ts";
import type { MailProvider } from "#app/mail/server/providers.ts";
import { dayInWords } from "#app/platform/date-time.ts";
import {
  type MicrosoftSignIn,
  SignInWithMicrosoft,
} from "#app/routes/admin/settings/mail-server/microsoft-sign-in.tsx";
import { Button, Field, Notice, Select } from "#app/ui/controls.tsx";

export type MailSetUp = {
  address: string;
  through: string;
  error: string | null;
  found: FoundProvider | null;
  providers: Pick<MailProvider, "id" | "name" | "isRelay">[];
  /** The sender's address of now. */
  from: string;
};

/** Asks for the address, and shows what its provider needs. */
export function SetUpMail({ setUp, microsoft }: { setUp: MailSetUp; microsoft: MicrosoftSignIn }) {
  const { address, through, error, found, providers, from } = setUp;
  const options = (relays: boolean) =>
    providers
      .filter(({ isRelay }) => isRelay === relays)
      .map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ));
  return (
    <section aria-labelledby="set-up" className="mb-10">
      <h2 id="set-up" className="mb-3 text-xl">
        Set up email
      </h2>
      <Form
        method="get"
        role="search"
        aria-label="Set up email"
        noValidate
        className="space-y-4"
        key={`${address} ${through}`}
      >
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <Field
            label="Address that your emails come from"
            name="address"
            type="email"
            defaultValue={address || from}
            {...(error && { error })}
          />
          <Select label="Provider" name="through" defaultValue={through}>
            <option value="">Recognise it from the address</option>
            <optgroup label="Mailboxes">{options(false)}</optgroup>
            <optgroup label="Relays, which only send">{options(true)}</optgroup>
          </Select>
        </div>
        <Button look="strong">Show what it needs</Button>
      </Form>
      {found && <Found found={found} address={address} from={from} microsoft={microsoft} />}
    </section>
  );
}

type FoundProps = { found: FoundProvider; address: string; from: string; microsoft: MicrosoftSignIn };

function Found({ found, address, from, microsoft }: FoundProps) {
  if (found.kind === "found") {
    const { provider } = found;
    const signIn = isMicrosoft(provider) ? microsoft : null;
    return <Provider provider={provider} isSender={address === from} relays={relaysFor(address)} signIn={signIn} />;
  }
  return (
    <Notice tone="warning" className="mt-6">
      {found.kind === "failed" && "No name server answered, so choose your provider from the list."}
      {found.kind === "not-found" &&
        found.exchange === null &&
        "No mail server receives emails at that domain. Check the address for a typing error."}
      {found.kind === "not-found" && found.exchange !== null && (
        <>
          We don’t know the provider of that address: its emails arrive at {found.exchange}. Choose it from the list, or
          look in its help for “SMTP” or “outgoing mail” and fill in the form below.
        </>
      )}
    </Notice>
  );
}

const relaysFor = (address: string) =>
  [
    ["smtp2go", "SMTP2GO"],
    ["postmark", "Postmark"],
    ["resend", "Resend"],
  ].map(([through = "", name = ""]) => ({ name, to: `?${new URLSearchParams({ address, through })}` }));

const isMicrosoft = ({ id }: MailProvider) => id === "microsoft-365" || id === "outlook";

type ProviderProps = {
  provider: MailProvider;
  isSender: boolean;
  relays: { name: string; to: string }[];
  /** Null: the provider is another one. */
  signIn: MicrosoftSignIn | null;
};

function Provider({ provider, isSender, relays, signIn }: ProviderProps) {
  const { name, steps, page, warning, source } = provider;
  return (
    <div className="mt-6 space-y-4">
      <h3 className="text-lg">{name}</h3>
      {warning && (
        <Notice tone="warning">
          <p>{warning}</p>
          <p className="mt-2 flex flex-wrap gap-x-4">
            {relays.map((relay) => (
              <Link key={relay.to} to={relay.to} className="prose-link">
                Use {relay.name}
              </Link>
            ))}
          </p>
        </Notice>
      )}
      <ol className="list-decimal space-y-1 pl-6">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <a href={page} className="prose-link" rel="noreferrer" target="_blank">
          Open the page at {new URL(page).hostname}
        </a>
      </p>
      <p>We have filled in the form below. Enter the password, then select Test what is typed.</p>
      {!isSender && (
        <p>
          Your emails come from another address at the moment. Change it under{" "}
          <Link to={href("/admin/settings/sender")} className="prose-link">
            Sender
          </Link>
          , or the provider may refuse them.
        </p>
      )}
      {signIn && <SignInWithMicrosoft microsoft={signIn} />}
      <p className="text-sm text-ink-soft">
        {source.read ? `Read on ${dayInWords(source.read, { year: true })} at ` : "Not checked at "}
        {new URL(source.url).hostname}.
      </p>
    </div>
  );
}
