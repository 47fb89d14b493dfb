import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Why an appointment was cancelled, and whether late by the rule of that moment. Null: before this was recorded. */
export const cancellationFacts: Migration = { up: addColumns };

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const name of ["reason_code", "status_before"]) {
    await db.schema.alterTable("cancellations").addColumn(name, "text").execute();
  }
  for (const name of ["late", "chargeable"]) {
    await db.schema.alterTable("cancellations").addColumn(name, "integer").execute();
  }
}
