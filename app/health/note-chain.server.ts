import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { hashOf } from "#app/platform/ids.server.ts";

type Lockable = {
  id: string;
  client_id: string;
  therapist_id: string;
  author: string;
  sealed: string;
  first_saved_at: number;
  version: number;
};
type Link = { chain: string; seq: number; prev_hash: string | null; locked_at: number };

// Over the sealed text, so that a chain is verified without any key (decisions/0910).
function hashOfNote(note: Omit<Lockable, "client_id">, { chain, seq, prev_hash, locked_at }: Link): string {
  const { id, therapist_id, author, sealed, first_saved_at, version } = note;
  return hashOf(
    JSON.stringify([prev_hash, chain, seq, id, therapist_id, author, first_saved_at, locked_at, version, sealed]),
  );
}

type Locked = Tables["treatment_notes"];
type Amendment = { note_id: string; seq: number; author: string; name: string; at: number; sealed: string };

/** `before`: of the amendment before it, or of its note. */
export function hashOfAmendment({ note_id, seq, author, name, at, sealed }: Amendment, before: string): string {
  return hashOf(JSON.stringify([before, note_id, seq, author, name, at, sealed]));
}

/** Locks a note for good and puts it at the end of its client's chain. Lock the client first. */
export async function lockNote(tx: Tx, note: Lockable, lockedAt: number): Promise<string> {
  const chain = await chainOf(tx, note.client_id);
  const last = await tx
    .selectFrom("treatment_notes")
    .select(["seq", "hash"])
    .where("chain", "=", chain)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const link = { chain, seq: (last?.seq ?? 0) + 1, prev_hash: last?.hash ?? null, locked_at: lockedAt };
  const hash = hashOfNote(note, link);
  await tx
    .updateTable("treatment_notes")
    .set({ ...link, hash, state: "locked" })
    .where("id", "=", note.id)
    .execute();
  return hash;
}

// What a withdrawal froze is destroyed on its own day, so a new record begins a new chain.
async function chainOf(tx: Tx, clientId: string): Promise<string> {
  const row = await tx
    .selectFrom("health_withdrawals")
    .select("id")
    .where("client_id", "=", clientId)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? clientId;
}

/** Reads every locked note and amendment again. Returns how many there are, and which differ from what was locked. */
export async function verifyRecords(db: Queries): Promise<{ notes: number; faults: string[] }> {
  const notes = await db
    .selectFrom("treatment_notes")
    .selectAll()
    .where((eb) => eb.or([eb("state", "=", "locked"), eb("chain", "is not", null)]))
    .orderBy("chain")
    .orderBy("seq")
    .execute();
  const amendments = await db.selectFrom("note_amendments").selectAll().orderBy("note_id").orderBy("seq").execute();
  const byNote = Map.groupBy(amendments, ({ note_id }) => note_id);
  const faults = [...Map.groupBy(notes, ({ chain }) => chain).values()].flatMap((chain) =>
    chain.flatMap((note, at) => [
      ...faultOf(note, chain[at - 1] ?? null),
      ...faultsOf(byNote.get(note.id) ?? [], note.hash ?? ""),
    ]),
  );
  return { notes: notes.length, faults };
}

function faultOf(note: Locked, before: Locked | null): string[] {
  const { chain, seq, hash, prev_hash, locked_at, state } = note;
  if (chain === null || seq === null || hash === null || locked_at === null || state !== "locked") {
    return [`Note ${note.id} was locked and is no longer as it was.`];
  }
  if (seq !== (before?.seq ?? 0) + 1) return [`A note before ${note.id} is missing.`];
  const isRight =
    prev_hash === (before?.hash ?? null) && hashOfNote(note, { chain, seq, prev_hash, locked_at }) === hash;
  return isRight ? [] : [`Note ${note.id} differs from what was locked.`];
}

function faultsOf(amendments: readonly (Amendment & { hash: string })[], noteHash: string): string[] {
  let before = noteHash;
  return amendments.flatMap((amendment, at) => {
    const isRight = amendment.seq === at + 1 && hashOfAmendment(amendment, before) === amendment.hash;
    before = amendment.hash;
    return isRight ? [] : [`Amendment ${amendment.seq} of note ${amendment.note_id} differs from what was written.`];
  });
}
