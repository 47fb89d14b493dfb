import { z } from "zod";
import { NOTICES } from "#app/accounts/notices.ts";

// One address, plain ASCII: a comma or an angle bracket would reach a second mailbox.
const ONE_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
const EMAIL_WRONG = "Enter an e-mail address in the correct format, like name@example.com";
const CONTROL = /\p{Cc}/u;

const filled = z.string({ error: NOTICES.incomplete }).trim().min(1, NOTICES.incomplete);

const email = filled
  .max(254, EMAIL_WRONG)
  .regex(ONE_ADDRESS, EMAIL_WRONG)
  .transform((typed) => typed.toLowerCase());
const username = filled
  .max(100, "Your username must be 100 characters or fewer")
  .refine((typed) => !CONTROL.test(typed), "Enter a username without line breaks");
// Taken as typed, spaces at its ends included.
const password = z.string({ error: NOTICES.incomplete }).min(1, NOTICES.incomplete).max(1000);

/** What the modes of /login ask for. Only these fields are ever read: a role that is sent along goes nowhere. */
export const signInForm = z.object({ email, password });
export const signUpForm = z.object({ email, password, username });
export const resetRequestForm = z.object({ email });
export const newPasswordForm = z.object({ token: filled.max(200), password });

/** The parts of /account. */
export const nameForm = z.object({ username });
export const emailForm = z.object({ email, password });
export const passwordForm = z.object({ current: password, password });
export const confirmForm = z.object({ password });

export type AccountErrors = Partial<Record<"email" | "password" | "username" | "current" | "token", string>>;

/**
 * Reads a form. `message` is what the toast says: 'Please fill in all fields' when something is missing
 * (specification section 5), else the first field's own sentence.
 */
export function readForm<Schema extends z.ZodObject>(
  schema: Schema,
  sent: FormData,
): { kind: "valid"; form: z.output<Schema> } | { kind: "invalid"; errors: AccountErrors; message: string } {
  const result = schema.safeParse(Object.fromEntries(sent));
  if (result.success) return { kind: "valid", form: result.data };
  const errors: AccountErrors = {};
  for (const issue of result.error.issues) errors[issue.path[0] as keyof AccountErrors] ??= issue.message;
  const said = Object.values(errors);
  return {
    kind: "invalid",
    errors,
    message: said.find((one) => one === NOTICES.incomplete) ?? said[0] ?? NOTICES.incomplete,
  };
}
