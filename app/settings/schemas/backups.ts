import { z } from "zod";

export const PLACE_KINDS = ["s3", "sftp", "webdav", "folder"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

const place = z.object({
  kind: z.enum(PLACE_KINDS),
  address: z.string(),
  /** The key ID of S3, else a user name. */
  user: z.string().default(""),
  region: z.string().default(""),
  /** Sealed. */
  secret: z.string().default(""),
  /** The fingerprint of the SFTP server's key, as it was when the place was saved. */
  hostKey: z.string().default(""),
  /** Whether the storage deletes what we ask it to; one with object lock does not. */
  deletes: z.boolean().default(true),
  /** Whether the storage keeps each backup from being deleted for a week, whoever asks. */
  locks: z.boolean().default(false),
});

/** Where backups go, and the public half of what opens them. The recovery words themselves are stored nowhere. */
export const backups = z.object({
  place: place.nullable().default(null),
  /** An age recipient; empty until two words were typed from paper. */
  recipient: z.string().default(""),
  wordsAt: z.number().nullable().default(null),
  /** Words that were shown and not yet proven. `check`: the two that are asked back, sealed. */
  pending: z
    .object({ recipient: z.string(), asked: z.tuple([z.number(), z.number()]), check: z.string() })
    .nullable()
    .default(null),
  /** The SSH key of this site for SFTP: the line for the server, and the private half, sealed. */
  sshKey: z.object({ line: z.string(), sealed: z.string() }).nullable().default(null),
});

export type StoredBackups = z.output<typeof backups>;
export type StoredPlace = z.output<typeof place>;

/** Where the sealed texts stand: they open in no other cell. */
export const PLACE_SECRET_CELL = { table: "settings", column: "value.place.secret", row: "backups" } as const;
export const SSH_KEY_CELL = { table: "settings", column: "value.sshKey.sealed", row: "backups" } as const;
export const WORDS_CHECK_CELL = { table: "settings", column: "value.pending.check", row: "backups" } as const;
