import { type RawBuilder, sql } from "kysely";

// As long as a real id, and in no order.
const ROOM = 999_999_999_989;
const STEP = 387_420_489;

/** The id of the record of that number. */
export function id(kind: string, number: number): string {
  const digits = String(1_000_000_000_000 + ((number * STEP) % ROOM)).slice(1);
  return `${kind}0000000-0000-4000-8000-${digits}`;
}

/** The same in SQL, of the column `number`. */
export function SQL_ID(kind: string, number = "i"): RawBuilder<string> {
  return sql<string>`${sql.lit(`${kind}0000000-0000-4000-8000-`)} ||
    substr(cast(1000000000000 + (${sql.ref(number)} * ${sql.lit(STEP)}) % ${sql.lit(ROOM)} as text), 2)`;
}

/** 0, 1, 2, ... in pieces. */
export function* chunks(count: number, length: number): Generator<number[]> {
  for (let first = 0; first < count; first += length)
    yield Array.from({ length: Math.min(length, count - first) }, (_, index) => first + index);
}

const GIVEN =
  "Amelia Oliver Isla George Ava Arthur Ivy Noah Freya Muhammad Lily Leo Florence Harry Mia Oscar Willow Archie Rosie Henry Sophia Theodore Isabella Freddie Grace Jack Daisy Charlie Sienna Alfie Elsie Ethan Poppy Jacob Zoë Łukasz Siân Ngozi Priya Wei".split(
    " ",
  );
const FAMILY =
  "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts Green Hall Wood Jackson Clarke Khan Lewis James Phillips Begum Mason Mitchell Kelly Ali Hussain Ahmed Shah Kaur Singh Murphy Campbell Stewart MacDonald Fraser Okafor Nowak Kowalski García Müller O'Brien Fitzgerald Ashworth Hargreaves Penhaligon".split(
    " ",
  );

/** The client, and the account, of that number. */
export function personOf(number: number): { name: string; email: string; phone: string } {
  const given = GIVEN[number % GIVEN.length] ?? "";
  const family = FAMILY[Math.floor(number / GIVEN.length) % FAMILY.length] ?? "";
  const phone = `+447${String(100_000_000 + ((number * 7_368_787) % 899_999_963)).slice(0, 9)}`;
  return { name: `${given} ${family}`, email: `client-${number}@example.com`, phone };
}

const appointment: Record<string, string> = {
  id: "placed.id",
  reference: "substr(cast(100000000 + i as text), 2)",
  reference_prefix: "'LY'",
  service_id: "'demo-sport-foot-massage'",
  therapist_id: "therapist",
  service_title: "'Sport Foot Massage'",
  minutes: "30",
  price_pence: "3000 + i % 100",
  starts_at: "start",
  ends_at: "start + 1800000",
  block_start: "start",
  block_end: "start + 2700000",
  status: "status",
  name: "clients.name",
  phone: "clients.phone",
  email: "clients.email",
  client_id: "clients.id",
  manage_hash: "'hash-of-the-link-in-the-mail-' || placed.id",
  search: "replace(clients.search, ' ' || clients.email || ' ' || clients.phone, '\n' || clients.email)",
  sequence: "i",
  contact_version: "1",
  details_differ: "0",
  unproven: "0",
  opens_record: "1",
  link_version: "1",
  source: "case when i % 3 = 0 then 'practice' else 'website' end",
  created_at: "NOW_OR_BEFORE - 600000000",
  updated_at: "NOW_OR_BEFORE - 600000000",
};

export const values = {
  appointment,
  names: (of: Record<string, string>) => sql.join(Object.keys(of).map((name) => sql.ref(name))),
  expressions: (of: Record<string, string>, now: number) =>
    sql.join(
      Object.values(of).map((text) =>
        sql.raw(text.replaceAll("NOW_OR_BEFORE", `(case when start < ${now} then start else ${now} end)`)),
      ),
    ),
};
