import { importedCellOf, NO_HASH } from "#app/accounts/passwords/imported-password.ts";
import { insertMovedUsers, listByAddress, type MovedUser } from "#app/accounts/users/move-users-in.db.server.ts";
import {
  deleteRecords,
  insertRecords,
  listMet,
  listMovedIn,
  type NewRecord,
} from "#app/moving/firebase/firebase-records.db.server.ts";
import { instantIn, type PlainRecord, textIn } from "#app/moving/firebase/firestore-value.ts";
import { type ImportCounts, noCounts } from "#app/moving/firebase/import-report.ts";
import type { ExportedDocument } from "#app/moving/firebase/read-export.server.ts";
import { WAS_ADMIN } from "#app/moving/firebase/review-choice.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import { addressIn } from "#app/platform/email-address.ts";
import { newId } from "#app/platform/ids.server.ts";
import { plainLine } from "#app/platform/text.ts";

/** Stores the `users` documents of accounts that are still to come: the name that each chose, and the role they had. */
export async function storeProfiles(tx: Tx, documents: readonly ExportedDocument[], now: number): Promise<void> {
  const sources = documents.flatMap(({ id }) => [`users/${id}`, `profiles/${id}`]);
  const met = await listMet(tx, sources);
  const fresh = documents.filter(({ id }) => !met.has(`users/${id}`) && !met.has(`profiles/${id}`));
  const records = [...new Map(fresh.map((document) => [document.id, document])).values()].map(
    ({ id, record }): NewRecord => {
      const { username = null, role = null, createdAt = null } = record;
      return { source: `profiles/${id}`, outcome: "waiting", raw: { username, role, createdAt }, at: now };
    },
  );
  await insertRecords(tx, records);
}

type Batch = { users: readonly Record<string, unknown>[]; keyId: string; now: number };

type Sorted = { records: NewRecord[]; moved: MovedUser[]; counts: ImportCounts };

/** Makes accounts of one batch of the export. A known address keeps its account and its password. */
export async function importUsers(tx: Tx, { users, keyId, now }: Batch): Promise<ImportCounts> {
  const ids = users.map(({ localId }) => String(localId ?? ""));
  const met = await listMet(
    tx,
    ids.flatMap((id) => [`users/${id}`, `profiles/${id}`]),
  );
  const read = users.map((user) => readExportedUser(user, keyId));
  const addresses = read.flatMap((one) => (one.kind === "user" ? one.user.email : []));
  const known = new Map((await listByAddress(tx, addresses)).map((account) => [account.email, account]));
  const movedIn = await listMovedIn(
    tx,
    [...known.values()].map(({ id }) => id),
  );
  const sorted: Sorted = { records: [], moved: [], counts: noCounts() };
  const seen = new Set<string>();
  for (const [index, one] of read.entries()) {
    const source = `users/${ids[index]}`;
    if (met.has(source) || seen.has(source)) sorted.counts.known += 1;
    else if (one.kind === "refused") note(sorted, { source, outcome: "skipped", reason: one.reason, at: now });
    else {
      const profile = met.get(`profiles/${ids[index]}`)?.raw;
      const account = known.get(one.user.email);
      place(sorted, { source, user: withProfile(one.user, profile && readProfile(profile)), account, movedIn, now });
      const added = sorted.moved.at(-1);
      if (added?.email === one.user.email) {
        known.set(added.email, { id: added.id, email: added.email, isVerified: added.emailVerified });
        movedIn.add(added.id);
      }
    }
    seen.add(source);
  }
  await insertMovedUsers(tx, sorted.moved, now);
  await insertRecords(tx, sorted.records);
  await deleteRecords(
    tx,
    [...met.keys()].filter((source) => source.startsWith("profiles/")),
  );
  return sorted.counts;
}

type Account = { id: string; email: string; isVerified: boolean };

type Placed = {
  source: string;
  user: ExportedUser;
  account: Account | undefined;
  movedIn: ReadonlySet<string>;
  now: number;
};

function place(sorted: Sorted, { source, user, account, movedIn, now }: Placed): void {
  const { counts } = sorted;
  const reason = user.wasAdmin ? WAS_ADMIN : null;
  if (user.wasAdmin) counts.admins.push(user.email);
  if (account && movedIn.has(account.id)) {
    const { email, name } = user;
    note(sorted, { source, outcome: "review", reason: "same-address", raw: { email, name }, at: now });
  } else if (account) {
    // Only a proved address says that it is the same person.
    const userId = account.isVerified ? account.id : null;
    note(sorted, { source, outcome: "matched", reason, userId, at: now });
  } else {
    const { email, emailVerified, disabled, cell, isRedacted } = user;
    const id = newId();
    const name = user.name ?? email.split("@")[0] ?? email;
    sorted.moved.push({ id, email, name, emailVerified, disabled, cell, createdAt: user.createdAt ?? now });
    note(sorted, { source, outcome: "done", reason, userId: id, at: now });
    if (isRedacted) counts.redacted += 1;
    else if (!cell.includes("$k=")) counts.withoutPassword += 1;
    if (disabled) counts.disabled += 1;
  }
}

function note({ records, counts }: Sorted, record: NewRecord): void {
  records.push(record);
  if (record.outcome === "done") counts.added += 1;
  else if (record.outcome === "matched") counts.matched += 1;
  else if (record.outcome === "review") counts.review += 1;
  else counts.skipped += 1;
}

function withProfile(user: ExportedUser, profile: ReturnType<typeof readProfile> | null | undefined): ExportedUser {
  if (!profile) return user;
  return {
    ...user,
    name: profile.name ?? user.name,
    wasAdmin: user.wasAdmin || profile.wasAdmin,
    createdAt: user.createdAt ?? profile.createdAt,
  };
}

/** Base64 of REDACTED: who exported was not allowed to read the hashes. */
const REDACTED = /^UkVEQUNURUQ=?$/;

/** One account of the export, as it would be stored. `name` null: it has none. */
type ExportedUser = {
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

type ReadUser = { kind: "user"; user: ExportedUser } | { kind: "refused"; reason: string };

const LONGEST_NAME = 100;

/** Reads one object of `firebase auth:export`. `keyId`: of the project's hash parameters. */
export function readExportedUser(record: Record<string, unknown>, keyId: string): ReadUser {
  const typed = (name: string) => textIn(record[name] as PlainRecord[string]);
  const given = typed("email");
  const email = addressIn(given)?.toLowerCase() ?? "";
  if (given === "") return { kind: "refused", reason: "It has no email address" };
  if (email === "") {
    return { kind: "refused", reason: "Its email address can’t be one" };
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
type Profile = { name: string | null; wasAdmin: boolean; createdAt: number | null };

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
