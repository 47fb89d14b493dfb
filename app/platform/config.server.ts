import { z } from "zod";

const onOff = z.enum(["on", "off"]).transform((value) => value === "on");
const empty = (value: unknown) => (value === "" ? undefined : value);

const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"]).default("development"),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  PUBLIC_URL: z.preprocess(empty, z.url({ protocol: /^https?$/ }).optional()),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.preprocess(empty, z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  SMTP_URL: z.preprocess(empty, z.url({ protocol: /^smtps?$/ }).optional()),
  MAIL_FROM: z.preprocess(empty, z.email().optional()),
  AUTH_SECRET: z.preprocess(empty, z.string().min(32).optional()),
  ADMIN_EMAIL: z.preprocess(empty, z.email().optional()),
  ADMIN_PASSWORD: z.preprocess(empty, z.string().min(15).optional()),
  GOOGLE_CLIENT_ID: z.preprocess(empty, z.string().optional()),
  GOOGLE_CLIENT_SECRET: z.preprocess(empty, z.string().optional()),
  DEMO: onOff.default(true),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  BACKUP_DIR: z.preprocess(empty, z.string().optional()),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(3650).default(14),
  METRICS_TOKEN: z.preprocess(empty, z.string().min(16).optional()),
  RATE_LIMITS: onOff.default(true),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

export type Config = ReturnType<typeof asConfig>;

/** Reads the environment once. A bad value is told in one line each and ends the process with 1. */
export function readConfig(): Config {
  const outcome = parseConfig(process.env);
  if (outcome.kind === "valid") return outcome.config;
  for (const line of outcome.problems) console.error(`Configuration: ${line}`);
  process.exit(1);
}

/** The same rules as a value: for tests, and for tools that want to say it in their own way. */
export function parseConfig(
  env: Record<string, string | undefined>,
): { kind: "valid"; config: Config } | { kind: "invalid"; problems: string[] } {
  const result = environment.safeParse(env);
  if (result.success) return { kind: "valid", config: asConfig(result.data) };
  // The value itself is never printed: it may be a secret.
  const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  return { kind: "invalid", problems };
}

function asConfig(env: z.output<typeof environment>) {
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    authSecret: env.AUTH_SECRET ?? null,
    adminEmail: env.ADMIN_EMAIL ?? null,
    adminPassword: env.ADMIN_PASSWORD ?? null,
    google: googleOf(env),
    demo: env.DEMO,
    trustProxy: env.TRUST_PROXY,
    backupDir: env.BACKUP_DIR ?? null,
    backupKeep: env.BACKUP_KEEP,
    metricsToken: env.METRICS_TOKEN ?? null,
    rateLimits: env.RATE_LIMITS,
    logLevel: env.LOG_LEVEL,
  };
}

/** Signing in with Google is offered when both halves are set. */
function googleOf(env: z.output<typeof environment>) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}
