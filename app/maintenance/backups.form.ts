import { z } from "zod";
import { isAddressOf } from "#app/maintenance/backup-place.ts";
import { optionalText, requiredText } from "#app/platform/typed.ts";
import { PLACE_KINDS, type PlaceKind, type StoredPlace } from "#app/settings/backups.ts";

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
