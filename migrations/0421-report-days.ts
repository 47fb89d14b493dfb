import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What the reports add up of each local day that is over. The database itself forgets a day whose sums a write may have
 * changed, whoever writes.
 */
export const reportDays: Migration = { up: keepReportDays };

// The days of a client's visits in the six weeks before may count as followed by this one. No local day is as long.
const DAY = 86_400_000;
const BEFORE = 44 * DAY;
const LONGEST = 2 * DAY;

const COLUMNS = ["starts_at", "ends_at", "client_id", "status", "price_pence", "therapist_id", "service_id", "source"];
const MARKS = ["attendances", "cancellations"];

async function keepReportDays(db: Kysely<unknown>): Promise<void> {
  await createDays(db);
  if (db.getExecutor().adapter instanceof PostgresAdapter) await triggerOnPostgres(db);
  else await triggerOnSqlite(db);
}

async function createDays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("report_days")
    .addColumn("starts_at", "bigint", (c) => c.primaryKey().notNull())
    .addColumn("ends_at", "bigint", (c) => c.notNull())
    .addColumn("terms", "text", (c) => c.notNull())
    .addColumn("judged", "integer", (c) => c.notNull())
    .addColumn("stamp", "text", (c) => c.notNull())
    .addColumn("by_source", "text", (c) => c.notNull())
    .addColumn("by_client", "text", (c) => c.notNull())
    .addColumn("by_service", "text", (c) => c.notNull())
    .addColumn("by_therapist", "text", (c) => c.notNull())
    .addColumn("booked", "text", (c) => c.notNull())
    // Lets the day of an instant be found in a few rows, also while days of two zones are stored.
    .addCheckConstraint(
      "report_days_length",
      sql`starts_at < ends_at and ends_at - starts_at <= ${sql.lit(LONGEST)} and judged in (0, 1)`,
    )
    .execute();
  // Which days are stored is asked without their sums, a page of the file each.
  await db.schema
    .createIndex("report_days_stored")
    .on("report_days")
    .columns(["terms", "starts_at", "ends_at", "judged", "stamp"])
    .execute();
}

const dayOf = (start: string) =>
  `report_days.starts_at > ${start} - ${LONGEST} and report_days.starts_at <= ${start} and report_days.ends_at > ${start}`;

/** The day of an appointment, and those whose first visits and visits that were followed it may change. */
const forget = ({ start, client }: { start: string; client: string }) => `
  delete from report_days where ${dayOf(start)};
  delete from report_days where starts_at in (
    select report_days.starts_at from appointments as other cross join report_days
    where other.client_id = ${client} and other.starts_at > ${start} - ${BEFORE}
      and ${dayOf("other.starts_at")} and (report_days.judged = 1 or other.starts_at >= ${start}));`;

const forgetOf = (row: "old" | "new") => forget({ start: `${row}.starts_at`, client: `${row}.client_id` });

const forgetMarked = (row: "old" | "new") => `
  delete from report_days where starts_at in (
    select report_days.starts_at from appointments as marked cross join report_days
    where marked.id = ${row}.appointment_id and ${dayOf("marked.starts_at")});`;

// An import into an empty database, and a booking far ahead, look at one entry of an index.
const isNear = (start: string) => `exists (select 1 from report_days where starts_at > ${start} - ${BEFORE + LONGEST})`;

const differs = (words: string) => COLUMNS.map((name) => `old.${name} ${words} new.${name}`).join(" or ");

async function triggerOnSqlite(db: Kysely<unknown>): Promise<void> {
  const create = (name: string, { on, when, does }: { on: string; when: string; does: string }) =>
    sql.raw(`create trigger report_days_${name} after ${on} for each row when ${when} begin ${does} end`).execute(db);
  await create("new", { on: "insert on appointments", when: isNear("new.starts_at"), does: forgetOf("new") });
  await create("gone", { on: "delete on appointments", when: isNear("old.starts_at"), does: forgetOf("old") });
  await create("changed", {
    on: `update of ${COLUMNS.join(", ")} on appointments`,
    when: `(${differs("is not")}) and ${isNear("min(old.starts_at, new.starts_at)")}`,
    does: forgetOf("old") + forgetOf("new"),
  });
  const when = "exists (select 1 from report_days)";
  for (const table of MARKS) {
    await create(`${table}_new`, { on: `insert on ${table}`, when, does: forgetMarked("new") });
    await create(`${table}_gone`, { on: `delete on ${table}`, when, does: forgetMarked("old") });
    const does = forgetMarked("old") + forgetMarked("new");
    await create(`${table}_changed`, { on: `update on ${table}`, when, does });
  }
}

async function triggerOnPostgres(db: Kysely<unknown>): Promise<void> {
  // Under `repeatable read` a writer sees no day that was stored since it began, so it empties the table whole.
  const begin = "if current_setting('transaction_isolation') = 'repeatable read' then truncate report_days; end if;";
  await sql`create function forget_report_days(start bigint, client text) returns void language plpgsql as $$ begin
    ${sql.raw(begin)}
    if ${sql.raw(isNear("start"))} then ${sql.raw(forget({ start: "start", client: "client" }))} end if;
  end $$`.execute(db);
  await sql`create function keep_report_days() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then perform forget_report_days(old.starts_at, old.client_id); end if;
    if tg_op <> 'DELETE' then perform forget_report_days(new.starts_at, new.client_id); end if;
    return null;
  end $$`.execute(db);
  await sql`create function keep_report_days_of_marks() returns trigger language plpgsql as $$ begin
    ${sql.raw(begin)}
    if not exists (select 1 from report_days) then return null; end if;
    if tg_op <> 'INSERT' then ${sql.raw(forgetMarked("old"))} end if;
    if tg_op <> 'DELETE' then ${sql.raw(forgetMarked("new"))} end if;
    return null;
  end $$`.execute(db);
  // What is emptied together with it can't be truncated again.
  await sql`create function forget_all_report_days() returns trigger language plpgsql as $$ begin
    ${sql.raw(begin)}
    delete from report_days;
    return null;
  end $$`.execute(db);
  const does = sql`for each row execute function keep_report_days()`;
  await sql`create trigger report_days_new after insert or delete on appointments ${does}`.execute(db);
  await sql`create trigger report_days_changed after update on appointments
    for each row when (${sql.raw(differs("is distinct from"))}) execute function keep_report_days()`.execute(db);
  for (const table of MARKS.map((name) => sql.table(name)))
    await sql`create trigger report_days_marked after insert or update or delete on ${table}
      for each row execute function keep_report_days_of_marks()`.execute(db);
  for (const table of ["appointments", ...MARKS].map((name) => sql.table(name)))
    await sql`create trigger report_days_emptied after truncate on ${table}
      for each statement execute function forget_all_report_days()`.execute(db);
}
