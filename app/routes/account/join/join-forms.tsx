import { loginPath } from "#app/routes/account/login/login-mode.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";

type Offer = {
  token: string;
  email: string;
  parts: string;
  therapist: string | null;
  hasAccount: boolean;
  signedIn: boolean;
};
type Reply = { username: string; errors: Record<string, string> } | null;

/** What is offered, and the way in: signed in by one press, with an account by logging in, without one by a form. */
export function JoinForms({ offer, reply }: { offer: Offer; reply: Reply }) {
  const { token, email, parts, therapist, hasAccount, signedIn } = offer;
  return (
    <>
      <p className="mb-6">
        You are invited to work here: <span className="font-[650]">{parts}</span>
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
          <p className="mb-6">This address has an account here. Log in with it, and you come back to this page.</p>
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

function NewAccount({ token, reply }: { token: string; reply: Reply }) {
  return (
    <form method="post" noValidate className="space-y-5">
      <input type="hidden" name="token" value={token} />
      <Field
        name="username"
        label="Full name"
        autoComplete="name"
        required
        maxLength={100}
        defaultValue={reply?.username ?? ""}
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
