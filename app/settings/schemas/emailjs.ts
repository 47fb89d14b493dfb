import { z } from "zod";

/** The account at EmailJS, and the pages of other sites that may send here as they would there. Off by default. */
export const emailjs = z.object({
  /** Whether messages of the contact form leave through it. */
  sends: z.boolean().default(false),
  serviceId: z.string().default(""),
  templateId: z.string().default(""),
  publicKey: z.string().default(""),
  /** Sealed. */
  privateKey: z.string().default(""),
  /** Origins, such as `https://www.example.com`. */
  origins: z.array(z.string()).default([]),
});

export type StoredEmailjs = z.output<typeof emailjs>;

/** Where the sealed private key stands: it opens in no other cell. */
export const PRIVATE_KEY_CELL = { table: "settings", column: "value.privateKey", row: "emailjs" } as const;
