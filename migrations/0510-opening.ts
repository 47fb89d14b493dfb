import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Opening becomes the owner's choice. A practice of its own that visitors see today stays open; the rules are those of the
 * release before, with the facts of its demo practice spelt out.
 */
export const opening: Migration = { up: keepOpen };

const DEMO = {
  name: "Limber Yard",
  phone: "+441632960417",
  email: "hello@limberyard.example",
  address: { street: "Unit 7, Larchgate Industrial Estate", town: "Ashenholme", postcode: "LY7 4QG" },
  legal: { name: "Limber Yard Therapies Ltd", number: "00000000" },
};

async function keepOpen(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string; last_good: string | null; updated_at: number }>`
    select value, last_good, updated_at from settings where key = 'business'`.execute(db);
  const [row] = rows;
  const facts = row && (jsonOf(row.value) ?? jsonOf(row.last_good ?? ""));
  if (!row || !facts || !isKnown(facts) || !(await hasOffer(db))) return;
  const value = JSON.stringify({ state: "open" });
  await sql`insert into settings (key, value, last_good, version, updated_at)
    values ('opening', ${value}, ${value}, 1, ${row.updated_at}) on conflict (key) do nothing`.execute(db);
}

// biome-ignore lint/suspicious/noExplicitAny: what an owner's row holds.
type Stored = any;

/** Whether name, contact details and what the law asks are there, and the practice's own. */
function isKnown({ name, phone, email, address, legal }: Stored): boolean {
  const { street, town, postcode } = { ...address };
  const { address: theirs } = DEMO;
  return (
    [own(name, DEMO.name), own(phone, DEMO.phone), own(email, DEMO.email)].every(Boolean) &&
    [own(street, theirs.street), own(town, theirs.town), own(postcode, theirs.postcode)].every(Boolean) &&
    isLegal({ ...legal })
  );
}

function isLegal({ form, name, number, registeredIn }: Stored): boolean {
  if (!own(name, DEMO.legal.name)) return false;
  if (form !== "company") return form === "sole-trader" || form === "partnership";
  return /[1-9]/.test(own(number, DEMO.legal.number)) && Boolean(registeredIn);
}

function own(text: unknown, demos: string): string {
  return typeof text === "string" && text !== demos ? text : "";
}

/** A service that can be booked online, with a therapist who has hours. */
async function hasOffer(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select services.id from services
    where services.active = 1 and services.booking = 'online'
      and exists (select 1 from service_lengths where service_lengths.service_id = services.id)
      and exists (
        select 1 from service_therapists
        join therapists on therapists.id = service_therapists.therapist_id and therapists.active = 1
        join working_hours on working_hours.therapist_id = therapists.id
        where service_therapists.service_id = services.id)
    limit 1`.execute(db);
  return rows.length > 0;
}

function jsonOf(text: string): Stored {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
