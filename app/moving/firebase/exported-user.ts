import { importedCellOf, NO_HASH } from "#app/accounts/passwords/imported-password.ts";
import { instantIn, type PlainRecord, textIn } from "#app/moving/firebase/firestore-value.ts";
import { addressIn } from "#app/platform/email-address.ts";
import { plainLine } from "#app/platform/text.ts";

/** Base64 of REDACTED: who exported was not allowed to read the hashes. */
const REDACTED = /^UkVEQUNURUQ=?$/;

/** One account of the export, as it would be stored. `name` null: it has none. */
export type ExportedUser = {
  id: string;
  email: string;
  name: string | null;
  emailVerified: boolean;
  disabled: boolean;
  cell: string;
  isRedacted: boolean;
  createdAt: number | null;
  wasAdmin: boolean;
};

type ReadUser = { kind: "user"; user: ExportedUser } | { kind: "skipped"; reason: string };

const LONGEST_NAME = 100;

/** Reads one object of `firebase auth:export`. `keyId`: of the project's hash parameters. */
export function readExportedUser(record: Record<string, unknown>, keyId: string): ReadUser {
  const typed = (name: string) => textIn(record[name] as PlainRecord[string]);
  const given = typed("email");
  const email = addressIn(given)?.toLowerCase() ?? "";
  if (given === "") return { kind: "skipped", reason: "It has no e-mail address" };
  if (email === "") {
    return { kind: "skipped", reason: "Its e-mail address can’t be one" };
  }
  const [hash, salt] = [typed("passwordHash"), typed("salt")];
  const isRedacted = REDACTED.test(hash);
  const isBase64 = /^[\w+/=-]+$/.test(hash) && /^[\w+/=-]*$/.test(salt);
  return {
    kind: "user",
    user: {
      id: typed("localId"),
      email,
      name: nameFrom(typed("displayName")),
      emailVerified: record.emailVerified === true,
      disabled: record.disabled === true,
      cell: isBase64 && !isRedacted ? importedCellOf({ key: keyId, salt, hash }) : NO_HASH,
      isRedacted,
      createdAt: instantIn(record.createdAt as PlainRecord[string]),
      wasAdmin: /"(?:admin"\s*:\s*true|role"\s*:\s*"admin")/.test(typed("customAttributes")),
    },
  };
}

/** What the `users` document of an account adds: the name that its owner chose, and the role that they had. */
export type Profile = { name: string | null; wasAdmin: boolean; createdAt: number | null };

export function readProfile(record: PlainRecord): Profile {
  return {
    name: nameFrom(textIn(record.username)),
    wasAdmin: textIn(record.role).toLowerCase() === "admin",
    createdAt: instantIn(record.createdAt),
  };
}

function nameFrom(typed: string): string | null {
  const name = plainLine(typed, LONGEST_NAME);
  return name === "" ? null : name;
}
