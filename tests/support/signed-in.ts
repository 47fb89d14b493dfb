import { createHmac } from "node:crypto";
import { onTestFinished } from "vitest";
import { authOf, hashPassword } from "#app/accounts/better-auth.gateway.server.ts";
import { writePassword } from "#app/accounts/passwords/passwords.db.server.ts";
import type { Role } from "#app/accounts/user.ts";
import { insertUser } from "#app/accounts/users/create-admin.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openApp } from "#scripts/open-app.ts";

export type Person = { id: string; email: string; name: string; password: string };
export type SignedIn = Person & {
  /** For a request: `Cookie: ${cookie}`. */
  cookie: string;
  /** For a browser: `page.context().addCookies([{ ...browserCookie, url: site.url }])`. */
  browserCookie: { name: string; value: string };
};

type Options = { role?: Role; name?: string; email?: string; verified?: boolean };

// The library's session lifetime.
const LASTS = 30 * 86_400_000;

export const PASSWORD = "plaster thumb orchard 7";

/** A user with a password and a session. `verified`: their address is proven. */
export async function signedIn(app: AppContext, inputs: Options = {}): Promise<SignedIn> {
  const person = await personIn(app, inputs);
  return { ...person, ...(await newSession(app, person.id)) };
}

// As slow as on the site, so hashed once for all users of a file.
let hashed: Promise<string> | null = null;

export async function personIn(
  app: AppContext,
  { role = "user", name = "Pat Example", email, verified = true }: Options = {},
): Promise<Person> {
  const id = newId();
  const person = { id, name, email: email ?? `${id}@example.com`, password: PASSWORD };
  hashed ??= hashPassword(app, PASSWORD);
  const hash = await hashed;
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await insertUser(tx, { id, email: person.email, name, role, emailVerified: verified, now });
    await writePassword(tx, { userId: id, hash, now });
  });
  return person;
}

export async function newSession(app: AppContext, userId: string): Promise<Pick<SignedIn, "cookie" | "browserCookie">> {
  const { internalAdapter, authCookies } = await authOf(app).$context;
  const { token } = await internalAdapter.createSession(userId);
  const signature = createHmac("sha256", app.secret).update(token).digest("base64");
  const browserCookie = { name: authCookies.sessionToken.name, value: encodeURIComponent(`${token}.${signature}`) };
  return { cookie: `${browserCookie.name}=${browserCookie.value}`, browserCookie };
}

/** Backdates a session's last use by this many ms. */
export async function ageSession(app: AppContext, cookie: string, age: number): Promise<void> {
  const token = decodeURIComponent(cookie.slice(cookie.indexOf("=") + 1)).split(".")[0] ?? "";
  const usedAt = systemClock.now() - age;
  const values = { updatedAt: new Date(usedAt), expiresAt: new Date(usedAt + LASTS) };
  await app.db.kysely.updateTable("sessions").set(values).where("token", "=", token).execute();
}

/** Nobody has asked this person who they are for an hour. */
export async function signedInLongAgo(app: AppContext, userId: string): Promise<void> {
  const createdAt = new Date(systemClock.now() - 3_600_000);
  await app.db.kysely
    .updateTable("sessions")
    .set({ createdAt, confirmed_at: null })
    .where("userId", "=", userId)
    .execute();
}

type Beside = { url: string; databaseUrl?: string | null };

/** An app on the data of a server started by `startServer({ DATA_DIR })`. Closed with the test. */
export async function appBeside(server: Beside, dataDir: string): Promise<AppContext> {
  const app = await openBeside(server, dataDir);
  onTestFinished(() => app.db.close());
  return app;
}

/** The same for all tests of a file: close its `db` after the last. */
export function openBeside({ url, databaseUrl = null }: Beside, dataDir: string): Promise<AppContext> {
  return openApp({ ...readConfig(), dataDir, databaseUrl, publicUrl: url, logLevel: "silent" });
}
