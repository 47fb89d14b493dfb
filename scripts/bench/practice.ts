import { insertUser } from "#app/accounts/users/create-admin.server.ts";
import { AT_PRACTICE, venueColumns } from "#app/appointments/venue.ts";
import { quantaOf } from "#app/availability/interval.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { addDays, instantOf, localDateOf } from "#app/platform/date-time.ts";
import { foldedLines } from "#app/platform/search-text.ts";

const ZONE = "Europe/London";
const THERAPISTS = ["demo-imogen-hartley", "demo-tom-ellery", "demo-priya-sandhu"];
const STARTS = ["09:30", "14:00"].map((time) => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * 60 + minute;
});
const DAYS_AHEAD = 45;
const CLIENTS = 20_000;
const ROWS_AT_ONCE = 500;
const HOUR = 3_600_000;
const TURNAROUND = 900_000;

/**
 * Appointments with their claims: six a day for three therapists, from 45 days ahead backwards. The days ahead are the
 * same for any count, so a larger count changes only the size of the table.
 */
export async function fillWithAppointments(app: AppContext, count: number): Promise<void> {
  const now = app.clock.now();
  const last = addDays(localDateOf(now, ZONE), DAYS_AHEAD);
  const perDay = THERAPISTS.length * STARTS.length;
  await inChunks(Math.min(CLIENTS, count), async (numbers) => {
    const rows = numbers.map((number) => client(number, now));
    await app.db.kysely.insertInto("clients").values(rows).execute();
  });
  await inChunks(count, async (numbers) => {
    const rows = numbers.map((number) => {
      const date = addDays(last, -Math.floor(number / perDay));
      const slot = number % perDay;
      const therapist = THERAPISTS[slot % THERAPISTS.length] ?? "";
      const start = instantOf(date, STARTS[Math.floor(slot / THERAPISTS.length)] ?? 0, ZONE);
      return appointment(number, { therapist, start, now });
    });
    const claims = rows.flatMap(claimsOf);
    await app.db.kysely.transaction().execute(async (tx) => {
      await tx.insertInto("appointments").values(rows).execute();
      await tx.insertInto("appointment_claims").values(claims).execute();
    });
  });
}

export async function fillWithUsers(app: AppContext): Promise<void> {
  const now = app.clock.now();
  await inChunks(CLIENTS, (numbers) =>
    app.db.kysely.transaction().execute(async (tx) => {
      for (const number of numbers) {
        const { id, name, email } = client(number, now);
        await insertUser(tx, { id, email: email ?? id, name: name ?? id, role: "user", emailVerified: true, now });
      }
    }),
  );
}

/** Forty more therapists who give the foot massage from nine to five, six days a week: room for many bookings. */
export async function addTherapists(app: AppContext): Promise<string[]> {
  const slugs = Array.from({ length: 40 }, (_, index) => `bench-${index}`);
  const rows = slugs.map((slug, index) => ({
    id: slug,
    slug,
    name: slug,
    role: "",
    bio: "",
    position: 100 + index,
    active: 1,
    version: 1,
    picture_id: null,
    hours_version: 1,
    updated_at: 0,
  }));
  const hours = slugs.flatMap((slug) =>
    [1, 2, 3, 4, 5, 6].map((weekday) => ({
      id: `${slug}-${weekday}`,
      therapist_id: slug,
      weekday,
      from_minute: 540,
      to_minute: 1020,
    })),
  );
  const gives = slugs.map((slug) => ({ service_id: "demo-sport-foot-massage", therapist_id: slug }));
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx.insertInto("therapists").values(rows).execute();
    await tx.insertInto("working_hours").values(hours).execute();
    await tx.insertInto("service_therapists").values(gives).execute();
  });
  return slugs;
}

async function inChunks(count: number, insert: (numbers: number[]) => Promise<void>): Promise<void> {
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, count - first);
    await insert(Array.from({ length }, (_, index) => first + index));
  }
}

function client(number: number, now: number): Tables["clients"] {
  const phone = `+4477009${String(number).padStart(5, "0")}`;
  const person = { name: `Client ${number}`, email: `client-${number}@example.com`, phone };
  const search = `client ${number} ${person.email} ${person.phone}`;
  return {
    id: `client-${number}`,
    ...person,
    search,
    created_at: now,
    booked_at: now - number,
    erased_at: null,
    contact_version: 1,
    is_existing: 0,
    practical_note: null,
    blocked_at: null,
    blocked_reason: null,
  };
}

type Place = { therapist: string; start: number; now: number };

function appointment(number: number, { therapist, start, now }: Place): Tables["appointments"] {
  const { id: client_id, ...person } = client(number % CLIENTS, now);
  const created = Math.min(now, start) - 7 * 24 * HOUR;
  return {
    id: `bench-${number}`,
    reference: number.toString(32).toUpperCase().padStart(8, "0"),
    reference_prefix: "LY",
    service_id: "demo-deep-tissue-massage",
    service_title: "Deep Tissue Massage",
    therapist_id: therapist,
    minutes: 60,
    price_pence: 5800,
    starts_at: start,
    ends_at: start + HOUR,
    block_start: start,
    block_end: start + HOUR + TURNAROUND,
    status: "Confirmed",
    name: person.name,
    phone: person.phone,
    email: person.email,
    client_id,
    user_id: null,
    idempotency_key: null,
    idempotency_body: null,
    manage_hash: `bench-${number}`,
    sequence: 0,
    contact_version: 1,
    details_differ: 0,
    unproven: 0,
    opens_record: 1,
    link_version: 1,
    origin: null,
    practical_note: null,
    been_before: null,
    ...venueColumns(AT_PRACTICE),
    source: number % 3 === 0 ? "practice" : "website",
    series_id: null,
    series_position: null,
    series_total: null,
    search: foldedLines(person.name, person.email),
    created_at: created,
    updated_at: created,
  };
}

function claimsOf(row: Tables["appointments"]): Tables["appointment_claims"][] {
  return quantaOf({ start: row.block_start, end: row.block_end }).map((quantum) => ({
    therapist_id: row.therapist_id,
    quantum,
    appointment_id: row.id,
    hold_id: null,
  }));
}
