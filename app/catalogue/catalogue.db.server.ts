import { sql } from "kysely";
import { z } from "zod";
import type { PriceRule } from "#app/catalogue/quote.ts";
import { type Service, type ServiceLength, type ServiceWords, venueOf } from "#app/catalogue/service.ts";
import { shortNameOf, type Therapist } from "#app/catalogue/therapist.ts";
import type { Picture } from "#app/media/picture.ts";
import { listPictures } from "#app/media/pictures.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

/** All that is offered, and who gives it. */
export type Catalogue = { services: Service[]; therapists: Therapist[] };

export async function getCatalogue(db: Queries): Promise<Catalogue> {
  // One after the other: inside a transaction there is one connection.
  const services = await listServices(db);
  return { services, therapists: await listTherapists(db) };
}

export async function listServices(db: Queries): Promise<Service[]> {
  const rows = await db.selectFrom("services").selectAll().where("active", "=", 1).orderBy("position").execute();
  return withParts(db, rows);
}

export async function getService(db: Queries, slug: string): Promise<Service | null> {
  return (await listServices(db)).find((service) => service.slug === slug) ?? null;
}

export async function listTherapists(db: Queries): Promise<Therapist[]> {
  const rows = await selectTherapists(db).where("active", "=", 1).orderBy("position").execute();
  return withPictures(db, rows);
}

/** Finds hidden therapists too: an old appointment names them. */
export async function getTherapist(db: Queries, id: string): Promise<Therapist | null> {
  const row = await selectTherapists(db).where("id", "=", id).executeTakeFirst();
  return row ? ((await withPictures(db, [row]))[0] ?? null) : null;
}

function selectTherapists(db: Queries) {
  return db.selectFrom("therapists").select(["id", "slug", "name", "role", "bio", "picture_id", EVERYONE]);
}

type TherapistRow = Omit<Therapist, "picture" | "short"> & { picture_id: string | null; everyone: string | null };

/** Everyone who works here, for `shortIn`: beside each row, in the statement that names a therapist. */
export const EVERYONE = sql<
  string | null
>`(select string_agg(id || ' ' || name, ${sql.lit("\n")}) from therapists where active = 1)`.as("everyone");

export function shortIn(everyone: string | null, therapist: { id: string; name: string }): string {
  const lines = (everyone ?? "").split("\n").map((line) => line.split(" "));
  return shortNameOf(
    therapist,
    lines.map(([id = "", ...words]) => ({ id, name: words.join(" ") })),
  );
}

async function withPictures(db: Queries, rows: readonly TherapistRow[]): Promise<Therapist[]> {
  const pictures = await listPictures(db, pictureIdsOf(rows));
  return rows.map(({ picture_id, everyone, ...therapist }) => ({
    ...therapist,
    short: shortIn(everyone, therapist),
    picture: pictures.get(picture_id ?? "") ?? null,
  }));
}

/** Service rows with their lengths, pictures and active therapists. */
export async function withParts(db: Queries, rows: readonly Tables["services"][]): Promise<Service[]> {
  // In sequence: a transaction has only one connection.
  const lengths = await db
    .selectFrom("service_lengths")
    .leftJoin("price_rules", (join) =>
      join
        .onRef("price_rules.service_id", "=", "service_lengths.service_id")
        .onRef("price_rules.minutes", "=", "service_lengths.minutes"),
    )
    .select(["service_lengths.service_id", "service_lengths.minutes", "service_lengths.price_pence", "label"])
    .select(RULE_COLUMNS)
    .orderBy("service_lengths.minutes")
    .orderBy("from_day")
    .orderBy("price_rules.therapist_id")
    .execute();
  const givers = await db
    .selectFrom("service_therapists")
    .innerJoin("therapists", "therapists.id", "service_therapists.therapist_id")
    .select(["service_therapists.service_id", "service_therapists.therapist_id"])
    .where("therapists.active", "=", 1)
    .orderBy("therapists.position")
    .execute();
  const pictures = await listPictures(db, pictureIdsOf(rows));
  const lengthsOf = Map.groupBy(lengths, (row) => row.service_id);
  const giversOf = Map.groupBy(givers, (row) => row.service_id);
  return rows.map((row) =>
    serviceFrom(row, {
      lengths: lengthsFrom(lengthsOf.get(row.id) ?? []),
      therapistIds: (giversOf.get(row.id) ?? []).map((giver) => giver.therapist_id),
      picture: pictures.get(row.picture_id ?? "") ?? null,
    }),
  );
}

type Parts = { lengths: ServiceLength[]; therapistIds: string[]; picture: Picture | null };

type ServiceRow = Omit<Tables["services"], "active" | "version" | "updated_at" | "position" | "picture_id">;

export function serviceFrom(row: ServiceRow, parts: Parts): Service {
  return {
    id: row.id,
    slug: row.slug,
    category: row.category,
    title: row.title,
    summary: row.summary,
    words: wordsFrom(row.words),
    bufferBefore: row.buffer_before,
    bufferAfter: row.buffer_after,
    firstExtra: row.first_extra,
    booking: row.booking === "online" ? "online" : "enquiry",
    place: row.place === "also" ? "also" : "grid",
    venue: venueOf(row.venue),
    venueName: row.venue_name ?? "",
    ...parts,
  };
}

function pictureIdsOf(rows: readonly { picture_id: string | null }[]): string[] {
  return rows.flatMap((row) => row.picture_id ?? []);
}

// Not beside the type: a page's script would bring the schema's library along.
const serviceWords = z.object({
  verb: z.string().default(""),
  detail: z.array(z.string()).default([]),
  whoFor: z.string().default(""),
  whatToExpect: z.string().default(""),
  whenNotToBook: z.string().default(""),
});

/** A damaged text is left out, so that the page still renders. */
function wordsFrom(text: string): ServiceWords {
  try {
    return serviceWords.parse(JSON.parse(text));
  } catch {
    return serviceWords.parse({});
  }
}

/** Epoch ms; 0: before changes were recorded. */
type CatalogueChanges = {
  services: { slug: string; at: number }[];
  /** Hidden services count: hiding one is a change. */
  latest: number;
  therapists: number;
};

export async function listCatalogueChanges(db: Queries): Promise<CatalogueChanges> {
  const services = await db
    .selectFrom("services")
    .select(["slug", "updated_at as at", "active"])
    .orderBy("position")
    .execute();
  const therapists = await db.selectFrom("therapists").select("updated_at as at").execute();
  return {
    services: services.filter(({ active }) => active === 1).map(({ slug, at }) => ({ slug, at })),
    latest: latestOf(services),
    therapists: latestOf(therapists),
  };
}

function latestOf(rows: readonly { at: number }[]): number {
  return Math.max(0, ...rows.map(({ at }) => at));
}

/** Of the left join of lengths with their rules. */
export const RULE_COLUMNS = [
  "price_rules.id as rule_id",
  "price_rules.therapist_id as rule_therapist",
  "from_day",
  "price_rules.price_pence as rule_pence",
] as const;

type JoinedRow = {
  minutes: number | null;
  price_pence: number | null;
  label: string | null;
  rule_id: string | null;
  rule_therapist: string | null;
  from_day: string | null;
  rule_pence: number | null;
};

/** The lengths of one service from rows in which each stands beside each of its rules, and beside other things. */
export function lengthsFrom(rows: readonly JoinedRow[]): ServiceLength[] {
  const lengths = new Map<number, ServiceLength & { byId: Map<string, PriceRule> }>();
  for (const { minutes, price_pence, label, rule_id, rule_therapist, from_day, rule_pence } of rows) {
    if (minutes === null || price_pence === null || label === null) continue;
    const known = lengths.get(minutes) ?? { minutes, pricePence: price_pence, label, byId: new Map() };
    lengths.set(minutes, known);
    if (rule_id === null || rule_pence === null) continue;
    known.byId.set(rule_id, { therapistId: rule_therapist, from: from_day, pricePence: rule_pence });
  }
  return [...lengths.values()].map(({ byId, ...length }) =>
    byId.size === 0 ? length : { ...length, rules: [...byId.values()] },
  );
}

export async function listRules(db: Queries): Promise<Tables["price_rules"][]> {
  return db.selectFrom("price_rules").selectAll().orderBy("from_day").execute();
}

/** Makes it everybody's price, or its therapist's at any time, in place of those that it follows. */
export async function applyRule(
  tx: Tx,
  rule: Tables["price_rules"],
  { replaced, now }: { replaced: readonly string[]; now: number },
): Promise<void> {
  const { id, service_id, minutes, price_pence, therapist_id } = rule;
  const gone = therapist_id === null ? [...replaced, id] : replaced;
  if (gone.length > 0) await tx.deleteFrom("price_rules").where("id", "in", gone).execute();
  if (therapist_id === null) {
    await tx
      .updateTable("service_lengths")
      .set({ price_pence })
      .where("service_id", "=", service_id)
      .where("minutes", "=", minutes)
      .execute();
  } else await tx.updateTable("price_rules").set({ from_day: null }).where("id", "=", id).execute();
  await tx.updateTable("services").set({ updated_at: now }).where("id", "=", service_id).execute();
}
