import { randomInt } from "node:crypto";
import { hashPassword } from "#app/accounts/better-auth.gateway.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import { writePassword } from "#app/accounts/passwords/passwords.db.server.ts";
import { setPasswordWithin } from "#app/accounts/passwords/set-password.server.ts";
import type { Role } from "#app/accounts/user.ts";
import { noteRole } from "#app/accounts/users/change-user.server.ts";
import { deleteDisabling } from "#app/accounts/users/list-users.server.ts";
import { getUserByEmail, updateUser } from "#app/accounts/users.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { foldedLines } from "#app/platform/search-text.ts";

const COMMAND = "npm run admin -- create you@example.com";

/** What to print at the start while there is no admin but the demo's; null once there is one. */
export async function adminHint(app: AppContext): Promise<string | null> {
  await createConfiguredAdmin(app);
  const admins = await countOwnAdmins(app.db.kysely);
  return admins > 0 ? null : `There is no sign-in of your own yet. Make one: ${COMMAND}`;
}

/** Creates the admin of ADMIN_EMAIL and ADMIN_PASSWORD unless they exist: a password that they changed stays. */
async function createConfiguredAdmin(app: AppContext): Promise<void> {
  const { adminEmail, adminPassword } = app.config;
  if (!adminEmail || !adminPassword) return;
  const known = await getUserByEmail(app.db.kysely, adminEmail);
  // A start gives nobody a part back that an owner has taken.
  if (known?.role === "admin" || known?.staff) return;
  try {
    const outcome = await createAdmin(app, { email: adminEmail, password: adminPassword });
    if (outcome.kind === "invalid") app.log.error(`ADMIN_PASSWORD: ${outcome.message}`);
  } catch (err) {
    // Another server starting at the same moment may have created them first: addresses are unique.
    if ((await getUserByEmail(app.db.kysely, adminEmail))?.role !== "admin") throw err;
  }
}

type CreateAdminOutcome =
  | { kind: "added" }
  /** The address already had an account; it now has this password and role. */
  | { kind: "changed" }
  | { kind: "invalid"; message: string };

/** Also makes somebody with a part other than an owner's: `role`, for nobody who is an owner. */
export async function createAdmin(
  app: AppContext,
  { email, password, name, role = "admin" }: { email: string; password: string; name?: string; role?: Role },
): Promise<CreateAdminOutcome> {
  const address = email.toLowerCase();
  const username = name ?? address.split("@")[0] ?? address;
  const problem = await checkPassword(app, password, { email: address, username, role: "admin", twoFactor: false });
  if (problem) return { kind: "invalid", message: problem };
  const hash = await hashPassword(app, password);
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    const user = await getUserByEmail(tx, address);
    if (user) {
      await updateUser(tx, { id: user.id, role, now });
      await deleteDisabling(tx, user.id);
      await setPasswordWithin(tx, { user, hash, now, by: "system" });
      if (user.role !== role) await noteRole(tx, { now, by: "system", id: user.id, role });
      return { kind: "changed" as const };
    }
    const id = newId();
    await insertUser(tx, { id, email: address, name: username, role, emailVerified: true, now });
    await writePassword(tx, { userId: id, hash, now });
    // What else they are here for is written down with their role.
    if (role === "admin") await noteRole(tx, { now, by: "system", id, role });
    return { kind: "added" as const };
  });
}

/** Twenty letters and digits that can't be mistaken for each other: about 97 bits. */
export function newPassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const letters = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return letters.replace(/(.{5})(?=.)/g, "$1-");
}

export async function insertUser(
  tx: Tx,
  { now, ...user }: { id: string; email: string; name: string; role: Role; emailVerified: boolean; now: number },
): Promise<void> {
  const at = new Date(now);
  await tx
    .insertInto("users")
    .values({
      ...user,
      search: foldedLines(user.name, user.email),
      image: null,
      twoFactorEnabled: false,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** How many admins there are besides the demo's invented owner. */
export async function countOwnAdmins(db: Queries): Promise<number> {
  const row = await db
    .selectFrom("users")
    .select((count) => count.fn.countAll<number>().as("admins"))
    .where("role", "=", "admin")
    .where("id", "not in", (disabled) => disabled.selectFrom("disabled_users").select("user_id"))
    .where("id", "not in", (demo) => demo.selectFrom("demo_marks").select("id").where("kind", "=", "user"))
    .executeTakeFirstOrThrow();
  return Number(row.admins);
}

/** The addresses of the practice's admins who have neither a code app nor a passkey. */
export async function listUnprotectedAdmins(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("email")
    .where("role", "=", "admin")
    .where((user) => user.or([user("twoFactorEnabled", "is", null), user("twoFactorEnabled", "=", false)]))
    .where("id", "not in", (passkeys) => passkeys.selectFrom("passkeys").select("userId"))
    .where("id", "not in", (disabled) => disabled.selectFrom("disabled_users").select("user_id"))
    .where("id", "not in", (demo) => demo.selectFrom("demo_marks").select("id").where("kind", "=", "user"))
    .orderBy("email")
    .execute();
  return rows.map(({ email }) => email);
}
