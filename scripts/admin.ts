import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { resetAccess } from "#app/accounts/users/change-user.server.ts";
import { newPassword } from "#app/accounts/users/create-admin.server.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { getSiteAddress } from "#app/platform/data-folder.server.ts";
import { suspend } from "#app/team/change-staff.server.ts";
import { createStaff } from "#app/team/create-staff.server.ts";
import { inviteOwner } from "#app/team/invite-person.server.ts";
import { rolesInWords } from "#app/team/role-names.ts";
import { listStaff, staffOf } from "#app/team/staff.db.server.ts";
import { type AdminCommand, adminCommand, ON_TEAM_CODE } from "#scripts/admin-command.ts";
import { openApp } from "#scripts/open-app.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run admin -- create|invite|list|suspend|reset: who works here, from the server itself.
const command = adminCommand(process.argv.slice(2));
if (command.kind === "help") {
  console.log(command.message);
  process.exit(0);
}
if (command.kind === "invalid") end(command.message);
const config = readConfig();
const quiet = { ...config, logLevel: config.logLevel === "info" ? ("warn" as const) : config.logLevel };
const app = await orExplain(() => openApp(quiet), config);
const problem = await run(app, command);
await app.db.close();
if (problem) end(problem);

function end(message: string): never {
  console.error(message);
  process.exit(process.exitCode ?? 1);
}

/** Returns what is wrong, or null. */
async function run(app: AppContext, command: Exclude<AdminCommand, { message: string }>): Promise<string | null> {
  switch (command.kind) {
    case "create":
      return create(app, command);
    case "list":
      return list(app);
    case "invite":
      return invite(app, command.email);
    case "suspend":
      return suspendOne(app, command.email);
    case "reset":
      return reset(app, command.email);
  }
}

type Create = Extract<AdminCommand, { kind: "create" }>;

async function create(app: AppContext, { email, roles, therapist }: Create): Promise<string | null> {
  const found = (await listTherapists(app.db.kysely)).find(({ slug }) => slug === therapist);
  if (therapist && !found) return `There is no therapist ${therapist}`;
  const { password, typed } = await choosePassword();
  const outcome = await createStaff(app, { email, password, roles, therapistId: found?.id ?? null });
  if (outcome.kind === "invalid") return outcome.message;
  const what = roles.join() === "owner" ? "an admin" : `here as ${rolesInWords(roles).toLowerCase()}`;
  console.log(
    outcome.kind === "added" ? `${email} is ${what} now.` : `${email} already had an account and is now ${what}.`,
  );
  tellPassword(password, typed);
  return null;
}

async function list(app: AppContext): Promise<null> {
  for (const { user, staff } of await listStaff(app.db.kysely)) {
    const notes = [
      staff.state === "suspended" && "suspended",
      user.disabled && "disabled",
      staff.waiting.length > 0 && "waits for a second factor",
      !user.twoFactor && staff.waiting.length === 0 && "no second factor",
    ].filter(Boolean);
    console.log([user.email, rolesInWords(staff.roles).toLowerCase(), ...notes].join(", "));
  }
  return null;
}

async function invite(app: AppContext, email: string): Promise<string | null> {
  const outcome = await inviteOwner(app, email);
  if (outcome.kind === "on-team") process.exitCode = ON_TEAM_CODE;
  if (outcome.kind !== "added") return outcome.message;
  console.log(`${outcome.link}\nThis link makes ${email} an owner. It works once, for seven days.`);
  return null;
}

async function suspendOne(app: AppContext, email: string): Promise<string | null> {
  const user = await getUserByEmail(app.db.kysely, email);
  const outcome = user && (await suspend(app, { kind: "system" }, { userId: user.id }));
  if (!outcome || outcome.kind === "not-found") return `${email} does not work here`;
  if (outcome.kind === "refused") return outcome.message;
  console.log(`${email} is suspended. An owner readmits them under Settings, People.`);
  return null;
}

async function reset(app: AppContext, email: string): Promise<string | null> {
  const user = await getUserByEmail(app.db.kysely, email);
  if (!user || !staffOf(user)) return `${email} does not work here`;
  const { password, typed } = await choosePassword();
  const outcome = await resetAccess(app, { user, password });
  if (outcome.kind === "invalid") return outcome.message;
  console.log(`${email} has a new password, no second factor and no passkey, and is signed out everywhere.`);
  tellPassword(password, typed);
  return null;
}

function tellPassword(password: string, typed: boolean): void {
  const login = `${getSiteAddress(config)}/login`;
  const made = `Password: ${password}\nYou won't see it again. Sign in at ${login} and change it in your account.`;
  console.log(typed ? `Sign in at ${login}.` : made);
}

async function choosePassword(): Promise<{ password: string; typed: boolean }> {
  const typed = process.stdin.isTTY ? await askPassword() : "";
  return { password: typed || newPassword(), typed: typed !== "" };
}

/** Reads a password without showing it. Empty: generates one. */
async function askPassword(): Promise<string> {
  process.stdout.write("Password (at least 15 characters, or press Enter to generate one): ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await reader.question("");
  reader.close();
  process.stdout.write("\n");
  return answer;
}
