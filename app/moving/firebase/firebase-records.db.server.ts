import { readAppointment } from "#app/moving/firebase/exported-appointment.ts";
import type { PlainRecord } from "#app/moving/firebase/firestore-value.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Person, PersonalData } from "#app/platform/personal-data.server.ts";

export type Outcome = Tables["firebase_records"]["outcome"];

/** What became of one record of the export. `raw`: as it stood there, while a person has to look at it. */
export type FirebaseRecord = {
  source: string;
  outcome: Outcome;
  reason: string | null;
  raw: PlainRecord | null;
  userId: string | null;
  appointmentId: string | null;
  at: number;
};

export type NewRecord = Pick<FirebaseRecord, "source" | "outcome" | "at"> & Partial<FirebaseRecord>;

export async function insertRecords(tx: Tx, records: readonly NewRecord[]): Promise<void> {
  if (records.length === 0) return;
  await tx.insertInto("firebase_records").values(records.map(rowFrom)).execute();
}

/** Which of these sources were met before. */
export async function listMet(db: Queries, sources: readonly string[]): Promise<Map<string, FirebaseRecord>> {
  if (sources.length === 0) return new Map();
  const rows = await db
    .selectFrom("firebase_records")
    .selectAll()
    .where("source", "in", [...sources])
    .execute();
  return new Map(rows.map((row) => [row.source, recordFrom(row)]));
}

export async function getRecord(db: Queries, source: string): Promise<FirebaseRecord | null> {
  return (await listMet(db, [source])).get(source) ?? null;
}

/** Which of these accounts came from the old site. */
export async function listMovedIn(db: Queries, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("firebase_records")
    .select("user_id")
    .where("user_id", "in", [...userIds])
    .where("source", "like", "users/%")
    .execute();
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []));
}

/** What waits for a person, the oldest first. */
export async function listReview(
  db: Queries,
  { from, most }: { from: number; most: number },
): Promise<FirebaseRecord[]> {
  const rows = await db
    .selectFrom("firebase_records")
    .selectAll()
    .where("outcome", "=", "review")
    .orderBy("at")
    .orderBy("source")
    .offset(from)
    .limit(most)
    .execute();
  return rows.map(recordFrom);
}

/** Everything in review for this reason. */
export async function listReviewFor(db: Queries, reason: string): Promise<FirebaseRecord[]> {
  const rows = await db
    .selectFrom("firebase_records")
    .selectAll()
    .where("outcome", "=", "review")
    .where("reason", "=", reason)
    .orderBy("source")
    .execute();
  return rows.map(recordFrom);
}

/** Accounts that were an admin's on the old site. */
export async function listReason(db: Queries, reason: string): Promise<FirebaseRecord[]> {
  const rows = await db
    .selectFrom("firebase_records")
    .selectAll()
    .where("reason", "=", reason)
    .orderBy("source")
    .limit(50)
    .execute();
  return rows.map(recordFrom);
}

/** How many users and appointments ended in which way. */
export async function countRecords(db: Queries): Promise<{ kind: string; outcome: Outcome; total: number }[]> {
  const rows = await db
    .selectFrom("firebase_records")
    .select((eb) => [
      "outcome",
      eb
        .case()
        .when("source", "like", "appointments/%")
        .then("appointments")
        .when("source", "like", "users/%")
        .then("users")
        .else("profiles")
        .end()
        .as("kind"),
      eb.fn.countAll<number>().as("total"),
    ])
    .groupBy(["outcome", "kind"])
    .execute();
  return rows.map(({ kind, outcome, total }) => ({ kind, outcome, total: Number(total) }));
}

/** Ends a review. False if somebody was faster. */
export async function settleRecord(
  tx: Tx,
  source: string,
  { outcome, ...settled }: Pick<FirebaseRecord, "outcome"> & Partial<Pick<FirebaseRecord, "userId" | "appointmentId">>,
): Promise<boolean> {
  const { userId: user_id = null, appointmentId: appointment_id = null } = settled;
  const changed = await tx
    .updateTable("firebase_records")
    .set({ outcome, raw: null, user_id, appointment_id })
    .where("source", "=", source)
    .where("outcome", "=", "review")
    .executeTakeFirst();
  return Number(changed.numUpdatedRows) === 1;
}

export async function writeReason(tx: Tx, source: string, reason: string): Promise<void> {
  await tx.updateTable("firebase_records").set({ reason }).where("source", "=", source).execute();
}

export async function deleteRecords(tx: Tx, sources: readonly string[]): Promise<void> {
  if (sources.length === 0) return;
  await tx
    .deleteFrom("firebase_records")
    .where("source", "in", [...sources])
    .execute();
}

/** Deletes the profiles that no account of the export had. Returns how many. */
export async function deleteProfiles(db: Queries): Promise<number> {
  const gone = await db.deleteFrom("firebase_records").where("source", "like", "profiles/%").executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Takes away what stands of people in records that waited for a person for too long. */
export async function endOldReviews(db: Queries, before: number): Promise<void> {
  await db
    .updateTable("firebase_records")
    .set({ outcome: "skipped", raw: null })
    .where("outcome", "=", "review")
    .where("at", "<=", before)
    .execute();
}

export const firebaseData: PersonalData = {
  async forget(tx, person) {
    await eraseReviews(tx, person);
    return {};
  },
};

/** Ends the reviews of records that have one of the person's addresses or numbers. */
async function eraseReviews(tx: Tx, { addresses, phones }: Person): Promise<void> {
  const waiting = await tx.selectFrom("firebase_records").selectAll().where("outcome", "=", "review").execute();
  const theirs = waiting.map(recordFrom).filter(({ raw }) => {
    const { email, phone } = readAppointment(raw ?? {});
    return addresses.includes(email?.toLowerCase() ?? "") || phones.includes(phone ?? "");
  });
  for (const { source } of theirs) await settleRecord(tx, source, { outcome: "skipped" });
}

function rowFrom({ source, outcome, reason, raw, userId, appointmentId, at }: NewRecord): Tables["firebase_records"] {
  return {
    ...{ source, outcome, at },
    reason: reason ?? null,
    raw: raw ? JSON.stringify(raw) : null,
    user_id: userId ?? null,
    appointment_id: appointmentId ?? null,
  };
}

function recordFrom(row: Tables["firebase_records"]): FirebaseRecord {
  const { source, outcome, reason, raw, at } = row;
  return {
    ...{ source, outcome, reason, at },
    raw: raw === null ? null : JSON.parse(raw),
    userId: row.user_id,
    appointmentId: row.appointment_id,
  };
}
