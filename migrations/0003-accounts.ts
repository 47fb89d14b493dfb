import { type ColumnDataType, type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * People, their sessions and ways of signing in, as better-auth 1.7 expects its tables (docs/decisions/0020).
 * Its column names are its own, hence the camel case; tests/integration/accounts.test.ts compares the two.
 */
export const accounts: Migration = { up: createTables };

async function createTables(db: Kysely<unknown>): Promise<void> {
  // better-auth keeps ISO text in SQLite, in columns that it calls date.
  const instant = db.getExecutor().adapter instanceof SqliteAdapter ? "date" : "timestamptz";
  await createUsers(db, instant);
  await createSignIns(db, instant);
  await createSecondKeys(db, instant);
  // A guest's bookings are found by their address, whatever its case, when they sign up later.
  const byAddress = db.schema.createIndex("appointments_lower_email_idx").on("appointments");
  await byAddress.expression(sql`lower(email)`).execute();
}

async function createUsers(db: Kysely<unknown>, instant: ColumnDataType): Promise<void> {
  await withId(db, "users")
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("emailVerified", "boolean", (c) => c.notNull())
    .addColumn("image", "text")
    .addColumn("createdAt", instant, (c) => c.notNull())
    .addColumn("updatedAt", instant, (c) => c.notNull())
    .addColumn("twoFactorEnabled", "boolean")
    .addColumn("role", "text", (c) => c.notNull())
    .execute();
  await withOwner(withId(db, "sessions"))
    .addColumn("expiresAt", instant, (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull().unique())
    .addColumn("createdAt", instant, (c) => c.notNull())
    .addColumn("updatedAt", instant, (c) => c.notNull())
    .addColumn("ipAddress", "text")
    .addColumn("userAgent", "text")
    .execute();
  await index(db, "sessions", "userId");
}

async function createSignIns(db: Kysely<unknown>, instant: ColumnDataType): Promise<void> {
  await withOwner(withId(db, "sign_ins"))
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("providerId", "text", (c) => c.notNull())
    .addColumn("accessToken", "text")
    .addColumn("refreshToken", "text")
    .addColumn("idToken", "text")
    .addColumn("accessTokenExpiresAt", instant)
    .addColumn("refreshTokenExpiresAt", instant)
    .addColumn("scope", "text")
    .addColumn("password", "text")
    .addColumn("createdAt", instant, (c) => c.notNull())
    .addColumn("updatedAt", instant, (c) => c.notNull())
    .execute();
  await index(db, "sign_ins", "userId");
  await withId(db, "verifications")
    .addColumn("identifier", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("expiresAt", instant, (c) => c.notNull())
    .addColumn("createdAt", instant, (c) => c.notNull())
    .addColumn("updatedAt", instant, (c) => c.notNull())
    .execute();
  await index(db, "verifications", "identifier");
  await withId(db, "auth_rate_limits")
    .addColumn("key", "text", (c) => c.notNull().unique())
    .addColumn("count", "integer", (c) => c.notNull())
    .addColumn("lastRequest", "bigint", (c) => c.notNull())
    .execute();
}

async function createSecondKeys(db: Kysely<unknown>, instant: ColumnDataType): Promise<void> {
  await withOwner(withId(db, "passkeys"))
    .addColumn("name", "text")
    .addColumn("publicKey", "text", (c) => c.notNull())
    .addColumn("credentialID", "text", (c) => c.notNull())
    .addColumn("counter", "integer", (c) => c.notNull())
    .addColumn("deviceType", "text", (c) => c.notNull())
    .addColumn("backedUp", "boolean", (c) => c.notNull())
    .addColumn("transports", "text")
    .addColumn("createdAt", instant)
    .addColumn("aaguid", "text")
    .execute();
  await index(db, "passkeys", "userId");
  await index(db, "passkeys", "credentialID");
  await withOwner(withId(db, "two_factors"))
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("backupCodes", "text", (c) => c.notNull())
    .addColumn("verified", "boolean")
    .addColumn("failedVerificationCount", "integer")
    .addColumn("lockedUntil", instant)
    .execute();
  await index(db, "two_factors", "userId");
  await index(db, "two_factors", "secret");
}

function withId(db: Kysely<unknown>, table: string): CreateTableBuilder<string, string> {
  return db.schema.createTable(table).addColumn("id", "text", (c) => c.primaryKey().notNull());
}

function withOwner(table: CreateTableBuilder<string, string>): CreateTableBuilder<string, string> {
  return table.addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"));
}

async function index(db: Kysely<unknown>, table: string, column: string): Promise<void> {
  await db.schema.createIndex(`${table}_${column}_idx`).on(table).column(column).execute();
}
