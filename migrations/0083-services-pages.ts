import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Where a service stands on the page of all of them, and when it and a therapist were last changed. */
export const servicesPages: Migration = { up: addColumns };

// The two that stand beside the specification's nine.
const BESIDE = ["sport-foot-massage", "event-massage"];

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("services")
    .addColumn("place", "text", (c) => c.notNull().defaultTo("grid"))
    .execute();
  for (const table of ["services", "therapists"]) {
    // 0: before this was written down.
    await db.schema
      .alterTable(table)
      .addColumn("updated_at", "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  }
  const services = db as Kysely<{ services: { slug: string; place: string } }>;
  await services.updateTable("services").set({ place: "also" }).where("slug", "in", BESIDE).execute();
}
