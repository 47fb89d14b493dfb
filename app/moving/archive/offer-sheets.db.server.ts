import { type ArchiveSheet, clockTime, pounds, yesOrNo } from "#app/moving/archive/archive-sheet.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

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
