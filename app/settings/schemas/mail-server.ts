import { z } from "zod";

export const SECURITIES = ["tls", "starttls", "none"] as const;
export type Security = (typeof SECURITIES)[number];

/**
 * The mail server as stored; null: none. `password` is sealed, and empty if the server wants none; after a sign-in with
 * Microsoft it is the refresh token.
 */
export const mailServer = z
  .object({
    host: z.string(),
    port: z.number().int(),
    security: z.enum(SECURITIES),
    auth: z.literal("microsoft").optional(),
    user: z.string().default(""),
    password: z.string().default(""),
  })
  .nullable()
  .default(null);

export type StoredMailServer = z.output<typeof mailServer>;

/** The mailbox that is read for replies and for mails that came back; null: none. `password` is sealed. */
export const mailbox = z
  .object({
    host: z.string(),
    port: z.number().int(),
    security: z.enum(SECURITIES),
    user: z.string(),
    password: z.string().default(""),
    folder: z.string().default("INBOX"),
  })
  .nullable()
  .default(null);

export type StoredMailbox = z.output<typeof mailbox>;

export const MAILBOX_PASSWORD_CELL = { table: "settings", column: "value.password", row: "mailbox" } as const;

/** Where the sealed password stands: it opens in no other cell. */
export const PASSWORD_CELL = { table: "settings", column: "value.password", row: "mailServer" } as const;
