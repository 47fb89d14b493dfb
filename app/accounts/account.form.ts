import { z } from "zod";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { typedAddress, typedLine } from "#app/platform/form-schemas.ts";
import { e164Of } from "#app/platform/phone-number.ts";

const PHONE_WRONG = "Enter a phone number, like 07700 900982";
const CONTROL = /\p{Cc}/u;

// Shown beside an empty field; the toast shows the specification's one sentence for all of them.
export const MISSING = {
  email: "Enter your email address",
  username: "Enter a username",
  password: "Enter your password",
  current: "Enter your current password",
  token: NOTICES.deadLink,
  code: "Enter the code",
} as const;

const filled = (field: keyof typeof MISSING) => typedLine(MISSING[field]).min(1, MISSING[field]);

const email = typedAddress(filled("email")).transform((typed) => typed.toLowerCase());
const username = filled("username")
  .max(100, "Your username must be 100 characters or fewer")
  .refine((typed) => !CONTROL.test(typed), "Enter a username without line breaks");
// Taken as typed, including spaces at either end.
const typed = (field: keyof typeof MISSING) =>
  z.string({ error: MISSING[field] }).min(1, MISSING[field]).max(1000, "That is too long for a password");
const password = typed("password");

/** The fields of each mode of /login. Nothing else is read, so a role in the request has no effect. */
export const signInForm = z.object({ email, password });
export const signUpForm = z.object({ email, username, password });
export const resetRequestForm = z.object({ email });
export const codeForm = z.object({ code: filled("code").max(40, NOTICES.wrongCode) });
/** Left out by whoever has shown it before. */
const proof = z.string().max(1000, "That is too long for a password").default("");
export const keepDetailsForm = z.object({
  token: filled("token").max(200, NOTICES.deadLink),
  username,
  password: proof,
});
export const joinForm = z.object({ username, password });
export const newPasswordForm = z.object({ token: filled("token").max(200, NOTICES.deadLink), password });

export const nameForm = z.object({ username });
/** An empty number is forgotten. */
export const phoneForm = z.object({
  phone: z
    .string({ error: PHONE_WRONG })
    .trim()
    .max(40, PHONE_WRONG)
    .transform((typed, context) => {
      const number = typed === "" ? null : e164Of(typed);
      if (typed !== "" && number === null) context.addIssue({ code: "custom", message: PHONE_WRONG });
      return number;
    }),
});
export const emailForm = z.object({ email, password: proof });
export const passwordForm = z.object({ current: proof, password });
export const proofForm = z.object({ password: proof });

export type AccountErrors = Partial<Record<keyof typeof MISSING | "phone", string>>;

/**
 * Reads a form. `message` is the toast: `incomplete` if a field is missing (specification section 5), else its first
 * error.
 */
export function parseForm<Schema extends z.ZodObject>(
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
