import { listAccess } from "#app/health/access.server.ts";
import { mergeControllers } from "#app/health/keeping/controller.server.ts";
import { destroyAgain, hasOpenRecord } from "#app/health/keeping/destroy.db.server.ts";
import { onHoldSince } from "#app/health/keeping/hold.server.ts";
import { keptAfterErasure } from "#app/health/keeping/retention.server.ts";
import { freezeAgain, freezeRecord } from "#app/health/keeping/withdrawals.db.server.ts";
import { forgetWaitingFiles, moveWaitingFiles } from "#app/health/moving/waiting-files.db.server.ts";
import { sealBeside } from "#app/health/record-key.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { type Keeping, type PersonalData, toIso } from "#app/platform/personal-data.server.ts";

const TABLES = [
  ...(["health_checks", "health_consents", "health_answers", "health_withdrawals"] as const),
  ...(["client_alerts", "record_keys", "record_ends", "record_holds", "health_drafts", "cliniko_patients"] as const),
  "departure_clients" as const,
];

const NOTE_TABLES = ["note_amendments", "treatment_notes", "record_files", "health_access"] as const;

/**
 * A record moves to another client by its keys and rows; without its keys nobody reads it, in a backup neither. An export
 * from the practice's side has when forms were sent and what was agreed to: the answers are the client's.
 */
export const healthData: PersonalData = {
  async export(db, { clientId }) {
    const rows = await db
      .selectFrom("health_consents")
      .select(["wording", "given_at"])
      .where("client_id", "=", clientId)
      .orderBy("given_at")
      .orderBy("id")
      .execute();
    const withdrawn = await db
      .selectFrom("health_withdrawals")
      .select(["at", "kept_until"])
      .where("client_id", "=", clientId)
      .orderBy("at")
      .execute();
    const alerts = await db
      .selectFrom("client_alerts")
      .select(["wording", "at"])
      .where("client_id", "=", clientId)
      .orderBy("at")
      .orderBy("id")
      .execute();
    const since = await onHoldSince(db, clientId);
    if (rows.length === 0 && withdrawn.length === 0 && alerts.length === 0) return {};
    return {
      alerts: alerts.map(({ wording, at }) => ({ at: toIso(at), agreedTo: wording })),
      healthForms: rows.map(({ wording, given_at }) => ({ sentAt: toIso(given_at), agreedTo: wording })),
      healthConsentWithdrawn: withdrawn.map(({ at, kept_until }) => ({ at: toIso(at), keptUntil: kept_until })),
      ...(since !== null && { healthRecordOnHoldSince: toIso(since) }),
    };
  },
  async merge(tx, { from, to }) {
    await moveWaitingFiles(tx, { from, to });
    for (const table of TABLES)
      await tx.updateTable(table).set({ client_id: to }).where("client_id", "=", from).execute();
    await mergeControllers(tx, { from, to });
  },
  keptUntil: keptAfterErasure,
  async forget(tx, { clientId }, now, keeping) {
    await forgetWaitingFiles(tx, clientId);
    if (keeping?.until) await freezeForClaims(tx, { clientId, now, until: keeping.until, config: keeping.config });
    else await deleteAll(tx, clientId);
    return {};
  },
  freezeAgain,
  destroyAgain,
};

async function deleteAll(tx: Tx, clientId: string): Promise<void> {
  const files = tx.selectFrom("record_files").select("id").where("client_id", "=", clientId);
  await tx.deleteFrom("record_file_pieces").where("file_id", "in", files).execute();
  for (const table of [...NOTE_TABLES, ...TABLES, "record_controllers" as const])
    await tx.deleteFrom(table).where("client_id", "=", clientId).execute();
}

type Freezing = { clientId: string; now: number; until: string; config: Keeping["config"] };

/**
 * What has to be kept of an erased client: their record, frozen until its day, and sealed in it who they were, as a claim
 * names them (decisions/0920).
 */
async function freezeForClaims(tx: Tx, { clientId, now, until, config }: Freezing): Promise<void> {
  if (await hasOpenRecord(tx, clientId)) await freezeRecord(tx, { clientId, now, keptUntil: until });
  else
    await tx.deleteFrom("record_keys").where("client_id", "=", clientId).where("withdrawal_id", "is", null).execute();
  for (const table of ["client_alerts", "health_drafts", "cliniko_patients", "departure_clients"] as const)
    await tx.deleteFrom(table).where("client_id", "=", clientId).execute();
  const value = await tx
    .selectFrom("clients")
    .select(["name", "email", "phone"])
    .where("id", "=", clientId)
    .executeTakeFirst();
  const frozen = await tx.selectFrom("health_withdrawals").select("id").where("client_id", "=", clientId).execute();
  for (const { id } of frozen) {
    const cell = { table: "health_withdrawals", column: "person", row: id };
    const person = await sealBeside(config, tx, { clientId, withdrawalId: id, cell, value });
    await tx.updateTable("health_withdrawals").set({ person }).where("id", "=", id).execute();
  }
}

/**
 * Treatment notes in exports and merges, as `healthData` erases them. An export from the practice's side has when notes were written and
 * who opened them: what they say is nobody's but the client's and the therapists'.
 */
export const noteData: PersonalData = {
  async export(db, { clientId }) {
    const [notes, openings] = [await listWritten(db, clientId), await listAccess(db, clientId)];
    const files = await listFiled(db, clientId);
    if (notes.length === 0 && files.length === 0 && openings.length === 0) return {};
    return {
      treatmentNotes: notes.map(({ first_saved_at, locked_at, name, source }) => ({
        ...{ firstSavedAt: toIso(first_saved_at), lockedAt: toIso(locked_at), therapist: name },
        ...(source !== null && { source }),
      })),
      ...(files.length > 0 && {
        healthRecordFiles: files.map(({ added_at, name }) => ({ addedAt: toIso(added_at), addedBy: name })),
      }),
      healthRecordOpened: openings.map(({ at, name, what }) => ({ at: toIso(at), name, what })),
    };
  },
  async merge(tx, { from, to }) {
    for (const table of NOTE_TABLES) {
      await tx.updateTable(table).set({ client_id: to }).where("client_id", "=", from).execute();
    }
  },
};

async function listFiled(db: Queries, clientId: string) {
  return db
    .selectFrom("record_files")
    .select(["added_at", "name"])
    .where("client_id", "=", clientId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}

async function listWritten(db: Queries, clientId: string) {
  return db
    .selectFrom("treatment_notes")
    .leftJoin("therapists", "therapists.id", "treatment_notes.therapist_id")
    .select(["first_saved_at", "locked_at", "source", "therapists.name"])
    .where("client_id", "=", clientId)
    .orderBy("first_saved_at")
    .orderBy("treatment_notes.id")
    .execute();
}
