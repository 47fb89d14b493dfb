import { z } from "zod";

/** Whether devices may be told, and the site's keys for it (RFC 8292), made when it was first switched on. */
export const pushSetting = z.object({
  on: z.boolean().default(false),
  publicKey: z.string().default(""),
  /** Sealed. */
  privateKey: z.string().default(""),
});

export type StoredPush = z.output<typeof pushSetting>;

/** Where the sealed private key stands: it opens in no other cell. */
export const PUSH_KEY_CELL = { table: "settings", column: "value.privateKey", row: "push" } as const;
