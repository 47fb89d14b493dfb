import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import { twoFactor } from "better-auth/plugins";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** How long a mailed reset link works (specification of accounts: one hour, one use). */
export const RESET_SECONDS = HOUR_SECONDS;
export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 128;
/** The header that our own server sets from the socket. A visitor's own is taken off before anything reads it. */
export const ADDRESS_HEADER = "x-client-address";

export type Auth = ReturnType<typeof createAuth>;

const instances = new WeakMap<World, Auth>();

/** The practice's better-auth, one for each world. It works on the same Kysely as everything else. */
export function authOf(world: World): Auth {
  const known = instances.get(world);
  if (known) return known;
  const auth = createAuth(world);
  instances.set(world, auth);
  return auth;
}

function createAuth(world: World) {
  const { db, config, secret, log } = world;
  const secure = config.publicUrl.startsWith("https:");
  return betterAuth({
    appName: "Limber Yard",
    baseURL: config.publicUrl,
    basePath: "/api/auth",
    secret,
    telemetry: { enabled: false },
    // One shared Kysely: with a connection of its own, a sign-up fails while one of our transactions is open.
    database: { db: db.kysely, type: db.engine, transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
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
      updateAge: DAY_SECONDS,
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
      }),
      twoFactor({ issuer: "Limber Yard", twoFactorTable: "two_factors" }),
    ],
    rateLimit: { enabled: config.rateLimits, storage: "database", modelName: "auth_rate_limits", window: 60, max: 60 },
    advanced: {
      cookiePrefix: "ly",
      useSecureCookies: secure,
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", secure, path: "/" },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
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
