import { type ArchiveSheet, moment, yesOrNo } from "#app/moving/archive/archive-sheet.ts";
import { ARCHIVE_SUBJECT } from "#app/moving/archive/moved-tables.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

export const PEOPLE_SHEETS: readonly ArchiveSheet<Queries>[] = [
  {
    name: "clients.csv",
    about: "Clients, and how many appointments each has had",
    head: ["Name", "Email", "Phone", "Client since", "Last booked", "Appointments", "Erased", "Id"],
    async *rows(db, shown) {
      const query = db
        .selectFrom("clients")
        .selectAll()
        .select((eb) =>
          eb
            .selectFrom("appointments")
            .select((count) => count.fn.countAll<number>().as("n"))
            .whereRef("appointments.client_id", "=", "clients.id")
            .as("appointments"),
        )
        .orderBy("id");
      for await (const row of query.stream()) {
        const dates = [moment(row.created_at, shown), moment(row.booked_at, shown)];
        yield [row.name, row.email, row.phone, ...dates, row.appointments, yesOrNo(row.erased_at), row.id];
      }
    },
  },
  {
    name: "client-notes.csv",
    about: "Your notes about clients",
    head: ["Client", "Written at", "By", "Note", "Client's id"],
    async *rows(db, shown) {
      const query = db
        .selectFrom("client_notes as n")
        .innerJoin("clients as c", "c.id", "n.client_id")
        .select(["c.name", "n.at", "n.author", "n.words", "n.client_id"])
        .orderBy("n.id");
      for await (const row of query.stream()) {
        yield [row.name, moment(row.at, shown), row.author, row.words, row.client_id];
      }
    },
  },
  {
    name: "accounts.csv",
    about: "Who has an account, and who works here as what",
    head: ["Name", "Email", "Phone", "Email confirmed", "Owner", "Parts", "Disabled", "Since", "Id"],
    async *rows(db) {
      const query = db
        .selectFrom("users as u")
        .leftJoin("staff as s", "s.user_id", "u.id")
        .leftJoin("disabled_users as d", "d.user_id", "u.id")
        .select(["u.id", "u.name", "u.email", "u.phone", "u.emailVerified", "u.role", "u.createdAt", "s.parts", "d.at"])
        .orderBy("u.id");
      for await (const row of query.stream()) {
        const parts = row.parts?.replaceAll(/[[\]"]/g, "").replaceAll(",", ", ") ?? null;
        const known = [yesOrNo(row.emailVerified), yesOrNo(row.role === "admin"), parts, yesOrNo(row.at)];
        yield [row.name, row.email, row.phone, ...known, String(row.createdAt), row.id];
      }
    },
  },
  {
    name: "messages.csv",
    about: "Messages and complaints",
    head: ["Received at", "First name", "Last name", "Email", "Subject", "Message", "State", "Complaint", "Id"],
    async *rows(db, shown) {
      const query = db
        .selectFrom("enquiries as e")
        .leftJoin("complaints as c", "c.enquiry_id", "e.id")
        .selectAll("e")
        .select("c.number")
        .orderBy("e.id");
      for await (const row of query.stream()) {
        const who = [row.first_name, row.last_name, row.email];
        yield [moment(row.created_at, shown), ...who, row.subject, row.message, row.state, row.number, row.id];
      }
    },
  },
  {
    name: "replies.csv",
    about: "Your answers to messages",
    head: ["Sent at", "To", "Subject", "Answer", "Message's id"],
    async *rows(db, shown) {
      const query = db
        .selectFrom("enquiry_replies as r")
        .innerJoin("enquiries as e", "e.id", "r.enquiry_id")
        .select(["r.at", "e.email", "e.subject", "r.text", "e.id"])
        .orderBy("r.id");
      for await (const row of query.stream()) {
        yield [moment(row.at, shown), row.email, row.subject, row.text, row.id];
      }
    },
  },
  {
    name: "audit.csv",
    about: "Who did what, and when",
    head: ["At", "Who", "What", "To which kind of record", "Its id", "Details"],
    async *rows(db, shown) {
      const query = db.selectFrom("audit").selectAll().where("subject_kind", "!=", ARCHIVE_SUBJECT).orderBy("id");
      for await (const row of query.stream()) {
        yield [moment(row.at, shown), row.actor, row.action, row.subject_kind, row.subject_id, row.detail];
      }
    },
  },
];
