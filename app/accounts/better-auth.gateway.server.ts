import { createHmac } from "node:crypto";
import { availableParallelism } from "node:os";
import { passkey } from "@better-auth/passkey";
import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { APIError, createAuthEndpoint, getOAuthState, isAPIError } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { hashPassword as hash, symmetricDecrypt, symmetricEncrypt, verifyPassword as verify } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins";
import { z } from "zod";
import { hashTheirs, isMixed } from "#app/accounts/passwords/imported-hash.server.ts";
import { comparePassword, type Hashings } from "#app/accounts/passwords/imported-password.ts";
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "#app/accounts/passwords/password.ts";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import { CLIENT_ADDRESS_HEADER } from "#app/platform/http/request-info.server.ts";
import { newId, newSecret } from "#app/platform/ids.server.ts";
import { concurrencyLimit } from "#app/platform/limits.server.ts";
import { foldedLines } from "#app/platform/search-text.ts";
import { plainLine } from "#app/platform/text.ts";

const DAY_SECONDS = 86_400;

type Auth = ReturnType<typeof createAuth>;

// A hash takes 100 ms of a core and 32 MB. A flood of sign-ins queues for a few seconds and leaves half of the cores
// to everybody else.
const hashing = concurrencyLimit(Math.max(1, Math.floor(availableParallelism() / 2)), { mostWaiting: 16 });

const instances = new WeakMap<AppContext, Auth>();

export function authOf(app: AppContext): Auth {
  const lasting = processAppOf(app);
  const known = instances.get(lasting);
  if (known) return known;
  const auth = createAuth(lasting);
  instances.set(lasting, auth);
  return auth;
}

/** The library's error code, such as `INVALID_EMAIL_OR_PASSWORD`. Rethrows anything that is not a refusal. */
export function refusalCodeOf(error: unknown): string {
  if (!isAPIError(error) || error.statusCode >= 500) throw error;
  return error.body?.code ?? error.message;
}

/** The user who was proven, and our address that an external sign-in should return to. */
type Proven = { userId: string; back: string | null };

/**
 * Asks the library to check a first factor, and stops it from opening a session: only finish-sign-in.server.ts knows whether
 * another factor is needed. Throws refusals, as the library does.
 */
export async function provenBy(check: () => Promise<unknown>): Promise<Proven> {
  try {
    await check();
  } catch (error) {
    const proven = isAPIError(error) ? (error.body as { proven?: Proven } | undefined)?.proven : undefined;
    if (proven) return proven;
    throw error;
  }
  throw new Error("The accounts library opened a session by itself");
}

/** Opens a session for somebody who has passed every factor. Only finish-sign-in.server.ts and a change of password call it. */
export async function openSession(app: AppContext, headers: Headers, userId: string): Promise<string[]> {
  const input = { body: { userId }, headers, returnHeaders: true } as const;
  return (await authOf(app).api.openSession(input)).headers.getSetCookie();
}

export async function unsealed(app: AppContext, data: string): Promise<string> {
  return symmetricDecrypt({ key: (await authOf(app).$context).secretConfig, data });
}

export async function sealed(app: AppContext, data: string): Promise<string> {
  return symmetricEncrypt({ key: (await authOf(app).$context).secretConfig, data });
}

/**
 * The same for a new passkey. The library reports a forged attestation as a server error; real faults, such as a lost
 * database, stay faults.
 */
export function passkeyRefusalOf(error: unknown, credential: object): string {
  const isMadeUp = isAPIError(error) && error.statusCode >= 500 && !genuine.has(credential);
  return isMadeUp ? "made-up attestation" : refusalCodeOf(error);
}

const genuine = new WeakSet<object>();

/** Hashes a password with scrypt: about 100 ms of a core. */
export async function hashPassword(app: AppContext, password: string): Promise<string> {
  return (await authOf(app).$context).password.hash(password);
}

/** Compares a password with a hash. As slow as hashing. */
export async function matchesHash(
  app: AppContext,
  { password, hash }: { password: string; hash: string },
): Promise<boolean> {
  return (await authOf(app).$context).password.verify({ password, hash });
}

/** A session cookie that opens nothing, so that signing up with a taken address looks like any other sign-up. */
export async function decoyCookie(app: AppContext): Promise<string> {
  const { name, attributes } = (await authOf(app).$context).authCookies.sessionToken;
  const token = newSecret()
    .replace(/[^A-Za-z0-9]/g, "x")
    .slice(0, 32);
  const signature = createHmac("sha256", app.secret).update(token).digest("base64");
  const secure = attributes.secure ? "; Secure" : "";
  const value = encodeURIComponent(`${token}.${signature}`);
  return `${name}=${value}; Max-Age=${attributes.maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

// A passkey counts as two factors only when its owner has unlocked it with a face, a finger or a PIN.
async function refuseUnlessUnlocked({ verification }: { verification: PasskeyVerification }): Promise<void> {
  if (!verification.authenticationInfo.userVerified) throw new APIError("UNAUTHORIZED", { message: "not unlocked" });
}
async function noteGenuine({ clientData }: { clientData: object }): Promise<void> {
  genuine.add(clientData);
}
type PasskeyVerification = { authenticationInfo: { userVerified: boolean } };

const sessions = {
  id: "sessions",
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: "POST", body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        const session = user && (await internalAdapter.createSession(user.id));
        if (!user || !session) throw new APIError("UNAUTHORIZED", { message: "no such account" });
        await setSessionCookie(ctx, { session, user });
        return {};
      },
    ),
  },
} satisfies BetterAuthPlugin;

// Where the library may open a session itself: replacing an open one, and for a new account. `virtual:` marks an
// endpoint without an address, here `openSession`.
const SESSION_FOLLOWS = ["virtual:", "/two-factor/disable", "/sign-up/email"];

/** No session before every factor: what the library takes for a sign-in is only a proof. */
async function onlyAfterEveryFactor({ userId }: { userId: string }, endpoint: { path?: string } | null): Promise<void> {
  const path = endpoint?.path;
  if (path === undefined || SESSION_FOLLOWS.includes(path)) return;
  const back = path.startsWith("/callback/") ? ((await getOAuthState())?.callbackURL ?? null) : null;
  throw new APIError("UNAUTHORIZED", { message: "a proof, not a session", proven: { userId, back } });
}

function hashingsOf(app: AppContext): Hashings {
  return {
    theirs: (password, imported) => hashTheirs(app, password, imported),
    ours: async (password, cell) => (cell === null ? !(await hash(password)) : verify({ password, hash: cell })),
  };
}

// For an unknown address the library hashes instead of comparing: that takes as long.
async function hashedAsLong(app: AppContext, password: string): Promise<string> {
  if (isMixed(app)) await hashTheirs(app, password, null);
  return hash(password);
}

function googleProvider(keys: { clientId: string; clientSecret: string }, publicUrl: string) {
  return { ...keys, prompt: "select_account" as const, redirectURI: `${publicUrl}/login/google/callback` };
}

function createAuth(app: AppContext) {
  const { db, config, secret, log } = app;
  const secure = config.publicUrl.startsWith("https:");
  return betterAuth({
    appName: "Limber Yard",
    baseURL: config.publicUrl,
    basePath: "/api/auth",
    secret,
    telemetry: { enabled: false },
    // One shared Kysely: with its own connection, a sign-up would fail while one of our transactions is open.
    database: { db: db.kysely, type: db.engine, transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: {
        hash: (password) => hashing(() => hashedAsLong(app, password)),
        verify: ({ password, hash: cell }) =>
          hashing(() => comparePassword(hashingsOf(app), { password, cell, isMixed: isMixed(app) })),
      },
    },
    ...(config.google ? { socialProviders: { google: googleProvider(config.google, config.publicUrl) } } : {}),
    user: {
      modelName: "users",
      // Without `input: false`, a sign-up could make itself an admin.
      additionalFields: {
        role: { type: "string", required: true, defaultValue: "user", input: false },
        search: { type: "string", required: false, input: false, returned: false },
      },
    },
    session: {
      modelName: "sessions",
      additionalFields: {
        confirmedAt: { type: "number", required: false, input: false, returned: true, fieldName: "confirmed_at" },
      },
      expiresIn: 30 * DAY_SECONDS,
      // sign-in-sessions decides how often use is recorded; the library must not wait longer.
      updateAge: 900,
      // A cached session would outlive its deletion, or a role that was taken away.
      cookieCache: { enabled: false },
    },
    account: { modelName: "sign_ins", encryptOAuthTokens: true },
    verification: { modelName: "verifications", storeIdentifier: "hashed" },
    databaseHooks: {
      session: { create: { before: onlyAfterEveryFactor } },
      user: {
        create: {
          before: async (user) => {
            // Google's names are typed by anyone.
            const name = plainLine(user.name, 100);
            return { data: { ...user, name, search: foldedLines(name, user.email) } };
          },
        },
      },
    },
    plugins: [
      sessions,
      passkey({
        rpName: "Limber Yard",
        rpID: new URL(config.publicUrl).hostname,
        origin: config.publicUrl,
        schema: { passkey: { modelName: "passkeys" } },
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        authentication: { afterVerification: refuseUnlessUnlocked },
        registration: { afterVerification: noteGenuine },
      }),
      twoFactor({ issuer: "Limber Yard", twoFactorTable: "two_factors" }),
    ],
    rateLimit: { enabled: config.rateLimits, storage: "database", modelName: "auth_rate_limits", window: 60, max: 60 },
    advanced: {
      cookiePrefix: "ly",
      useSecureCookies: secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", secure, path: "/" },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      trustedProxyHeaders: false,
      database: { generateId: () => newId(), validateSchema: false },
    },
    logger: {
      level: "error",
      // The library's messages name people: addresses must never reach the log.
      log: (_level, message) => log.error({ says: message.replace(/\S+@\S+/g, "[address]") }, "accounts library"),
    },
  });
}
