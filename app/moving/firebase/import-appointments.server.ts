import { getUser } from "#app/accounts/users.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { getVerifiedOwner } from "#app/moving/firebase/duplicate.db.server.ts";
import { type ExportedAppointment, readAppointment, whenOf } from "#app/moving/firebase/exported-appointment.ts";
import { getRecord, insertRecords, listMet } from "#app/moving/firebase/firebase-records.db.server.ts";
import type { PlainRecord } from "#app/moving/firebase/firestore-value.ts";
import { type ImportCounts, noCounts } from "#app/moving/firebase/import-report.ts";
import type { ExportedDocument } from "#app/moving/firebase/read-export.server.ts";
import type { ReviewReason } from "#app/moving/firebase/review-choice.ts";
import { type StoredAs, storeAppointment } from "#app/moving/firebase/store-appointment.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";

type Batch = { documents: readonly ExportedDocument[]; storedAs: StoredAs };

const AT_ONCE = 20;

/** Stores a batch of the old site's appointments, a few in each transaction. What a person must judge goes to review. */
export async function importAppointments(app: AppContext, { documents, storedAs }: Batch): Promise<ImportCounts> {
  const counts = noCounts();
  for (let at = 0; at < documents.length; at += AT_ONCE) {
    const some = documents.slice(at, at + AT_ONCE);
    const outcomes = await schedule.retryOnConflict(app, (tx, now) => importWithin(tx, { app, some, storedAs, now }));
    for (const outcome of outcomes) counts[outcome] += 1;
  }
  return counts;
}

type Outcome = "added" | "known" | "review";
type Some = { app: AppContext; some: readonly ExportedDocument[]; storedAs: StoredAs; now: number };

async function importWithin(tx: Tx, { app, some, storedAs, now }: Some): Promise<Outcome[] | schedule.Conflict> {
  await lockForReading(tx, "offer");
  const met = await listMet(
    tx,
    some.map(({ id }) => `appointments/${id}`),
  );
  const outcomes: Outcome[] = [];
  for (const { id, record } of some) {
    const source = `appointments/${id}`;
    const outcome = met.has(source) ? "known" : await importOne(tx, { app, source, record, storedAs, now });
    if (typeof outcome !== "string") return outcome;
    outcomes.push(outcome);
  }
  return outcomes;
}

type One = { app: AppContext; source: string; record: PlainRecord; storedAs: StoredAs; now: number };

async function importOne(tx: Tx, { app, source, record, storedAs, now }: One): Promise<Outcome | schedule.Conflict> {
  const document = readAppointment(record);
  const kept = { ...record, storedAs: storedAs.typed };
  const when = whenOf(record, storedAs.rules.zone);
  if (when.kind === "review") return review(tx, { source, record: kept, reason: when.problem, now });
  const userId = await ownerOf(tx, document);
  const oldAppointment = { source, start: when.start, document, userId };
  const outcome = await storeAppointment(tx, { app, oldAppointment, storedAs, now });
  if (outcome.kind === "conflict") return outcome;
  if (outcome.kind !== "saved") {
    const duplicate = outcome.kind === "double" ? outcome.id : null;
    return review(tx, { source, record: kept, reason: outcome.kind, now, appointmentId: duplicate });
  }
  await insertRecords(tx, [{ source, outcome: "done", appointmentId: outcome.id, at: now }]);
  return "added";
}

type Waiting = {
  source: string;
  record: PlainRecord;
  reason: ReviewReason;
  now: number;
  appointmentId?: string | null;
};

async function review(tx: Tx, { source, record, reason, now, appointmentId = null }: Waiting): Promise<"review"> {
  await insertRecords(tx, [{ source, outcome: "review", reason, raw: record, appointmentId, at: now }]);
  return "review";
}

/** Whose it is: the account that it names, or else the one that has proved its address. */
export async function ownerOf(tx: Tx, { uid, email }: ExportedAppointment): Promise<string | null> {
  const named = uid ? await getRecord(tx, `users/${uid}`) : null;
  // An account may have been deleted since it moved in.
  if (named?.userId && (await getUser(tx, named.userId))) return named.userId;
  return email ? getVerifiedOwner(tx, email) : null;
}
