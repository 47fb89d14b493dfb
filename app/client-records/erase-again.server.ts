import { deleteUser, getUser } from "#app/accounts/users.db.server.ts";
import { cancelFrom } from "#app/appointments/appointment-personal-data.db.server.ts";
import { unlink } from "#app/appointments/own-appointments.db.server.ts";
import { eraseWithin } from "#app/client-records/erase-client.server.ts";
import { lockClient, releaseAccount } from "#app/clients/clients.db.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tell } from "#app/platform/database/copy-rows.server.ts";
import type { Database, Tx } from "#app/platform/database/database.server.ts";
import { type Erasure, noteErasures } from "#app/platform/erasures.server.ts";

/** Repeats in a restored database the erasures since its backup. Returns how many records and accounts were erased. */
export async function eraseAgain(
  { kysely }: Database,
  { erasures, now, tell = () => {} }: { erasures: readonly Erasure[]; now: number; tell?: Tell },
): Promise<number> {
  return kysely.transaction().execute(async (tx) => {
    let again = 0;
    // Accounts first: a record that was erased without its account must leave it alone again.
    const inOrder = [...erasures].sort((one, other) => Number(one.kind === "client") - Number(other.kind === "client"));
    for (const erasure of inOrder) {
      const isThere =
        erasure.kind === "client" ? await eraseClientAgain(tx, erasure, now) : await deleteUserAgain(tx, erasure);
      if (!isThere) continue;
      again += 1;
      tell("erased again", again);
      const { kind, id } = erasure;
      const action = kind === "client" ? "client.erase" : "account.delete";
      await writeAudit(tx, { at: now, actor: "system", action, subject: { kind, id } });
    }
    await noteErasures(tx, erasures);
    return again;
  });
}

async function eraseClientAgain(tx: Tx, { id, at }: Erasure, now: number): Promise<boolean> {
  if (!(await lockClient(tx, id))) return false;
  // Nobody is erased with a future appointment: those that the backup still has were cancelled before the erasure.
  await cancelFrom(tx, { clientId: id, at, now });
  await eraseWithin(tx, { id, keepsAccounts: true, now });
  return true;
}

async function deleteUserAgain(tx: Tx, { id }: Erasure): Promise<boolean> {
  if (!(await getUser(tx, id))) return false;
  await unlink(tx, id);
  await releaseAccount(tx, id);
  await deleteUser(tx, id);
  return true;
}
