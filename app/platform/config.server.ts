import { isIP } from "node:net";
import { z } from "zod";

// An empty variable counts as not set, as in many `.env` files.
const empty = (value: unknown) => (value === "" ? undefined : value);
const onOff = (standard: boolean) =>
  z.preprocess(
    empty,
    z
      .enum(["on", "off"], "must be `on` or `off`")
      .default(standard ? "on" : "off")
      .transform((value) => value === "on"),
  );
const oneOf = <const T extends readonly string[]>(values: T, standard: T[number]) =>
  z.preprocess(empty, z.enum(values, `must be one of ${values.join(", ")}`).default(standard as never));
const text = (standard: string) => z.preprocess(empty, z.string().default(standard));
const secret = (least: number) =>
  z.preprocess(empty, z.string().min(least, `must have at least ${least} characters`).optional());
const email = z.preprocess(empty, z.email("must be an email address, like name@example.com").optional());

// A path would be dropped without a word: the site answers at the root of its address.
const ORIGIN_ONLY = [isOrigin, "must be an address without a path, like https://limber.example"] as const;

/** What is of no use by itself: the one needs the other. */
const NEEDS = [
  ["ADMIN_EMAIL", "ADMIN_PASSWORD"],
  ["ADMIN_PASSWORD", "ADMIN_EMAIL"],
  ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  ["GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID"],
  ["DATABASE_READ_URL", "DATABASE_URL"],
  ["BACKUP_KEEP", "BACKUP_DIR"],
] as const;

/** The providers themselves. Whatever else is asked in its place moves no money. */
export const STRIPE_API = "https://api.stripe.com";
export const SUMUP_API = "https://api.sumup.com";

/** Google's calendars themselves, whose sign-in has hosts of its own. */
export const GOOGLE_CALENDAR = "https://www.googleapis.com";

/** Microsoft Graph, whose sign-in has a host of its own. */
export const MICROSOFT_CALENDAR = "https://graph.microsoft.com";

const environment = z.object({
  NODE_ENV: oneOf(["production", "development", "test"], "development"),
  PORT: wholeNumber(0, 65_535, 3000),
  HOST: text("127.0.0.1"),
  PUBLIC_URL: address(/^https?$/, "http:// or https://").refine(...ORIGIN_ONLY),
  DATA_DIR: text("./data"),
  DATABASE_URL: address(/^postgres(ql)?$/, "postgres:// or postgresql://"),
  DATABASE_READ_URL: address(/^postgres(ql)?$/, "postgres:// or postgresql://"),
  SMTP_URL: address(/^smtps?$/, "smtp:// or smtps://"),
  SMTP_PORTS: ports("25,465,587,2525"),
  IMAP_PORTS: ports("143,993"),
  MAIL_FROM: email,
  MAIL_NAME: z.preprocess(empty, z.string().max(100, "must have at most 100 characters").optional()),
  MAIL_REPLY_TO: email,
  SEALING_KEY: secret(32),
  AUTH_SECRET: secret(32),
  ADMIN_EMAIL: email,
  ADMIN_PASSWORD: secret(15),
  GOOGLE_CLIENT_ID: z.preprocess(empty, z.string().optional()),
  GOOGLE_CLIENT_SECRET: z.preprocess(empty, z.string().optional()),
  DEMO: oneOf(["on", "catalogue", "off"], "on"),
  TRUST_PROXY: wholeNumber(0, 10, 0),
  BACKUP_DIR: z.preprocess(empty, z.string().optional()),
  BACKUP_KEEP: wholeNumber(1, 3650, 14),
  METRICS_TOKEN: secret(16),
  DRAIN_SECONDS: wholeNumber(0, 60, 0),
  OUTBOUND_PRIVATE: origins(),
  DNS_SERVERS: dnsServers(),
  CALENDLY_URL: origin("https://calendly.com"),
  CALENDLY_API_URL: origin("https://api.calendly.com"),
  CLINIKO_API_URL: address(/^https?$/, "http:// or https://"),
  STRIPE_API_URL: origin(STRIPE_API),
  SUMUP_API_URL: origin(SUMUP_API),
  EMAILJS_URL: origin("https://api.emailjs.com"),
  GOOGLE_CALENDAR_URL: origin(GOOGLE_CALENDAR),
  MICROSOFT_CALENDAR_URL: origin(MICROSOFT_CALENDAR),
  MICROSOFT_MAIL_SERVER: z.preprocess(
    empty,
    z
      .string()
      .regex(/^[\w.-]+:\d+$/, "must be host:port")
      .optional(),
  ),
  YOUTUBE_URL: origin("https://www.youtube.com"),
  VIMEO_URL: origin("https://vimeo.com"),
  RATE_LIMITS: onOff(true),
  RELEASE_FEED: address(/^https?$/, "http:// or https://"),
  JOBS: onOff(true),
  READ_ONLY: onOff(false),
  SERVER_TASKS: onOff(false),
  LOG_LEVEL: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"], "info"),
});

function wholeNumber(least: number, most: number, standard: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.preprocess(
    empty,
    z.coerce.number({ error }).int(error).min(least, error).max(most, error).default(standard),
  );
}

function ports(standard: string) {
  const error = "must be port numbers with commas between, like 25,587";
  return z.preprocess(
    empty,
    z
      .string()
      .default(standard)
      .transform((text) => text.split(",").map(Number))
      .refine((all) => all.every((port) => Number.isInteger(port) && port > 0 && port <= 65_535), error),
  );
}

function dnsServers() {
  return z.preprocess(
    empty,
    z
      .string()
      .default("")
      .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
      .refine(
        (all) => all.every(isServer),
        "must be addresses of name servers with commas between, like 127.0.0.1:8053",
      ),
  );
}

function isServer(typed: string): boolean {
  const [, bracketed, plain = typed] = /^\[(.+)\](?::\d{1,5})?$|^([\d.]+)(?::\d{1,5})?$/.exec(typed) ?? [];
  return isIP(bracketed ?? plain) !== 0;
}

function origin(standard: string) {
  return z.preprocess(
    empty,
    z
      .url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" })
      .refine(...ORIGIN_ONLY)
      .default(standard)
      .transform((typed) => new URL(typed).origin),
  );
}

function origins() {
  const error = "must be addresses with commas between, like http://192.168.1.5:5232";
  const isAddress = (typed: string) => URL.canParse(typed) && /^(https?|sftp|imap):$/.test(new URL(typed).protocol);
  return z.preprocess(
    empty,
    z
      .string()
      .default("")
      .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
      .refine((all) => all.every(isAddress), error)
      .refine((all) => all.every(isOrigin), ORIGIN_ONLY[1])
      .transform((all) => all.map((typed) => originOf(new URL(typed)))),
  );
}

/** `sftp://host:port` and `imap://host:port` too, which to `URL` have no origin. */
export function originOf({ protocol, host, origin: known }: URL): string {
  return protocol === "sftp:" || protocol === "imap:" ? `${protocol}//${host}` : known;
}

function address(protocol: RegExp, beginnings: string) {
  return z.preprocess(
    empty,
    z.url({ protocol, error: `must be an address that begins with ${beginnings}` }).optional(),
  );
}

function isOrigin(typed: string | undefined): boolean {
  // Another check tells of what is no address at all.
  if (typed === undefined || !URL.canParse(typed)) return true;
  const { pathname, search, hash, username, password } = new URL(typed);
  return (pathname === "/" || pathname === "") && [search, hash, username, password].every((part) => part === "");
}

/** `publicUrlGiven`: the environment says where the site is, or its port; else `publicUrl` is the default. */
export type Config = ReturnType<typeof asConfig> & { publicUrlGiven: boolean };

/** Reads the environment once. Prints one line for each bad value and exits with 1. */
export function readConfig(env = process.env): Config {
  const outcome = parseConfig(env);
  if (outcome.kind === "valid") return outcome.config;
  for (const line of outcome.problems) console.error(`Configuration: ${line}`);
  process.exit(1);
}

/** The same rules as a value: for tests, and for tools with messages of their own. */
export function parseConfig(
  env: Record<string, string | undefined>,
): { kind: "valid"; config: Config } | { kind: "invalid"; problems: string[] } {
  const result = environment.safeParse(env);
  const halves = NEEDS.flatMap(([name, other]) => (env[name] && !env[other] ? `${name} needs ${other}, too` : []));
  if (result.success && halves.length === 0) {
    const publicUrlGiven = Boolean(env.PUBLIC_URL) || (result.data.PORT !== 0 && Boolean(env.PORT));
    return { kind: "valid", config: { ...asConfig(result.data), publicUrlGiven } };
  }
  // Never print the value itself: it may be a secret.
  const problems = result.error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) ?? [];
  return { kind: "invalid", problems: [...new Set([...problems, ...halves])] };
}

function asConfig(env: z.output<typeof environment>) {
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl: new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    smtpPorts: env.SMTP_PORTS,
    imapPorts: env.IMAP_PORTS,
    mailFrom: env.MAIL_FROM ?? null,
    mailName: env.MAIL_NAME ?? null,
    mailReplyTo: env.MAIL_REPLY_TO ?? null,
    sealingKey: env.SEALING_KEY ?? null,
    authSecret: env.AUTH_SECRET ?? null,
    adminEmail: env.ADMIN_EMAIL ?? null,
    adminPassword: env.ADMIN_PASSWORD ?? null,
    google: googleOf(env),
    demo: env.DEMO !== "off",
    demoLife: env.DEMO === "on",
    trustProxy: env.TRUST_PROXY,
    backupDir: env.BACKUP_DIR ?? null,
    backupKeep: env.BACKUP_KEEP,
    drainMs: env.DRAIN_SECONDS * 1000,
    metricsToken: env.METRICS_TOKEN ?? null,
    outboundPrivate: env.OUTBOUND_PRIVATE,
    dnsServers: env.DNS_SERVERS,
    calendlyUrl: env.CALENDLY_URL,
    calendlyApiUrl: env.CALENDLY_API_URL,
    /** Null: Cliniko's own address, which the key names. */
    clinikoApiUrl: env.CLINIKO_API_URL ? new URL(env.CLINIKO_API_URL).origin : null,
    stripeApiUrl: env.STRIPE_API_URL,
    sumupApiUrl: env.SUMUP_API_URL,
    emailjsUrl: env.EMAILJS_URL,
    googleCalendarUrl: env.GOOGLE_CALENDAR_URL,
    microsoftCalendarUrl: env.MICROSOFT_CALENDAR_URL,
    microsoftMailServer: env.MICROSOFT_MAIL_SERVER ?? null,
    youtubeUrl: env.YOUTUBE_URL,
    vimeoUrl: env.VIMEO_URL,
    rateLimits: env.RATE_LIMITS,
    releaseFeed: env.RELEASE_FEED ?? null,
    jobs: env.JOBS && !env.READ_ONLY,
    readOnly: env.READ_ONLY,
    serverTasks: env.SERVER_TASKS,
    logLevel: env.LOG_LEVEL,
  };
}

function googleOf(env: z.output<typeof environment>) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}
