import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseConfig } from "#app/platform/config.server.ts";

test("with nothing set every value has its default", () => {
  const outcome = parseConfig({});
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  expect(outcome.config).toMatchObject({
    mode: "development",
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    dataDir: "./data",
    databaseUrl: null,
    smtpUrl: null,
    smtpPorts: [25, 465, 587, 2525],
    mailFrom: null,
    mailName: null,
    mailReplyTo: null,
    sealingKey: null,
    authSecret: null,
    adminEmail: null,
    adminPassword: null,
    demo: true,
    trustProxy: 0,
    rateLimits: true,
    logLevel: "info",
  });
});

test("a variable set to nothing counts as not set", () => {
  const names = [
    "PORT",
    "HOST",
    "PUBLIC_URL",
    "DATA_DIR",
    "DATABASE_URL",
    "SMTP_URL",
    "AUTH_SECRET",
    "DEMO",
    "LOG_LEVEL",
  ];
  expect(parseConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(parseConfig({}));
});

test("the address that links carry is PUBLIC_URL, else this machine's with the port", () => {
  const urlOf = (env: Record<string, string>) => {
    const outcome = parseConfig(env);
    return outcome.kind === "valid" ? outcome.config.publicUrl : outcome.problems;
  };
  expect(urlOf({ PORT: "8080" })).toBe("http://localhost:8080");
  expect(urlOf({ PORT: "8080", PUBLIC_URL: "https://limber.example/" })).toBe("https://limber.example");
});

test.each([
  [{ PORT: "abc" }, "PORT must be a whole number from 0 to 65535"],
  [{ PORT: "70000.5" }, "PORT must be a whole number from 0 to 65535"],
  [{ TRUST_PROXY: "-1" }, "TRUST_PROXY must be a whole number from 0 to 10"],
  [{ PUBLIC_URL: "ftp://limber.example" }, "PUBLIC_URL must be an address that begins with http:// or https://"],
  [{ PUBLIC_URL: "limber.example" }, "PUBLIC_URL must be an address that begins with http:// or https://"],
  [
    { DATABASE_URL: "mysql://u:p@h/d" },
    "DATABASE_URL must be an address that begins with postgres:// or postgresql://",
  ],
  [{ SMTP_URL: "mail.example" }, "SMTP_URL must be an address that begins with smtp:// or smtps://"],
  [{ AUTH_SECRET: "short" }, "AUTH_SECRET must have at least 32 characters"],
  [
    { ADMIN_EMAIL: "owner", ADMIN_PASSWORD: "fifteen letters." },
    "ADMIN_EMAIL must be an email address, like name@example.com",
  ],
  [
    { PUBLIC_URL: "https://limber.example/site" },
    "PUBLIC_URL must be an address without a path, like https://limber.example",
  ],
  [
    { PUBLIC_URL: "https://limber.example?a" },
    "PUBLIC_URL must be an address without a path, like https://limber.example",
  ],
  [
    { PUBLIC_URL: "https://me:pw@limber.example" },
    "PUBLIC_URL must be an address without a path, like https://limber.example",
  ],
  [
    { CALENDLY_URL: "https://calendly.com/me" },
    "CALENDLY_URL must be an address without a path, like https://limber.example",
  ],
  [
    { OUTBOUND_PRIVATE: "http://a.example,http://b.example/dav" },
    "OUTBOUND_PRIVATE must be an address without a path, like https://limber.example",
  ],
  [{ ADMIN_EMAIL: "owner@limber.example" }, "ADMIN_EMAIL needs ADMIN_PASSWORD, too"],
  [{ ADMIN_PASSWORD: "fifteen letters." }, "ADMIN_PASSWORD needs ADMIN_EMAIL, too"],
  [{ GOOGLE_CLIENT_ID: "a-client" }, "GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET, too"],
  [{ GOOGLE_CLIENT_SECRET: "a-secret" }, "GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID, too"],
  [{ DATABASE_READ_URL: "postgres://h/d" }, "DATABASE_READ_URL needs DATABASE_URL, too"],
  [{ BACKUP_KEEP: "3" }, "BACKUP_KEEP needs BACKUP_DIR, too"],
  [{ DEMO: "yes" }, "DEMO must be one of on, catalogue, off"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent"],
])("%j is told in one sentence", (env, sentence) => {
  expect(parseConfig(env)).toEqual({ kind: "invalid", problems: [sentence] });
});

test("every bad value is told at once, and none of them is shown", () => {
  const outcome = parseConfig({ PORT: "x", AUTH_SECRET: "hunter2", SMTP_URL: "hunter2" });
  if (outcome.kind === "valid") throw new Error("It passed");
  expect(outcome.problems).toHaveLength(3);
  expect(outcome.problems.join()).not.toContain("hunter2");
});

test("the guide to operations names each variable", () => {
  const [, schema = ""] = read("app/platform/config.server.ts").split("const environment = z.object({");
  const names = [...(schema.split("});")[0]?.matchAll(/^ {2}([A-Z_]+):/gm) ?? [])].map(([, name]) => name);
  expect(names).toContain("DATABASE_URL");
  const guide = read("docs/operations.md");
  expect(names.filter((name) => name !== "NODE_ENV" && !guide.includes(`\`${name}\``))).toEqual([]);
});

const read = (path: string) => readFileSync(path, "utf8");
