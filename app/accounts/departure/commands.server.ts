import { actorName } from "#app/accounts/actor.ts";
import { isLastAdmin } from "#app/accounts/admins/commands.server.ts";
import { takeAttempt } from "#app/accounts/attempts/commands.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import { isPasswordRight } from "#app/accounts/password/commands.server.ts";
import type { Caller } from "#app/accounts/session/commands.server.ts";
import type { Identity } from "#app/accounts/session/session.ts";
import { deleteUser, findUser, lockAdmins } from "#app/accounts/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type DeleteAccountOutcome =
  | { kind: "deleted" }
  | { kind: "invalid"; field: "password"; message: string }
  | { kind: "refused"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/**
 * Deletes the account of somebody who knows its password, with its sessions, keys and links. `alsoWithin` lets the
 * rooms above let go of the person in the same transaction.
 */
export async function deleteAccount(
  world: World,
  { caller, identity }: { caller: Caller; identity: Identity },
  { password, alsoWithin }: { password: string; alsoWithin: (tx: Tx, userId: string) => Promise<void> },
): Promise<DeleteAccountOutcome> {
  const { user } = identity;
  if (!user) return { kind: "invalid", field: "password", message: NOTICES.wrongPassword };
  const verdict = await takeAttempt(world, { attempt: "confirm", address: caller.address, whose: user.id });
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.tooMany };
  if (!(await isPasswordRight(world, user.id, password))) {
    return { kind: "invalid", field: "password", message: NOTICES.wrongPassword };
  }
  const now = world.clock.now();
  return world.db.kysely.transaction().execute(async (tx) => {
    await lockAdmins(tx);
    const person = await findUser(tx, user.id);
    if (!person) return { kind: "deleted" as const };
    if (await isLastAdmin(tx, person)) return { kind: "refused" as const, message: NOTICES.lastAdmin };
    await alsoWithin(tx, person.id);
    await deleteUser(tx, person.id);
    const subject = { kind: "user", id: person.id };
    await writeAudit(tx, { at: now, actor: actorName(identity.actor), action: "account.delete", subject });
    return { kind: "deleted" as const };
  });
}
