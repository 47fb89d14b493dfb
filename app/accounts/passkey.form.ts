import { z } from "zod";
import { LONGEST_PASSKEY_NAME } from "#app/accounts/passkey.ts";
import { withoutBidi } from "#app/platform/plain-line.ts";

// Base64url, as browsers write bytes in JSON: nothing else reaches the library or the database.
const text = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);
const credential = { id: text, rawId: text, type: z.literal("public-key"), clientExtensionResults: z.object({}) };

/** Needed before a passkey is created: the password or a code from the app. */
export const passkeyBeginForm = z.object({ password: z.string().max(1000) });

export const newPasskeyForm = z.object({
  name: z
    .string()
    .transform((typed) =>
      withoutBidi(typed)
        .replace(/\p{Cc}/gu, "")
        .trim(),
    )
    .pipe(z.string().max(LONGEST_PASSKEY_NAME))
    .default(""),
  credential: z.object({
    ...credential,
    response: z.object({ clientDataJSON: text, attestationObject: text, transports: z.array(text).max(10).optional() }),
  }),
});

export const passkeySignInForm = z.object({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: text.nullish().transform((handle) => handle ?? undefined),
    }),
  }),
});

export type NewCredential = z.output<typeof newPasskeyForm>["credential"];
export type SignInCredential = z.output<typeof passkeySignInForm>["credential"];
