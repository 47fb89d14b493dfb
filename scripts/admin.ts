import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { z } from "zod";
import { createAdmin } from "#app/accounts/create-admin.server.ts";
import { newPassword } from "#app/accounts/new-password.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { getSiteAddress } from "#app/platform/site-address.server.ts";
import { openApp } from "#scripts/open-app.ts";

// npm run admin -- create EMAIL: makes a new admin, or makes an existing user one.
const [verb, typed] = process.argv.slice(2);
const email = z.email().safeParse(typed);
if (verb !== "create" || !email.success) {
  console.error("Usage: npm run admin -- create EMAIL");
  process.exit(1);
}
const config = readConfig();
const app = await openApp({ ...config, logLevel: config.logLevel === "info" ? "warn" : config.logLevel });
const asked = process.stdin.isTTY ? await askPassword() : "";
const password = asked || newPassword();
const outcome = await createAdmin(app, { email: email.data, password });
await app.db.close();
if (outcome.kind === "invalid") {
  console.error(outcome.message);
  process.exit(1);
}
console.log(
  outcome.kind === "created" ? `${email.data} is an admin now.` : `${email.data} had an account and is an admin now.`,
);
const login = `${getSiteAddress(config)}/login`;
console.log(
  asked
    ? `Log in at ${login}.`
    : `Password: ${password}\nIt is shown this once. Log in at ${login} and change it under Account.`,
);

/** Reads a password without showing it. Empty: generates one. */
async function askPassword(): Promise<string> {
  process.stdout.write("Password, at least 15 characters (empty: one is made for you): ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const answer = await reader.question("");
  reader.close();
  process.stdout.write("\n");
  return answer;
}
