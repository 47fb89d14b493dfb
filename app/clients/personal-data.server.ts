import { listNotes } from "#app/clients/client-notes.server.ts";
import { getClient } from "#app/clients/clients.db.server.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import { type PersonalData, toIso } from "#app/platform/personal-data.server.ts";

export const clientData: PersonalData = {
  async export(db, { clientId }) {
    const notes = await listNotes(db, clientId);
    const { practicalNote = null, blockedAt = null, blockedReason = null } = (await getClient(db, clientId)) ?? {};
    const blocked = blockedAt === null ? null : { since: toIso(blockedAt), reason: blockedReason };
    return { practicalNote, blocked, notes: notes.map(({ words, at, author }) => ({ at: toIso(at), author, words })) };
  },
  async merge(tx, clients) {
    await moveKeys(tx, clients);
    await moveNotes(tx, clients);
  },
  async forget(tx, { clientId }, now) {
    await deleteNotes(tx, clientId);
    await eraseClient(tx, clientId, now);
    return {};
  },
};

async function moveKeys(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable("client_keys").set({ client_id: to }).where("client_id", "=", from).execute();
}

async function moveNotes(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable("client_notes").set({ client_id: to }).where("client_id", "=", from).execute();
}

async function deleteNotes(tx: Tx, clientId: string): Promise<void> {
  await tx.deleteFrom("client_notes").where("client_id", "=", clientId).execute();
}

/** Removes everything that identifies the client. The id stays, for their bookings. */
export async function eraseClient(tx: Tx, id: string, now: number): Promise<void> {
  await tx.deleteFrom("client_keys").where("client_id", "=", id).execute();
  const nothing = {
    name: null,
    email: null,
    phone: null,
    search: "",
    practical_note: null,
    blocked_at: null,
    blocked_reason: null,
  };
  await tx
    .updateTable("clients")
    .set({ ...nothing, erased_at: now })
    .where("id", "=", id)
    .execute();
}
