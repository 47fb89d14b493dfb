import { authOf, refusalCodeOf } from "#app/accounts/better-auth.gateway.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import { writePassword } from "#app/accounts/passwords/passwords.db.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import { finishSignUp } from "#app/accounts/sign-in/sign-in.server.ts";
import type { User } from "#app/accounts/user.ts";
import { deleteUser, getUserByEmail, updateUser } from "#app/accounts/users.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newSecret } from "#app/platform/ids.server.ts";

type NewAccount = {
  email: string;
  username: string;
  /** As typed, or the hash of one that was checked before. */
  password: string | { hash: string };
  phone: string | null;
  /** Uses up what proves the address; false if somebody else has. */
  proveWithin: (tx: Tx) => Promise<boolean>;
};

type OpenOutcome =
  | { kind: "opened"; user: User; cookies: string[] }
  | { kind: "invalid"; message: string }
  /** The address has an account, or the proof was used a moment ago. */
  | { kind: "conflict" };

/** Opens an account whose address is proved already, with its telephone number, and signs its owner in. */
export async function openProvenAccount(app: AppContext, caller: Caller, input: NewAccount): Promise<OpenOutcome> {
  const { email, username, password, phone, proveWithin } = input;
  const hash = typeof password === "string" ? null : password.hash;
  const typed = typeof password === "string" ? password : newSecret();
  const owner = { email, username, role: "user", twoFactor: false } as const;
  const problem = hash ? null : await checkPassword(app, typed, owner);
  if (problem) return { kind: "invalid", message: problem };
  const made = await makeUser(app, caller, { email, username, password: typed });
  if (!made) return { kind: "conflict" };
  const { id } = made;
  const now = app.clock.now();
  const isProved = await app.db.kysely.transaction().execute(async (tx) => {
    if (!(await proveWithin(tx))) {
      await deleteUser(tx, id);
      return false;
    }
    if (hash) await writePassword(tx, { userId: id, hash, now });
    await updateUser(tx, { id, emailVerified: true, phone, now });
    await writeAudit(tx, { at: now, actor: `client:${id}`, action: "account.open", subject: { kind: "user", id } });
    return true;
  });
  if (!isProved) return { kind: "conflict" };
  const finished = await finishSignUp(app, caller.headers, { userId: id, cookies: made.cookies });
  return finished.kind === "signed-in" ? { ...finished, kind: "opened" } : { kind: "conflict" };
}

async function makeUser(
  app: AppContext,
  { headers: callerHeaders }: Caller,
  { email, username, password }: Pick<NewAccount, "email" | "username"> & { password: string },
): Promise<{ id: string; cookies: string[] } | null> {
  if (await getUserByEmail(app.db.kysely, email)) return null;
  try {
    const request = { body: { email, password, name: username }, headers: callerHeaders, returnHeaders: true } as const;
    const { response, headers } = await authOf(app).api.signUpEmail(request);
    return { id: response.user.id, cookies: headers.getSetCookie() };
  } catch (error) {
    app.log.warn({ code: refusalCodeOf(error) }, "account refused");
    return null;
  }
}
