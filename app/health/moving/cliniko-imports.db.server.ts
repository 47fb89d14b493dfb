import { type Counts, counts, NO_COUNTS } from "#app/health/moving/certificate.ts";
import { CLINIKO_KINDS, type ClinikoKind } from "#app/health/moving/cliniko-wire.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Cell } from "#app/platform/encryption.server.ts";

type Row = Tables["cliniko_imports"];

/** One reading of a Cliniko account: first to count, then, if an owner says so, to store. */
export type ClinikoImport = Pick<Row, "id" | "state" | "shard" | "contact" | "actor" | "kind" | "cursor" | "fault"> & {
  keySealed: string | null;
  createdAt: number;
  finishedAt: number | null;
  stores: boolean;
  counts: Counts;
  resumeAt: number;
  failures: number;
  digest: string | null;
};

export const keyCell = (id: string): Cell => ({ table: "cliniko_imports", column: "key_sealed", row: id });
export const patientCell = (importId: string, patientId: string): Cell => ({
  ...{ table: "cliniko_patients", column: "sealed", row: `${importId} ${patientId}` },
});

/** All, the newest first. */
export async function listClinikoImports(db: Queries): Promise<ClinikoImport[]> {
  const rows = await db.selectFrom("cliniko_imports").selectAll().orderBy("created_at", "desc").orderBy("id").execute();
  return rows.map(importFrom);
}

export async function getClinikoImport(db: Queries, id: string): Promise<ClinikoImport | null> {
  const row = await db.selectFrom("cliniko_imports").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? importFrom(row) : null;
}

function importFrom(row: Row): ClinikoImport {
  const { id, state, shard, contact, actor, kind, cursor, fault, failures, digest } = row;
  return {
    ...{ id, state, shard, contact, actor, kind, cursor, fault, failures, digest },
    ...{ keySealed: row.key_sealed, createdAt: row.created_at, finishedAt: row.finished_at },
    ...{ stores: row.stores === 1, resumeAt: row.resume_at, counts: counts.parse(JSON.parse(row.counts)) },
  };
}

/** From the first patient on. */
export const FROM_THE_START = { kind: CLINIKO_KINDS[0], cursor: "0", counts: JSON.stringify(NO_COUNTS), failures: 0 };

type Claim = { worker: string; now: number; until: number };

/** Takes the import that is due for this process until `until`; null: none is, or another process has it. */
export async function claimDue(db: Queries, { worker, now, until }: Claim): Promise<ClinikoImport | null> {
  const due = await db
    .selectFrom("cliniko_imports")
    .select("id")
    .where("state", "in", ["counting", "running"])
    .where("resume_at", "<=", now)
    .where((eb) => eb.or([eb("claimed_until", "<=", now), eb("claimed_by", "=", worker)]))
    .orderBy("created_at")
    .executeTakeFirst();
  if (!due) return null;
  const row = await db
    .updateTable("cliniko_imports")
    .set({ claimed_by: worker, claimed_until: until })
    .where("id", "=", due.id)
    .where("state", "in", ["counting", "running"])
    .where((eb) => eb.or([eb("claimed_until", "<=", now), eb("claimed_by", "=", worker)]))
    .returningAll()
    .executeTakeFirst();
  return row ? importFrom(row) : null;
}

/** Locks the import for a transaction that stores a page. False: it was stopped, or another process read this page. */
export async function holdImport(tx: Tx, { id, kind, cursor, stores }: ClinikoImport, worker: string) {
  const outcome = await tx
    .updateTable("cliniko_imports")
    .set({ fault: null })
    .where("id", "=", id)
    .where("state", "=", stores ? "running" : "counting")
    .where("kind", "=", kind)
    .where("cursor", "=", cursor)
    .where("claimed_by", "=", worker)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export async function writeImport(db: Queries, id: string, values: Partial<Omit<Row, "id">>): Promise<void> {
  await db.updateTable("cliniko_imports").set(values).where("id", "=", id).execute();
}

/** Only from one of these states; false: it is in another, or gone. */
export async function moveImport(
  tx: Tx,
  { id, from, values }: { id: string; from: Row["state"]; values: Partial<Omit<Row, "id">> },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("cliniko_imports")
    .set(values)
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Deletes an import that is not done, with its key and the names it has read. False: there is none. */
export async function deleteUnfinished(tx: Queries, id: string): Promise<boolean> {
  await tx
    .deleteFrom("cliniko_patients")
    .where("import_id", "in", (eb) =>
      eb.selectFrom("cliniko_imports").select("id").where("id", "=", id).where("state", "<>", "done"),
    )
    .execute();
  const outcome = await tx
    .deleteFrom("cliniko_imports")
    .where("id", "=", id)
    .where("state", "<>", "done")
    .executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

export type Unmatched = {
  patientId: string;
  reason: NonNullable<Tables["cliniko_patients"]["reason"]>;
  records: number;
};

/** Patients who are no clients here, those with the most notes and forms first. */
export async function listUnmatched(db: Queries, importId: string, most: number) {
  return db
    .selectFrom("cliniko_patients")
    .select(["patient_id as patientId", "reason", "sealed", "records"])
    .where("import_id", "=", importId)
    .where("client_id", "is", null)
    .where("records", ">", 0)
    .orderBy("records", "desc")
    .orderBy("patient_id")
    .limit(most)
    .execute();
}

/** Of this import, in the order of what they were there: over these its certificate is made. */
export async function listStored(db: Queries, importId: string): Promise<{ source: string; hash: string }[]> {
  const rows = await db
    .selectFrom("treatment_notes")
    .select(["source", "hash"])
    .where("import_id", "=", importId)
    .execute();
  const lines = rows.map(({ source, hash }) => ({ source: source ?? "", hash: hash ?? "" }));
  return lines.sort((one, other) => (one.source < other.source ? -1 : 1));
}

export function nextKind(kind: ClinikoKind): ClinikoKind | null {
  return CLINIKO_KINDS[CLINIKO_KINDS.indexOf(kind) + 1] ?? null;
}
