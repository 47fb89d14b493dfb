import { sql } from "kysely";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { startOfDay } from "#app/platform/date-time.ts";
import { foldedLines } from "#app/platform/search-text.ts";
import { chunks, id, personOf, SQL_ID, values } from "#tests/proof/million/rows.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = "Europe/London";
const AT_ONCE = 50_000;

// The three of the demo, and others who have left: thirty who each saw five clients a day for eighteen years.
const STAYING = ["demo-imogen-hartley", "demo-tom-ellery", "demo-priya-sandhu"];
const LEFT = 27;
const A_DAY = 5 * (STAYING.length + LEFT);
/** Ahead as for any size: two a day for 45 days, of each of the three. */
const AHEAD = 45 * 2 * STAYING.length;

/** How much of each is stored. */
export type Size = { appointments: number; clients: number; users: number };

export const MILLION: Size = { appointments: 1_000_000, clients: 200_000, users: 50_000 };

/** Fills the demo practice with a long past, by statements that the database works off alone. */
export async function fillPractice(app: AppContext, size: Size, today: string): Promise<void> {
  const midnight = startOfDay(today, ZONE);
  await inOne(app, (tx) => addTherapists(tx));
  await inOne(app, async (tx) => {
    for (const numbers of chunks(size.clients, 1000)) await addClients(tx, numbers, midnight);
    for (const numbers of chunks(size.users, 1000)) await addUsers(tx, numbers, midnight);
  });
  const past = Math.max(0, size.appointments - AHEAD);
  for (let first = 0; first < past; first += AT_ONCE) {
    const last = Math.min(past, first + AT_ONCE) - 1;
    await inOne(app, (tx) => addPast(tx, { first, last, midnight, size }));
  }
  await inOne(app, (tx) => addAhead(tx, { first: past, last: size.appointments - 1, midnight, size }));
}

/** Without its own time limit: one of these takes longer than any of the site. */
async function inOne(app: AppContext, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    if (app.db.engine === "postgres") await sql`set local statement_timeout = 0`.execute(tx);
    await work(tx);
  });
}

async function addTherapists(tx: Tx): Promise<void> {
  const rows = Array.from({ length: LEFT }, (_, number) => ({
    id: `left-${number}`,
    slug: `left-${number}`,
    name: personOf(number * 31).name,
    role: "Sports massage therapist",
    bio: "",
    position: 100 + number,
    active: 0,
    version: 1,
    hours_version: 1,
    updated_at: 0,
  }));
  await tx.insertInto("therapists").values(rows).execute();
}

async function addClients(tx: Tx, numbers: number[], now: number): Promise<void> {
  const people = numbers.map((number) => ({ number, ...personOf(number) }));
  const rows = people.map(({ number, name, email, phone }) => ({
    ...{ id: id("c", number), name, email, phone, search: `${foldedLines(name)} ${email} ${phone}` },
    ...{
      created_at: now - 6000 * DAY + number,
      booked_at: now - number * HOUR,
      erased_at: null,
      contact_version: 1,
      is_existing: 0,
    },
  }));
  await tx.insertInto("clients").values(rows).execute();
  const keys = people.flatMap(({ number, email, phone }) => [
    { kind: "email" as const, value: email, client_id: id("c", number) },
    { kind: "phone" as const, value: phone, client_id: id("c", number) },
  ]);
  await tx.insertInto("client_keys").values(keys).execute();
  const noted = people.filter(({ number }) => number % 4 === 0);
  const notes = noted.map(({ number }) => ({
    ...{ id: id("n", number), client_id: id("c", number), words: "Prefers firm pressure. Left knee, since a fall." },
    ...{ at: now - DAY, actor: "admin:a", author: "Reception" },
  }));
  if (notes.length > 0) await tx.insertInto("client_notes").values(notes).execute();
}

async function addUsers(tx: Tx, numbers: number[], now: number): Promise<void> {
  const at = new Date(now - 100 * DAY);
  const rows = numbers.map((number) => {
    const { name, email } = personOf(number);
    return {
      ...{ id: id("u", number), name, email, emailVerified: true, image: null, role: "user" },
      ...{ search: foldedLines(name, email), twoFactorEnabled: false, phone: null },
      ...{ createdAt: new Date(at.getTime() - number * HOUR), updatedAt: at },
    };
  });
  await tx.insertInto("users").values(rows).execute();
}

type Part = { first: number; last: number; midnight: number; size: Size };

const CLIENT = (size: Size) => sql`(i * 7919) % ${sql.lit(size.clients)}`;

/** Of every hundred: 8 are cancelled, 3 did not come, the rest finished; those of the last two days are not recorded. */
async function addPast(tx: Tx, part: Part): Promise<void> {
  const { midnight } = part;
  const therapists = [...STAYING, ...Array.from({ length: LEFT }, (_, number) => `left-${number}`)];
  const therapist = sql`case i % ${sql.lit(therapists.length)} ${sql.join(
    therapists.map((name, at) => sql`when ${sql.lit(at)} then ${sql.lit(name)}`),
    sql` `,
  )} end`;
  const start = sql`${sql.lit(midnight)} - ${sql.lit(DAY)} * (1 + i / ${sql.lit(A_DAY)})
    + ${sql.lit(10 * HOUR)} + ${sql.lit(1.5 * HOUR)} * ((i / ${sql.lit(therapists.length)}) % 5)`;
  await addAppointments(tx, { ...part, therapist, start });
  await sql`insert into attendances (appointment_id, state, at, actor)
    select id, case when price_pence % 100 < 3 then 'missed' else 'finished' end, ends_at, 'admin:a'
    from appointments where sequence between ${sql.lit(part.first)} and ${sql.lit(part.last)}
    and status <> 'Cancelled' and starts_at < ${sql.lit(midnight - 2 * DAY)}`.execute(tx);
}

async function addAhead(tx: Tx, part: Part): Promise<void> {
  const nth = sql`(i - ${sql.lit(part.first)})`;
  const therapist = sql`case ${nth} % 3 ${sql.join(
    STAYING.map((name, at) => sql`when ${sql.lit(at)} then ${sql.lit(name)}`),
    sql` `,
  )} end`;
  const start = sql`${sql.lit(part.midnight)} + ${sql.lit(DAY)} * (${nth} / 6)
    + case when (${nth} / 3) % 2 = 0 then ${sql.lit(9.5 * HOUR)} else ${sql.lit(14 * HOUR)} end`;
  await addAppointments(tx, { ...part, therapist, start });
}

type Adding = Part & { therapist: ReturnType<typeof sql>; start: ReturnType<typeof sql> };

// `sequence` holds the row's number until the end, so that what belongs to it can be found.
async function addAppointments(tx: Tx, { first, last, midnight, size, therapist, start }: Adding): Promise<void> {
  const between = sql`between ${sql.lit(first)} and ${sql.lit(last)}`;
  await sql`insert into appointments (${values.names(values.appointment)})
    with recursive numbers(i) as (select cast(${sql.lit(first)} as bigint) union all select i + 1 from numbers where i < ${sql.lit(last)}),
    placed as (select i, ${SQL_ID("a")} as id, ${CLIENT(size)} as client, ${therapist} as therapist, ${start} as start,
      case when i % 25 < 2 then 'Cancelled' when i % 5000 = 7 then 'Pending' else 'Confirmed' end as status from numbers)
    select ${values.expressions(values.appointment, midnight)}
    from placed join clients on clients.id = ${SQL_ID("c", "client")}`.execute(tx);
  await sql`insert into appointment_claims (therapist_id, quantum, appointment_id)
    with recursive quanta(q) as (select 0 union all select q + 1 from quanta where q < 8)
    select therapist_id, block_start / 300000 + q, id from appointments, quanta
    where sequence ${between} and status <> 'Cancelled'`.execute(tx);
  await sql`insert into cancellations (appointment_id, at, actor, reason, asked_by, late)
    select id, starts_at - 86400000, 'admin:a', null, 'client', case when price_pence % 10 = 1 then 1 else 0 end
    from appointments where sequence ${between} and status = 'Cancelled'`.execute(tx);
  await sql`insert into audit (id, at, actor, action, subject_kind, subject_id, detail)
    select id, created_at, 'client', 'appointment.book', 'appointment', id, '{"by":"website"}'
    from appointments where sequence ${between}`.execute(tx);
  await sql`insert into outbox (id, kind, channel, subject_kind, subject_id, data, run_at, attempts, claimed_until,
      done_at, created_at, by_stranger)
    select id, 'appointment.booked', 'email', 'appointment', id, '{"appointmentId":"' || id || '"}', created_at, 1, 0,
      created_at + 2000, created_at, 0 from appointments where sequence ${between}`.execute(tx);
}
