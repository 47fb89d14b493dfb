import { ARCHIVE_SUBJECT } from "#app/moving/archive/moved-tables.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import { localDateOf, localTimeOf } from "#app/platform/date-time.ts";

export const PEOPLE_SHEETS: readonly ArchiveSheet<Queries>[] = [
  {
    name: "clients.csv",
    about: "Clients, and how many appointments each has had",
    head: ["Name", "Email", "Phone", "Client since", "Last booked", "Appointments", "Erased", "Id"],
    async *rows(db, options) {
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
        const dates = [moment(row.created_at, options), moment(row.booked_at, options)];
        yield [row.name, row.email, row.phone, ...dates, row.appointments, yesOrNo(row.erased_at), row.id];
      }
    },
  },
  {
    name: "client-notes.csv",
    about: "Your notes about clients",
    head: ["Client", "Written at", "By", "Note", "Client's id"],
    async *rows(db, options) {
      const query = db
        .selectFrom("client_notes as n")
        .innerJoin("clients as c", "c.id", "n.client_id")
        .select(["c.name", "n.at", "n.author", "n.words", "n.client_id"])
        .orderBy("n.id");
      for await (const row of query.stream()) {
        yield [row.name, moment(row.at, options), row.author, row.words, row.client_id];
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
    async *rows(db, options) {
      const query = db
        .selectFrom("enquiries as e")
        .leftJoin("complaints as c", "c.enquiry_id", "e.id")
        .selectAll("e")
        .select("c.number")
        .orderBy("e.id");
      for await (const row of query.stream()) {
        const who = [row.first_name, row.last_name, row.email];
        yield [moment(row.created_at, options), ...who, row.subject, row.message, row.state, row.number, row.id];
      }
    },
  },
  {
    name: "replies.csv",
    about: "Your answers to messages",
    head: ["Sent at", "To", "Subject", "Answer", "Message's id"],
    async *rows(db, options) {
      const query = db
        .selectFrom("enquiry_replies as r")
        .innerJoin("enquiries as e", "e.id", "r.enquiry_id")
        .select(["r.at", "e.email", "e.subject", "r.text", "e.id"])
        .orderBy("r.id");
      for await (const row of query.stream()) {
        yield [moment(row.at, options), row.email, row.subject, row.text, row.id];
      }
    },
  },
  {
    name: "audit.csv",
    about: "Who did what, and when",
    head: ["At", "Who", "What", "To which kind of record", "Its id", "Details"],
    async *rows(db, options) {
      const query = db.selectFrom("audit").selectAll().where("subject_kind", "!=", ARCHIVE_SUBJECT).orderBy("id");
      for await (const row of query.stream()) {
        yield [moment(row.at, options), row.actor, row.action, row.subject_kind, row.subject_id, row.detail];
      }
    },
  },
];

export const DIARY_SHEETS: readonly ArchiveSheet<Queries>[] = [
  {
    name: "appointments.csv",
    about: "Every appointment, with who came, notes and cancellations",
    head: [
      ...["Reference", "Date", "Time", "Starts at (UTC)", "Minutes", "Treatment", "Therapist", "Status", "Attendance"],
      ...["Name", "Email", "Phone", "Price (GBP)", "Booked at", "Booked through", "In a series", "Said when booking"],
      ...["Visit at", "Postcode", "How to get in"],
      ...["Your note", "Cancelled at", "Cancelled for", "Reason", "Late", "Client", "Id"],
    ],
    async *rows(db, options) {
      const query = db
        .selectFrom("appointments as a")
        .innerJoin("therapists as t", "t.id", "a.therapist_id")
        .leftJoin("attendances as came", "came.appointment_id", "a.id")
        .leftJoin("appointment_notes as note", "note.appointment_id", "a.id")
        .leftJoin("cancellations as c", "c.appointment_id", "a.id")
        .selectAll("a")
        .select(["t.name as therapist", "came.state as attendance", "note.words as note", "c.at as cancelled_at"])
        .select(["c.asked_by", "c.reason", "c.reason_code", "c.late"])
        .orderBy("a.id");
      for await (const row of query.stream()) {
        yield [
          `${row.reference_prefix}-${row.reference.slice(0, 4)}-${row.reference.slice(4)}`,
          ...dateAndTime(row.starts_at, options),
          new Date(row.starts_at).toISOString(),
          row.minutes,
          row.service_title,
          row.therapist,
          row.status,
          row.attendance,
          row.name,
          row.email,
          row.phone,
          pounds(row.price_pence),
          moment(row.created_at, options),
          row.source,
          row.series_position === null ? null : `${row.series_position} of ${row.series_total}`,
          row.practical_note,
          row.visit_address,
          row.visit_postcode,
          row.visit_access,
          row.note,
          moment(row.cancelled_at, options),
          row.asked_by,
          row.reason ?? row.reason_code,
          row.late === null ? null : yesOrNo(row.late),
          row.client_id,
          row.id,
        ];
      }
    },
  },
];

const WEEKDAYS = ["", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const OFFER_SHEETS: readonly ArchiveSheet<Queries>[] = [
  {
    name: "services.csv",
    about: "Treatments",
    head: [
      "Treatment",
      "Category",
      "Summary",
      "Text",
      "Booked",
      "Where",
      "Minutes before",
      "Minutes after",
      "Minutes more for a first appointment",
      "Shown",
      "Id",
    ],
    async *rows(db) {
      for await (const row of db.selectFrom("services").selectAll().orderBy("id").stream()) {
        const buffers = [row.buffer_before, row.buffer_after, row.first_extra];
        const offered = [row.title, row.category, row.summary, row.words, row.booking, row.venue_name ?? row.venue];
        yield [...offered, ...buffers, yesOrNo(row.active), row.id];
      }
    },
  },
  {
    name: "prices.csv",
    about: "Prices by length; those of one therapist, or from a day on, below them",
    head: ["Treatment", "Minutes", "Price (GBP)", "Label", "Therapist", "From"],
    async *rows(db) {
      const usual = db
        .selectFrom("service_lengths as l")
        .innerJoin("services as s", "s.id", "l.service_id")
        .select(["s.title", "l.minutes", "l.price_pence", "l.label"])
        .orderBy("l.service_id")
        .orderBy("l.minutes");
      for await (const row of usual.stream()) {
        yield [row.title, row.minutes, pounds(row.price_pence), row.label, null, null];
      }
      const special = db
        .selectFrom("price_rules as r")
        .innerJoin("services as s", "s.id", "r.service_id")
        .leftJoin("therapists as t", "t.id", "r.therapist_id")
        .select(["s.title", "r.minutes", "r.price_pence", "t.name", "r.from_day"])
        .orderBy("r.id");
      for await (const row of special.stream()) {
        yield [row.title, row.minutes, pounds(row.price_pence), null, row.name, row.from_day];
      }
    },
  },
  {
    name: "therapists.csv",
    about: "Who gives treatments",
    head: ["Name", "Role", "Text", "Shown", "Address in links", "Mails to", "Id"],
    async *rows(db) {
      for await (const row of db.selectFrom("therapists").selectAll().orderBy("id").stream()) {
        yield [row.name, row.role, row.bio, yesOrNo(row.active), row.slug, row.mail_address, row.id];
      }
    },
  },
  {
    name: "hours.csv",
    about: "Weekly hours",
    head: ["Therapist", "Weekday", "From", "To", "Week", "First week A"],
    async *rows(db) {
      const query = db
        .selectFrom("working_hours as h")
        .innerJoin("therapists as t", "t.id", "h.therapist_id")
        .select(["t.name", "h.weekday", "h.from_minute", "h.to_minute", "h.cycle_week", "h.week_a_from"])
        .orderBy("h.id");
      for await (const row of query.stream()) {
        const times = [clockTime(row.from_minute), clockTime(row.to_minute)];
        yield [row.name, WEEKDAYS[row.weekday] ?? null, ...times, row.cycle_week, row.week_a_from];
      }
    },
  },
  {
    name: "closures.csv",
    about: "Closures and extra openings",
    head: ["Who", "What", "First day", "Last day", "From", "To", "Your reason", "Public note"],
    async *rows(db) {
      const query = db
        .selectFrom("day_exceptions as e")
        .leftJoin("therapists as t", "t.id", "e.therapist_id")
        .selectAll("e")
        .select("t.name")
        .orderBy("e.id");
      for await (const row of query.stream()) {
        const times = [clockTime(row.from_minute), clockTime(row.to_minute)];
        yield [row.name ?? "Everybody", row.kind, row.first_day, row.last_day, ...times, row.reason, row.public_note];
      }
    },
  },
  {
    name: "reviews.csv",
    about: "What clients have written",
    head: ["Given on", "Name", "Source", "Review"],
    async *rows(db) {
      for await (const row of db.selectFrom("reviews").selectAll().orderBy("id").stream()) {
        yield [row.given_on, row.name, row.source, row.words];
      }
    },
  },
  {
    name: "words.csv",
    about: "What your pages say, as far as you changed it",
    head: ["Page", "Words (JSON)"],
    async *rows(db) {
      for await (const row of db.selectFrom("page_words").selectAll().orderBy("page").stream()) {
        yield [row.page, row.words];
      }
    },
  },
];

type Cells = (string | number | null)[];

/** How instants are written for people: local date and time. */
export type SheetOptions = { zone: string };

/** A spreadsheet of the archive. `rows` come one by one from the snapshot. */
export type ArchiveSheet<Source> = {
  name: string;
  about: string;
  head: readonly string[];
  rows: (source: Source, options: SheetOptions) => AsyncGenerator<Cells>;
};

/** Local date and time, as two cells. */
function dateAndTime(at: number | null, { zone }: SheetOptions): [string | null, string | null] {
  return at === null ? [null, null] : [localDateOf(at, zone), localTimeOf(at, zone)];
}

/** `2026-11-22 14:30`. */
export function moment(at: number | null, options: SheetOptions): string | null {
  return at === null ? null : dateAndTime(at, options).join(" ");
}

export function pounds(pence: number | null): string | null {
  return pence === null ? null : (pence / 100).toFixed(2);
}

function yesOrNo(value: unknown): string {
  return value ? "yes" : "no";
}

/** Minutes since midnight as `09:30`. */
function clockTime(minute: number | null): string | null {
  if (minute === null) return null;
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
