import { z } from "zod";
import { LONGEST_PASSKEY_NAME } from "#app/accounts/passkeys/passkey.ts";

const text = z.string().max(20_000);
const credential = { id: text, rawId: text, type: z.literal("public-key"), clientExtensionResults: z.object({}) };

/** What an authenticator answers when it made a passkey (WebAuthn level 3, RegistrationResponseJSON). */
export const newPasskeyForm = z.object({
  name: z.string().trim().max(LONGEST_PASSKEY_NAME).default(""),
  credential: z.object({
    ...credential,
    response: z.object({ clientDataJSON: text, attestationObject: text, transports: z.array(text).max(10).optional() }),
  }),
});

/** What it answers when somebody signs in (AuthenticationResponseJSON). */
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

/** Reads JSON that a script of ours sent. Null: it was no such thing. */
export async function readSent<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): Promise<z.output<Schema> | null> {
  try {
    return schema.safeParse(await request.json()).data ?? null;
  } catch {
    return null;
  }
}
