import { type Actor, actorName } from "#app/accounts/actor.ts";
import { insertUser } from "#app/accounts/admins/store.server.ts";
import { hashPassword } from "#app/accounts/gateway.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import { setPasswordWithin } from "#app/accounts/password/commands.server.ts";
import { passwordProblem } from "#app/accounts/password/password.ts";
import { writePassword } from "#app/accounts/password/store.server.ts";
import { deleteSessions } from "#app/accounts/session/store.server.ts";
import { countAdmins, findUser, findUserByEmail, lockAdmins, updateUser } from "#app/accounts/store.server.ts";
import type { Role, User } from "#app/accounts/user.ts";
import { deleteDisabling } from "#app/accounts/users/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

const COMMAND = "npm run admin -- create you@example.com";

/** What is printed at the start while nobody can open the admin pages; null once somebody can. */
export async function adminHint(world: World): Promise<string | null> {
  await createConfiguredAdmin(world);
  const admins = await countAdmins(world.db.kysely);
  return admins > 0 ? null : `There is no admin yet. Make one: ${COMMAND}`;
}

/** The admin of ADMIN_EMAIL and ADMIN_PASSWORD, unless they are one: a password that they changed stands. */
async function createConfiguredAdmin(world: World): Promise<void> {
  const { adminEmail, adminPassword } = world.config;
  if (!adminEmail || !adminPassword) return;
  const known = await findUserByEmail(world.db.kysely, adminEmail);
  if (known?.role === "admin") return;
  try {
    const outcome = await createAdmin(world, { email: adminEmail, password: adminPassword });
    if (outcome.kind === "invalid") world.log.error(`ADMIN_PASSWORD: ${outcome.message}`);
  } catch (err) {
    // Another server that starts at the same moment was faster: the address is there once.
    if ((await findUserByEmail(world.db.kysely, adminEmail))?.role !== "admin") throw err;
  }
}

export type CreateAdminOutcome =
  | { kind: "created" }
  /** The address had an account already: it has this password and role now. */
  | { kind: "promoted" }
  | { kind: "invalid"; message: string };

/** Makes an admin, as the owner of the machine. The address counts as verified. */
export async function createAdmin(
  world: World,
  { email, password }: { email: string; password: string },
): Promise<CreateAdminOutcome> {
  const address = email.toLowerCase();
  const username = address.split("@")[0] ?? address;
  const problem = passwordProblem(password, { email: address, username, role: "admin", twoFactor: false });
  if (problem) return { kind: "invalid", message: problem };
  const hash = await hashPassword(world, password);
  const now = world.clock.now();
  return world.db.kysely.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, address);
    if (user) {
      await updateUser(tx, { id: user.id, role: "admin", emailVerified: true, now });
      await deleteDisabling(tx, user.id);
      await setPasswordWithin(tx, { user, hash, now, by: "system" });
      await noteRole(tx, { now, by: "system", id: user.id, role: "admin" });
      return { kind: "promoted" as const };
    }
    const id = newId();
    await insertUser(tx, { id, email: address, name: username, role: "admin", emailVerified: true, now });
    await writePassword(tx, { userId: id, hash, now });
    await noteRole(tx, { now, by: "system", id, role: "admin" });
    return { kind: "created" as const };
  });
}

export type ChangeRoleOutcome =
  | { kind: "changed"; user: User }
  | { kind: "unknown" }
  | { kind: "refused"; message: string };

/** Makes somebody an admin, or no longer one. The last admin stays. Their sessions end, so that it counts at once. */
export async function changeRole(
  world: World,
  actor: Actor,
  { userId, role }: { userId: string; role: Role },
): Promise<ChangeRoleOutcome> {
  if (actor.kind !== "admin" && actor.kind !== "system") return { kind: "unknown" };
  const now = world.clock.now();
  return world.db.kysely.transaction().execute(async (tx) => {
    await lockAdmins(tx);
    const user = await findUser(tx, userId);
    if (!user) return { kind: "unknown" as const };
    if (user.role === role) return { kind: "changed" as const, user };
    if (role !== "admin" && (await isLastAdmin(tx, user))) {
      return { kind: "refused" as const, message: NOTICES.lastAdmin };
    }
    await updateUser(tx, { id: userId, role, now });
    await deleteSessions(tx, { userId, keep: null });
    await noteRole(tx, { now, by: actorName(actor), id: userId, role });
    return { kind: "changed" as const, user: { ...user, role } };
  });
}

/** Whether nobody could open the admin pages without this person. Call `lockAdmins` before. */
export async function isLastAdmin(tx: Tx, user: Pick<User, "role" | "disabled">): Promise<boolean> {
  return user.role === "admin" && !user.disabled && (await countAdmins(tx)) === 1;
}

async function noteRole(
  tx: Tx,
  { now, by, id, role }: { now: number; by: string; id: string; role: Role },
): Promise<void> {
  await writeAudit(tx, {
    at: now,
    actor: by,
    action: "account.role",
    subject: { kind: "user", id },
    detail: { role },
  });
}
