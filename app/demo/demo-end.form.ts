import { z } from "zod";
import { signInForm } from "#app/accounts/account.form.ts";

const sure = z.literal("yes", "Select the box to remove all of this");

/** `admin`: who is to stay, if nobody else is an admin. */
export type EndDemoInput = { admin: z.output<typeof signInForm> | null };

/** The press, asked for once. The demo's owner, whose sign-in goes too, names the admin who stays. */
export function endDemoForm({ needsAdmin }: { needsAdmin: boolean }): z.ZodType<EndDemoInput> {
  return needsAdmin
    ? signInForm.extend({ sure }).transform(({ email, password }) => ({ admin: { email, password } }))
    : z.object({ sure }).transform(() => ({ admin: null }));
}
