import { z } from "zod";
import { optionalText, requiredText } from "#app/platform/form-schemas.ts";
import { PLACE_KINDS, type PlaceKind, type StoredPlace } from "#app/settings/schemas/backups.ts";

export type PlaceSpec = {
  kind: PlaceKind;
  address: string;
  user: string;
  region: string;
  secret: string;
  hostKey: string;
  /** The private half of an SSH key, for SFTP; with a secret as well, either opens. */
  key?: string;
  /** Whether the storage keeps each new file from being deleted for a while. */
  locks?: boolean;
};

export type LocalFile = { path: string; bytes: number; sha256: string };

/** What a storage did not do, in words for the owner. `status` 401: it does not know our key. */
export class PlaceFault extends Error {
  readonly status: number | null;
  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}

/** Files by name. Each call throws a `PlaceFault`, in words, when the storage does not do it. */
export type Place = {
  put: (name: string, file: LocalFile) => Promise<void>;
  /** False: there is no such file. */
  fetch: (name: string, into: string) => Promise<boolean>;
  /** The backups that are there, oldest first. */
  list: () => Promise<string[]>;
  remove: (name: string) => Promise<void>;
  close: () => Promise<void>;
  /** Whether a file can be kept from being deleted, even by who has our key: S3 with object lock. */
  canLock: () => Promise<boolean>;
  /** The fingerprint of the SFTP server's key; empty elsewhere. */
  hostKey: string;
};

const SCHEMES: Record<Exclude<PlaceKind, "folder">, RegExp> = {
  s3: /^https?:$/,
  webdav: /^https?:$/,
  sftp: /^sftp:$/,
};

export function isAddressOf(kind: PlaceKind, address: string): boolean {
  if (kind === "folder") return /^(\/|[A-Za-z]:[\\/]).+/.test(address) && !address.includes("\0");
  const url = URL.parse(address);
  if (!url || !SCHEMES[kind].test(url.protocol) || url.hostname === "") return false;
  if ([url.username, url.password, url.search, url.hash].some((part) => part !== "")) return false;
  return kind !== "s3" || url.pathname.split("/").filter(Boolean).length >= 1;
}

/** A place as one word of a command, without its secret: `s3://KEY@host/bucket`. It is on the recovery sheet. */
export function commandAddress({ kind, address, user, region }: Omit<PlaceSpec, "secret" | "hostKey" | "key">): string {
  if (kind === "folder") return address;
  const [scheme = "", rest = ""] = address.split("://");
  const name = kind === "sftp" ? "sftp" : scheme === "http" ? `${kind}+http` : kind;
  const query = region ? `?region=${encodeURIComponent(region)}` : "";
  return `${name}://${user ? `${encodeURIComponent(user)}@` : ""}${rest}${query}`;
}

/** The way back from `commandAddress`. Null: it names no place. */
export function placeFrom(command: string): Omit<PlaceSpec, "secret" | "hostKey" | "key"> | null {
  const found = /^(s3|webdav|sftp)(\+http)?:\/\/(?:([^@/]*)@)?([^?]+)(?:\?region=([\w-]+))?$/.exec(command);
  if (!found) return isAddressOf("folder", command) ? { kind: "folder", address: command, user: "", region: "" } : null;
  const [, kind = "s3", plain, user = "", rest = "", region = ""] = found;
  const scheme = kind === "sftp" ? "sftp" : plain ? "http" : "https";
  const place = { kind: kind as PlaceKind, address: `${scheme}://${rest}`, user: decodeURIComponent(user), region };
  return isAddressOf(place.kind, place.address) ? place : null;
}

const NAME = /limber-yard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age/;

/** The names of backups in what a storage lists, whatever its format: nothing else looks like them. */
export function namesIn(listing: string): string[] {
  return [...new Set(listing.match(new RegExp(NAME, "g")) ?? [])].sort();
}

/** When the backup of this name was begun, in epoch ms to the second; null for any other name. */
export function sentAt(name: string): number | null {
  const found = new RegExp(`^${NAME.source}$`).exec(name);
  if (!found) return null;
  const [year = 0, month = 1, day, hour, minute, second] = found.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function sentName(at: number): string {
  return `limber-yard-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z.age`;
}

export function mediaName(hash: string): string {
  return `limber-yard-media-${hash}.age`;
}

export function isMediaName(name: string): boolean {
  return /^limber-yard-media-[0-9a-f]{64}\.age$/.test(name);
}

/** What lies beside each backup, for the recovery words alone: the sealing key, the health key, and who was erased. */
export const BESIDE = ["key", "health", "erased"] as const;
export type Beside = (typeof BESIDE)[number];

export function besideName(name: string, what: Beside): string {
  return name.replace(/\.age$/, `.${what}.age`);
}

/** An upload in the storage: its name follows from its content and from whose words open it. */
export type MediaObject = {
  /** Of the sealed file, to see that the storage gives it back unchanged. */
  sha256: string;
  /** The first and the last backup that needs it, epoch ms. */
  first: number;
  last: number;
};

/** The uploads that no backup needs any longer; `kept` are the names of those that stay. */
export function unneededMedia(media: Readonly<Record<string, MediaObject>>, kept: readonly string[]): string[] {
  const times = kept.map((name) => sentAt(name) ?? 0);
  const isNeeded = ({ first, last }: MediaObject) => times.some((at) => at >= first - SECOND && at <= last);
  return Object.entries(media)
    .filter(([, object]) => !isNeeded(object))
    .map(([name]) => name);
}

// Names of backups hold whole seconds.
const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HOURLY = 48 * HOUR;
const DAILY = 31 * DAY;
const MONTHLY = 366 * DAY;

/** The backups that may go: beyond two days one a day stays, beyond a month one a month, for a year. */
export function outdatedNames(names: readonly string[], now: number): string[] {
  const newest = names.toSorted().at(-1);
  const taken = new Set<string>();
  return names.toSorted().filter((name) => {
    const at = sentAt(name);
    if (at === null || name === newest || at > now - HOURLY) return false;
    const date = new Date(at).toISOString();
    const slot = at > now - DAILY ? date.slice(0, 10) : date.slice(0, 7);
    if (at < now - MONTHLY || taken.has(slot)) return true;
    taken.add(slot);
    return false;
  });
}

const LONGEST_SECRET = 500;

const EXAMPLES: Record<PlaceKind, string> = {
  s3: "https://s3.example.com/bucket",
  sftp: "sftp://backup.example.com/backups",
  webdav: "https://cloud.example.com/remote.php/dav/files/name/backups",
  folder: "/mnt/backups",
};

export const backupPlaceForm = z
  .object({
    kind: z.enum(PLACE_KINDS, { error: "Choose where backups go" }),
    address: requiredText("the address", 500),
    user: optionalText("the key ID or user name", 200),
    region: optionalText("the region", 60).refine((typed) => /^[\w-]*$/.test(typed), "Copy the region again"),
    secret: z
      .string()
      .default("")
      .transform((typed) => typed.trim())
      .refine((typed) => typed.length <= LONGEST_SECRET, "That secret is too long")
      .refine((typed) => !/\p{Cc}/u.test(typed), "Copy the secret again: it is one line"),
  })
  .superRefine(({ kind, address, user }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (!isAddressOf(kind, address)) refuse("address", `Enter an address like ${EXAMPLES[kind]}`);
    if (user === "" && kind === "s3") refuse("user", "Enter the key ID");
    if (user === "" && kind === "sftp") refuse("user", "Enter the user name");
  })
  .transform((typed) => ({ ...typed, address: typed.address.replace(/(.)[\\/]+$/, "$1") }));

export type TypedPlace = z.output<typeof backupPlaceForm>;

export function backupPlaceFormOf(place: StoredPlace | null): object {
  const { kind = "s3", address = "", user = "", region = "" } = place ?? {};
  return { kind, address, user, region };
}
