import { lockClient } from "#app/clients/clients.db.server.ts";
import { getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import type { Tallies } from "#app/health/moving/certificate.ts";
import type { ClinikoImport } from "#app/health/moving/cliniko-imports.db.server.ts";
import type { ClinikoRecord } from "#app/health/moving/cliniko-wire.ts";
import { type Imported, NOT_OURS, sourceOf } from "#app/health/moving/imported.ts";
import { isUnder18, openPatient } from "#app/health/moving/match-patients.server.ts";
import { lockNote } from "#app/health/note-chain.server.ts";
import { sealRecord } from "#app/health/record-key.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";

export type Stored = Pick<Tallies, "added" | "known" | "unmatched" | "withdrawn" | "blank">;

type Coming = { source: string; clientId: string; record: Imported };

/**
 * Stores a page of notes or forms, each once, whatever became of it there since: sealed by its client's key, locked, and
 * at the end of their chain. An import that only counts stores nothing, and counts the same.
 */
export async function storeRecords(
  app: AppContext,
  tx: Tx,
  { job, records }: { job: ClinikoImport; records: readonly ClinikoRecord[] },
): Promise<Stored> {
  const people = await readPeople(app, tx, job, records);
  const sources = records.map(({ id }) => sourceOf(job.shard, job.kind, id));
  const here = await listHere(tx, sources);
  const count: Stored = { added: 0, known: 0, unmatched: 0, withdrawn: 0, blank: 0 };
  const coming: Coming[] = [];
  const left = new Map<string, number>();
  for (const [at, { patientId, record }] of records.entries()) {
    const source = sources[at] ?? "";
    const person = people.get(patientId);
    if (here.has(source)) count.known += 1;
    else if (!record) count.blank += 1;
    else if (person?.clientId) {
      const isOfChild = isUnder18(person.bornOn, record.at);
      coming.push({ source, clientId: person.clientId, record: { ...record, isOfChild } });
    } else {
      count.unmatched += 1;
      left.set(patientId, (left.get(patientId) ?? 0) + 1);
    }
  }
  await noteUnmatched(tx, job.id, left);
  // Clients are locked in one order, so that two imports never wait for each other.
  const byClient = [...Map.groupBy(coming, ({ clientId }) => clientId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  for (const [clientId, own] of byClient) {
    const client = job.stores ? await lockClient(tx, clientId) : { id: clientId };
    if (!client) count.unmatched += own.length;
    else if (await getWithdrawal(tx, clientId)) count.withdrawn += own.length;
    else {
      if (job.stores) await storeFor(app, tx, { job, clientId, own });
      count.added += own.length;
    }
  }
  return count;
}

type Person = { clientId: string | null; bornOn: string };

async function readPeople(
  app: AppContext,
  tx: Tx,
  { id: importId }: ClinikoImport,
  records: readonly ClinikoRecord[],
): Promise<Map<string, Person>> {
  const ids = [...new Set(records.map(({ patientId }) => patientId))];
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("cliniko_patients")
    .select(["patient_id as patientId", "client_id as clientId", "sealed"])
    .where("import_id", "=", importId)
    .where("patient_id", "in", ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.patientId,
      { clientId: row.clientId, bornOn: openPatient(app, { importId, ...row }).bornOn },
    ]),
  );
}

async function listHere(tx: Tx, sources: readonly string[]): Promise<Set<string | null>> {
  if (sources.length === 0) return new Set();
  const rows = await tx
    .selectFrom("treatment_notes")
    .select("source")
    .where("source", "in", [...sources])
    .execute();
  return new Set(rows.map(({ source }) => source));
}

/** A patient who is not among those read was deleted there: their notes have no one to come to. */
async function noteUnmatched(tx: Tx, importId: string, left: ReadonlyMap<string, number>): Promise<void> {
  for (const [patientId, records] of left) {
    const row = { import_id: importId, patient_id: patientId, client_id: null, sealed: "", records };
    await tx
      .insertInto("cliniko_patients")
      .values({ ...row, reason: "missing" })
      .onConflict((conflict) =>
        conflict
          .columns(["import_id", "patient_id"])
          .doUpdateSet((eb) => ({ records: eb("cliniko_patients.records", "+", records) })),
      )
      .execute();
  }
}

type Own = { job: ClinikoImport; clientId: string; own: readonly Coming[] };

async function storeFor(app: AppContext, tx: Tx, { job, clientId, own }: Own): Promise<void> {
  const now = app.clock.now();
  const rows = own.map(({ source, record }) => ({ id: newId(), source, record }));
  const cells = rows.map(({ id, record }) => ({
    cell: { table: "treatment_notes", column: "sealed", row: id },
    value: record,
  }));
  const sealed = await sealRecord(app, tx, clientId, ...cells);
  for (const [at, { id, source, record }] of rows.entries()) {
    const note = {
      ...{ id, client_id: clientId, therapist_id: NOT_OURS, author: NOT_OURS, version: 1 },
      ...{ sealed: sealed[at] ?? "", first_saved_at: record.at },
    };
    await tx
      .insertInto("treatment_notes")
      .values({
        ...note,
        ...{
          appointment_id: null,
          shared: 1,
          readers: "[]",
          state: "draft",
          withdrawal_id: null,
          source,
          import_id: job.id,
        },
        ...{ saved_at: record.changedAt ?? record.at, locks_at: now, locked_at: null },
        ...{ chain: null, seq: null, hash: null, prev_hash: null },
      })
      .execute();
    await lockNote(tx, note, now);
  }
}
