import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Where a therapist's mails go and which they have chosen. Null: no address, no mails. */
export const therapistMails: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("therapists").addColumn("mail_address", "text").execute();
    await db.schema.alterTable("therapists").addColumn("mail_choice", "text").execute();
    await db.schema.alterTable("therapists").addColumn("mail_when_empty", "integer").execute();
  },
};
