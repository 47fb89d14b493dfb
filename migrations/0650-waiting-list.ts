import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Times that are kept for an offer by the same claims as an appointment's, and the waiting list that offers them. */
export const waitingList: Migration = {
  async up(db: Kysely<unknown>) {
    await createHolds(db);
    if (db.getExecutor().adapter instanceof PostgresAdapter) await widenClaims(db);
    else await rebuildClaims(db);
    await sql`create index appointment_claims_hold on appointment_claims (hold_id) where hold_id is not null`.execute(
      db,
    );
    await createEntries(db);
    await createGaps(db);
    await createOffers(db);
  },
};

async function createHolds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("time_holds")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id").onDelete("cascade"))
    .addColumn("block_start", "bigint", (c) => c.notNull())
    .addColumn("block_end", "bigint", (c) => c.notNull())
    .addColumn("until", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("time_holds_times").on("time_holds").columns(["therapist_id", "block_start"]).execute();
}

async function widenClaims(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appointment_claims alter column appointment_id drop not null`.execute(db);
  await db.schema
    .alterTable("appointment_claims")
    .addColumn("hold_id", "text", (c) => c.references("time_holds.id").onDelete("cascade"))
    .execute();
}

// SQLite can't drop a NOT NULL: the table is written anew under its own name, in this transaction.
async function rebuildClaims(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("wider_claims")
    .addColumn("therapist_id", "text", (c) => c.notNull().references("therapists.id"))
    .addColumn("quantum", "integer", (c) => c.notNull())
    .addColumn("appointment_id", "text", (c) => c.references("appointments.id").onDelete("cascade"))
    .addColumn("hold_id", "text", (c) => c.references("time_holds.id").onDelete("cascade"))
    .addPrimaryKeyConstraint("appointment_claims_key", ["therapist_id", "quantum"])
    .execute();
  await sql`insert into wider_claims (therapist_id, quantum, appointment_id)
    select therapist_id, quantum, appointment_id from appointment_claims`.execute(db);
  await db.schema.dropTable("appointment_claims").execute();
  await db.schema.alterTable("wider_claims").renameTo("appointment_claims").execute();
  await db.schema
    .createIndex("appointment_claims_appointment")
    .on("appointment_claims")
    .column("appointment_id")
    .execute();
}

async function createEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waiting_entries")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("client_id", "text")
    .addColumn("user_id", "text")
    .addColumn("name", "text")
    .addColumn("email", "text")
    .addColumn("phone", "text")
    .addColumn("service_id", "text", (c) => c.notNull())
    .addColumn("minutes", "integer", (c) => c.notNull())
    .addColumn("therapist_ids", "text", (c) => c.notNull())
    .addColumn("weekdays", "text", (c) => c.notNull())
    .addColumn("day_times", "text", (c) => c.notNull())
    .addColumn("first_day", "text", (c) => c.notNull())
    .addColumn("last_day", "text", (c) => c.notNull())
    .addColumn("swap_appointment_id", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("paused_until", "text")
    .addColumn("pinned_at", "bigint")
    .addColumn("secret_hash", "text", (c) => c.notNull().unique())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("waiting_entries_state")
    .on("waiting_entries")
    .columns(["state", "last_day", "created_at"])
    .execute();
  await db.schema.createIndex("waiting_entries_client").on("waiting_entries").column("client_id").execute();
  await db.schema.createIndex("waiting_entries_user").on("waiting_entries").column("user_id").execute();
}

async function createGaps(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waiting_gaps")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("cause", "text", (c) => c.notNull())
    .addColumn("appointment_id", "text")
    .addColumn("therapist_id", "text")
    .addColumn("starts_at", "bigint", (c) => c.notNull())
    .addColumn("ends_at", "bigint")
    .addColumn("link", "integer", (c) => c.notNull())
    .addColumn("next_at", "bigint")
    .addColumn("filled_at", "bigint")
    .addColumn("filled_minutes", "integer", (c) => c.notNull())
    .addColumn("filled_pence", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("waiting_gaps_next").on("waiting_gaps").column("next_at").execute();
  await db.schema.createIndex("waiting_gaps_at").on("waiting_gaps").column("at").execute();
}

async function createOffers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("waiting_offers")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("gap_id", "text", (c) => c.notNull())
    .addColumn("entry_id", "text", (c) => c.notNull().references("waiting_entries.id").onDelete("cascade"))
    .addColumn("client_id", "text", (c) => c.notNull())
    .addColumn("therapist_id", "text", (c) => c.notNull())
    .addColumn("starts_at", "bigint", (c) => c.notNull())
    .addColumn("ends_at", "bigint", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("hold_until", "bigint", (c) => c.notNull())
    .addColumn("secret_hash", "text", (c) => c.notNull().unique())
    .addColumn("made_by", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("answered_at", "bigint")
    .addColumn("appointment_id", "text")
    .execute();
  await db.schema.createIndex("waiting_offers_gap").on("waiting_offers").column("gap_id").execute();
  await db.schema.createIndex("waiting_offers_entry").on("waiting_offers").column("entry_id").execute();
  await db.schema.createIndex("waiting_offers_state").on("waiting_offers").columns(["state", "hold_until"]).execute();
  // The database has the last word: one live offer a person.
  await sql`create unique index waiting_offers_live on waiting_offers (client_id) where state in ('held', 'open')`.execute(
    db,
  );
}
