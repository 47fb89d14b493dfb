import { z } from "zod";
import type { DataOf, Due, MessageKinds } from "#app/outbox/message.ts";

/** The nonce of an open link; its secret is derived when the mail is rendered. */
const link = z.object({ nonce: z.string() });
const person = z.object({ userId: z.string() });

const keyChange = z.enum(["passkey.add", "passkey.remove", "second-factor.on", "second-factor.off"]);
export type KeyChange = z.output<typeof keyChange>;

/** What every owner is emailed about: it would let somebody act for others, or takes everybody's data along. */
const deed = z.enum([
  "mail-server",
  "mail-server-removed",
  "sender",
  "business",
  "scheduler",
  "emailjs",
  "teamRules",
  "sign-in",
  "role",
  "access",
  "export-appointments",
  "export-client",
]);
export type SensitiveDeed = z.output<typeof deed>;
const sensitive = z.object({
  to: z.string(),
  by: z.string().nullable(),
  deed,
  whom: z.string().nullable(),
  at: z.number(),
});
export type SensitiveChange = z.output<typeof sensitive>;

export const accountMessages = {
  "account-verify": { title: "Confirm an address", data: link, byAnybody: true },
  "account-change": { title: "Confirm a new address", data: link, byAnybody: true },
  "account-reset": { title: "Reset a password", data: link, byAnybody: true },
  "account-let-in": { title: "Tries to log in", data: link, byAnybody: true },
  "account-exists": { title: "Account exists already", data: person, byAnybody: true },
  "account-password-changed": { title: "Password changed", data: person.extend({ at: z.number() }) },
  "account-key-changed": { title: "Way in changed", data: person.extend({ at: z.number(), change: keyChange }) },
  "sensitive-change": { title: "Settings that owners watch", data: sensitive },
  "account-address-changed": { title: "Address changed", data: z.object({ to: z.string(), at: z.number() }) },
} as const satisfies MessageKinds;

export const USER = "user";

type Kinds = typeof accountMessages;

/**
 * A message about an account, ready for the outbox. `userId` null: no account has the address, and nothing is mailed.
 */
export function accountMessage<Kind extends keyof Kinds>(
  kind: Kind,
  userId: string | null,
  data: DataOf<Kinds, Kind>,
): Due {
  const byStranger = "byAnybody" in accountMessages[kind];
  return { kind, subject: { kind: USER, id: userId ?? "nobody" }, data, byStranger };
}
