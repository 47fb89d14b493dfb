import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

type Link = { purpose: "verify" | "change"; email: string; askedHere: boolean };
type Props = { token: string; link: Link; error: string | undefined };

/** The two answers to a mail about an address, "it is mine" and "this was not me". The mail links to each. */
export function VerifyEmailForms({ answer, ...props }: Props & { answer: "mine" | "not-me" }) {
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

export function ConfirmTitle() {
  return (
    <>
      Confirm your <span className="whitespace-nowrap">e-mail</span> address
    </>
  );
}

function Mine({ token, link: { purpose, email, askedHere }, error }: Props) {
  return (
    <form method="post" noValidate className="space-y-5">
      <p>
        Is <strong className="wrap-anywhere">{email}</strong> yours, and did you{" "}
        {purpose === "verify" ? "open an account with it here" : "ask for it to be used for your account"}? Bookings
        made with it are then added to that account, where they can be seen and changed.
      </p>
      {!askedHere && (
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
        Somebody {purpose === "verify" ? "has opened an account with" : "has asked to use"}{" "}
        <strong className="wrap-anywhere">{email}</strong>
        {purpose === "verify"
          ? ". Press the button, and that account is deleted and your address is free again. Bookings that you made with it stay as they are."
          : " for their account. Press the button, and it will not be used."}
      </p>
      <Answer token={token} answer="not-me" />
      <Button look="danger">{purpose === "verify" ? "Take my address off" : "Do not use my address"}</Button>
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
