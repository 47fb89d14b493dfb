import { createHmac } from "node:crypto";
import { onTestFinished } from "vitest";
import { insertUser } from "#app/accounts/admins/store.server.ts";
import { authOf, hashPassword } from "#app/accounts/gateway.server.ts";
import { writePassword } from "#app/accounts/password/store.server.ts";
import type { Role } from "#app/accounts/user.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { openWorld } from "#scripts/open-world.ts";

export type Person = { id: string; email: string; name: string; password: string };
export type SignedIn = Person & {
  /** For a request: `Cookie: ${cookie}`. */
  cookie: string;
  /** For a browser: `page.context().addCookies([{ ...browserCookie, url: site.url }])`. */
  browserCookie: { name: string; value: string };
};

type Wishes = { role?: Role; name?: string; email?: string; verified?: boolean };

export const PASSWORD = "plaster thumb orchard 7";

/** A person with an account, a password and a session of their own. `verified`: their address is theirs for certain. */
export async function signedIn(world: World, wishes: Wishes = {}): Promise<SignedIn> {
  const person = await personIn(world, wishes);
  return { ...person, ...(await newSession(world, person.id)) };
}

// As slow as the site's own, so once for all persons of a test's file.
let hashed: Promise<string> | null = null;

/** A person with an account who is signed in nowhere. */
export async function personIn(
  world: World,
  { role = "user", name = "Pat Example", email, verified = true }: Wishes = {},
): Promise<Person> {
  const id = newId();
  const person = { id, name, email: email ?? `${id}@example.com`, password: PASSWORD };
  hashed ??= hashPassword(world, PASSWORD);
  const hash = await hashed;
  const now = world.clock.now();
  await world.db.kysely.transaction().execute(async (tx) => {
    await insertUser(tx, { id, email: person.email, name, role, emailVerified: verified, now });
    await writePassword(tx, { userId: id, hash, now });
  });
  return person;
}

/** One more session of a person. */
export async function newSession(world: World, userId: string): Promise<Pick<SignedIn, "cookie" | "browserCookie">> {
  const { internalAdapter, authCookies } = await authOf(world).$context;
  const { token } = await internalAdapter.createSession(userId);
  const signature = createHmac("sha256", world.secret).update(token).digest("base64");
  const browserCookie = { name: authCookies.sessionToken.name, value: encodeURIComponent(`${token}.${signature}`) };
  return { cookie: `${browserCookie.name}=${browserCookie.value}`, browserCookie };
}

/** The world of a server that was started by `startServer({ DATA_DIR })`: the same data, beside it. Closed with the test. */
export async function worldBeside(server: { url: string }, dataDir: string): Promise<World> {
  const world = await openBeside(server, dataDir);
  onTestFinished(() => world.db.close());
  return world;
}

/** The same for all tests of a file: close its `db` after the last. */
export function openBeside(server: { url: string }, dataDir: string): Promise<World> {
  return openWorld({ ...readConfig(), dataDir, databaseUrl: null, publicUrl: server.url, logLevel: "silent" });
}
