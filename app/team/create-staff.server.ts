import { createAdmin } from "#app/accounts/users/create-admin.server.ts";
import { getUserByEmail, lockAdmins, updateUser } from "#app/accounts/users.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { TeamRole } from "#app/platform/permissions.ts";
import { therapistProblem } from "#app/team/invite-person.server.ts";
import { noteStaffChange } from "#app/team/note-staff-change.server.ts";
import { hasTeam, putStaff, staffOf } from "#app/team/staff.db.server.ts";

type Input = { email: string; password: string; roles: readonly TeamRole[]; therapistId: string | null };
type Outcome = { kind: "added" | "changed" } | { kind: "invalid"; message: string };

/**
 * Gives an address these roles by the server's own command line, with a new password, and an account if it has none.
 * An owner alone is made as ever, without a row, whoever they were. Owners are told, once there is a team.
 */
export async function createStaff(app: AppContext, { email, password, roles, therapistId }: Input): Promise<Outcome> {
  if (roles.length === 1 && roles[0] === "owner") return createOwner(app, { email, password });
  const known = await getUserByEmail(app.db.kysely, email);
  if (known && staffOf(known)) return { kind: "invalid", message: WORKS_HERE };
  const problem = await therapistProblem(app.db.kysely, { therapistId, userId: null });
  if (problem) return { kind: "invalid", message: problem.message };
  const outcome = await createAdmin(app, { email, password, role: "user" });
  if (outcome.kind === "invalid") return outcome;
  const now = app.clock.now();
  const role = roles.includes("owner") ? "admin" : "user";
  await app.db.kysely.transaction().execute(async (tx) => {
    await lockAdmins(tx);
    const user = await getUserByEmail(tx, email);
    if (!user) return;
    const { id: userId } = user;
    await updateUser(tx, { id: userId, role, now });
    await putStaff(tx, { userId, roles, therapistId, state: "active", version: 0, now, by: "system" });
    const change = { whom: { user: userId }, event: "parts", before: [], after: roles, now } as const;
    await noteStaffChange(tx, { actor: { kind: "system" }, ...change });
  });
  return outcome;
}

async function createOwner(app: AppContext, account: { email: string; password: string }): Promise<Outcome> {
  const known = await getUserByEmail(app.db.kysely, account.email);
  const staff = known && staffOf(known);
  const before = staff?.state === "active" ? staff.roles : [];
  const outcome = await createAdmin(app, account);
  if (outcome.kind === "invalid") return outcome;
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await lockAdmins(tx);
    const user = await getUserByEmail(tx, account.email);
    const after = (user && staffOf(user)?.roles) ?? [];
    if (!user || before.includes("owner") || !(await hasTeam(tx))) return;
    const whom = { user: user.id };
    await noteStaffChange(tx, { actor: { kind: "system" }, whom, event: "parts", before, after, now });
  });
  return outcome;
}

const WORKS_HERE = "This person is already on your team. An owner changes their role under Settings, People";
