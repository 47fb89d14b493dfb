import { listAccess } from "#app/health/access.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { type PersonalData, toIso } from "#app/platform/personal-data.server.ts";

const TABLES = ["note_amendments", "treatment_notes", "health_access"] as const;

/**
 * Treatment notes in exports, merges and erasures. An export from the practice's side has when notes were written and
 * who opened them: what they say is nobody's but the client's and the therapists'.
 */
export const noteData: PersonalData = {
  async export(db, { clientId }) {
    const [notes, openings] = [await listWritten(db, clientId), await listAccess(db, clientId)];
    if (notes.length === 0 && openings.length === 0) return {};
    return {
      treatmentNotes: notes.map(({ first_saved_at, locked_at, name }) => ({
        ...{ firstSavedAt: toIso(first_saved_at), lockedAt: toIso(locked_at), therapist: name },
      })),
      healthRecordOpened: openings.map(({ at, ...opening }) => ({ at: toIso(at), ...opening })),
    };
  },
  async merge(tx, { from, to }) {
    for (const table of TABLES) {
      await tx.updateTable(table).set({ client_id: to }).where("client_id", "=", from).execute();
    }
  },
  async forget(tx, { clientId }) {
    for (const table of TABLES) await tx.deleteFrom(table).where("client_id", "=", clientId).execute();
    return {};
  },
};

async function listWritten(db: Queries, clientId: string) {
  return db
    .selectFrom("treatment_notes")
    .leftJoin("therapists", "therapists.id", "treatment_notes.therapist_id")
    .select(["first_saved_at", "locked_at", "therapists.name"])
    .where("client_id", "=", clientId)
    .orderBy("first_saved_at")
    .orderBy("treatment_notes.id")
    .execute();
}
