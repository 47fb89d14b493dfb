import { createHmac } from "node:crypto";
import { availableParallelism } from "node:os";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { APIError, isAPIError } from "better-auth/api";
import { hashPassword as hash, verifyPassword as verify } from "better-auth/crypto";
import { twoFactor } from "better-auth/plugins";
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "#app/accounts/password/password.ts";
import { CLIENT_ADDRESS_HEADER } from "#app/platform/http/client-address.server.ts";
import { newId, newSecret } from "#app/platform/ids.server.ts";
import { turnstile } from "#app/platform/turnstile.ts";
import type { World } from "#app/platform/world.server.ts";

const DAY_SECONDS = 86_400;

export type Auth = ReturnType<typeof createAuth>;

// 100 ms of a core and 32 MB each: a flood of sign-ins waits in line, some seconds at most, and leaves half of the
// cores to everybody else.
const hashing = turnstile(Math.max(1, Math.floor(availableParallelism() / 2)), { mostWaiting: 16 });

const instances = new WeakMap<World, Auth>();

/** The practice's better-auth, one for each world. It works on the same Kysely as everything else. */
export function authOf(world: World): Auth {
  const known = instances.get(world);
  if (known) return known;
  const auth = createAuth(world);
  instances.set(world, auth);
  return auth;
}

/** Why the library refused: its code, such as `INVALID_EMAIL_OR_PASSWORD`. Whatever is not a refusal is thrown on. */
export function refusalCodeOf(error: unknown): string {
  if (!isAPIError(error) || error.statusCode >= 500) throw error;
  return error.body?.code ?? error.message;
}

/** The hash of a password, as signing in compares it: scrypt, some 100 ms of a core. */
export async function hashPassword(world: World, password: string): Promise<string> {
  return (await authOf(world).$context).password.hash(password);
}

/** Whether a password is the one behind this hash. As slow as making one. */
export async function matchesHash(
  world: World,
  { password, hash }: { password: string; hash: string },
): Promise<boolean> {
  return (await authOf(world).$context).password.verify({ password, hash });
}

/** A session cookie like any other that opens nothing: a taken address is answered like a free one. */
export async function decoyCookie(world: World): Promise<string> {
  const { name, attributes } = (await authOf(world).$context).authCookies.sessionToken;
  const token = newSecret()
    .replace(/[^A-Za-z0-9]/g, "x")
    .slice(0, 32);
  const signature = createHmac("sha256", world.secret).update(token).digest("base64");
  const secure = attributes.secure ? "; Secure" : "";
  const value = encodeURIComponent(`${token}.${signature}`);
  return `${name}=${value}; Max-Age=${attributes.maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}

// Its holder has shown a face, a finger or a PIN: only then is a passkey two factors, and no code is asked for.
async function refuseUnlessUnlocked({ verification }: { verification: PasskeyVerification }): Promise<void> {
  if (!verification.authenticationInfo.userVerified) throw new APIError("UNAUTHORIZED", { message: "not unlocked" });
}
type PasskeyVerification = { authenticationInfo: { userVerified: boolean } };

function createAuth(world: World) {
  const { db, config, secret, log } = world;
  const secure = config.publicUrl.startsWith("https:");
  return betterAuth({
    appName: "Limber Yard",
    baseURL: config.publicUrl,
    basePath: "/api/auth",
    secret,
    telemetry: { enabled: false },
    // Where a browser lands that comes back from Google with nothing that can be used.
    onAPIError: { errorURL: `${config.publicUrl}/login/google/end` },
    // One shared Kysely: with a connection of its own, a sign-up fails while one of our transactions is open.
    database: { db: db.kysely, type: db.engine, transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      password: {
        hash: (password) => hashing(() => hash(password)),
        verify: (asked) => hashing(() => verify(asked)),
      },
    },
    ...(config.google ? { socialProviders: { google: { ...config.google, prompt: "select_account" as const } } } : {}),
    user: {
      modelName: "users",
      // `input: false`: without it a sign-up that claims to be an admin is believed.
      additionalFields: { role: { type: "string", required: true, defaultValue: "user", input: false } },
    },
    session: {
      modelName: "sessions",
      expiresIn: 30 * DAY_SECONDS,
      // How often its use is noted is said in session/session.ts; the library must not ask for longer.
      updateAge: 900,
      // A cached session outlives its own deletion and a role taken away.
      cookieCache: { enabled: false },
    },
    account: { modelName: "sign_ins", encryptOAuthTokens: true },
    verification: { modelName: "verifications", storeIdentifier: "hashed" },
    plugins: [
      passkey({
        rpName: "Limber Yard",
        rpID: new URL(config.publicUrl).hostname,
        origin: config.publicUrl,
        schema: { passkey: { modelName: "passkeys" } },
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        authentication: { afterVerification: refuseUnlessUnlocked },
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
      // Its messages name people: addresses never reach the log.
      log: (_level, message) => log.error({ says: message.replace(/\S+@\S+/g, "[address]") }, "accounts library"),
    },
  });
}
