import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { PasswordField } from "#app/ui/password/password-field.tsx";
import { FormProblem } from "#app/ui/toast/form-problem.tsx";

type Props = {
  /** `phone`: the last digits. */
  offered: { token: string; username: string; email: string; phone: string | null };
  reply: { message: string; username: string; errors: Record<string, string> } | null;
};

/** One press, with a password of the reader's own: whoever asked for the mail doesn't know it. */
export function KeepDetailsForm({ offered, reply }: Props) {
  const { token, username, email, phone } = offered;
  return (
    <>
      <p className="mb-6">
        This makes an account for <span className="font-[650] wrap-anywhere">{email}</span>
        {phone && `, with the telephone number that ends in ${phone}`}. Next time you book in three presses, and see all
        your appointments in one place.
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
        <PasswordField
          name="password"
          label="Choose a password"
          hint="At least 10 characters. Three random words work well. In your account you can add a passkey later."
          autoComplete="new-password"
          required
          error={reply?.errors.password}
        />
        <Button>Keep my details</Button>
      </form>
    </>
  );
}
