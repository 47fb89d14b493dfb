import { z } from "zod";
import { NOTICES } from "#app/accounts/notices.ts";

// One address, plain ASCII: a comma or an angle bracket would reach a second mailbox.
const ONE_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;
const EMAIL_WRONG = "Enter an e-mail address in the correct format, like name@example.com";
const CONTROL = /\p{Cc}/u;

// What stands beside an empty field; the toast says the specification's sentence for all of them.
const MISSING = {
  email: "Enter your e-mail address",
  username: "Enter a username",
  password: "Enter your password",
  current: "Enter your current password",
  token: NOTICES.deadLink,
  code: "Enter the code",
} as const;

const filled = (field: keyof typeof MISSING) => z.string({ error: MISSING[field] }).trim().min(1, MISSING[field]);

const email = filled("email")
  .max(254, EMAIL_WRONG)
  .regex(ONE_ADDRESS, EMAIL_WRONG)
  .transform((typed) => typed.toLowerCase());
const username = filled("username")
  .max(100, "Your username must be 100 characters or fewer")
  .refine((typed) => !CONTROL.test(typed), "Enter a username without line breaks");
// Taken as typed, spaces at its ends included.
const typed = (field: keyof typeof MISSING) =>
  z.string({ error: MISSING[field] }).min(1, MISSING[field]).max(1000, "That is too long for a password");
const password = typed("password");

/** What the modes of /login ask for. Only these fields are ever read: a role that is sent along goes nowhere. */
export const signInForm = z.object({ email, password });
export const signUpForm = z.object({ email, password, username });
export const resetRequestForm = z.object({ email });
export const codeForm = z.object({ code: filled("code").max(40, NOTICES.wrongCode) });
export const newPasswordForm = z.object({ token: filled("token").max(200, NOTICES.deadLink), password });

/** The parts of /account. */
export const nameForm = z.object({ username });
export const emailForm = z.object({ email, password });
export const passwordForm = z.object({ current: typed("current"), password });
export const confirmForm = z.object({ password });

export type AccountErrors = Partial<Record<keyof typeof MISSING, string>>;

/**
 * Reads a form. `message` is what the toast says: `incomplete` when something is missing (specification section 5),
 * else the first field's own sentence.
 */
export function readForm<Schema extends z.ZodObject>(
  schema: Schema,
  sent: FormData,
  incomplete: string = NOTICES.incomplete,
): { kind: "valid"; form: z.output<Schema> } | { kind: "invalid"; errors: AccountErrors; message: string } {
  const result = schema.safeParse(Object.fromEntries(sent));
  if (result.success) return { kind: "valid", form: result.data };
  const errors: AccountErrors = {};
  for (const issue of result.error.issues) errors[issue.path[0] as keyof AccountErrors] ??= issue.message;
  const said = Object.values(errors);
  const isIncomplete = Object.entries(errors).some(([field, one]) => one === MISSING[field as keyof typeof MISSING]);
  return { kind: "invalid", errors, message: isIncomplete ? incomplete : (said[0] ?? incomplete) };
}
