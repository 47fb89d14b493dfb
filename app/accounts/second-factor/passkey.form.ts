import { z } from "zod";
import { withoutBidi } from "#app/platform/text.ts";

/** A key in a device or a password manager that replaces a password. `createdAt` is epoch ms UTC. */
export type Passkey = { id: string; name: string; createdAt: number | null };

export const LONGEST_PASSKEY_NAME = 60;

export type Challenge =
  | { kind: "challenge"; options: unknown; cookies: string[] }
  | { kind: "refused"; message: string };

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
