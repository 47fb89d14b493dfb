import { type Service, type ServiceLength, serviceWords } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

/** Every service on offer, in the practice's order, with its lengths and who gives it. */
export async function listServices(db: Queries): Promise<Service[]> {
  const [rows, lengths, givers] = await Promise.all([
    db.selectFrom("services").selectAll().where("active", "=", 1).orderBy("position").execute(),
    db.selectFrom("service_lengths").selectAll().orderBy("minutes").execute(),
    db
      .selectFrom("service_therapists")
      .innerJoin("therapists", "therapists.id", "service_therapists.therapist_id")
      .select(["service_therapists.service_id", "service_therapists.therapist_id"])
      .where("therapists.active", "=", 1)
      .orderBy("therapists.position")
      .execute(),
  ]);
  const lengthsOf = Map.groupBy(lengths, (row) => row.service_id);
  const giversOf = Map.groupBy(givers, (row) => row.service_id);
  return rows.map((row) =>
    serviceFrom(row, {
      lengths: (lengthsOf.get(row.id) ?? []).map(lengthFrom),
      therapistIds: (giversOf.get(row.id) ?? []).map((giver) => giver.therapist_id),
    }),
  );
}

/** One service on offer by its slug. */
export async function findService(db: Queries, slug: string): Promise<Service | null> {
  return (await listServices(db)).find((service) => service.slug === slug) ?? null;
}

/** Everybody who works here now, in the practice's order. */
export async function listTherapists(db: Queries): Promise<Therapist[]> {
  return db
    .selectFrom("therapists")
    .select(["id", "slug", "name", "role", "bio"])
    .where("active", "=", 1)
    .orderBy("position")
    .execute();
}

/** One therapist by id, also one who has left. */
export async function findTherapist(db: Queries, id: string): Promise<Therapist | null> {
  const columns = ["id", "slug", "name", "role", "bio"] as const;
  return (await db.selectFrom("therapists").select(columns).where("id", "=", id).executeTakeFirst()) ?? null;
}

function serviceFrom(row: Tables["services"], parts: { lengths: ServiceLength[]; therapistIds: string[] }): Service {
  return {
    id: row.id,
    slug: row.slug,
    category: row.category,
    title: row.title,
    summary: row.summary,
    words: wordsFrom(row.words),
    bufferBefore: row.buffer_before,
    bufferAfter: row.buffer_after,
    booking: row.booking === "online" ? "online" : "enquiry",
    ...parts,
  };
}

function lengthFrom(row: Tables["service_lengths"]): ServiceLength {
  return { minutes: row.minutes, pricePence: row.price_pence, label: row.label };
}

/** A damaged text costs the words, never the page. */
function wordsFrom(text: string) {
  try {
    return serviceWords.parse(JSON.parse(text));
  } catch {
    return serviceWords.parse({});
  }
}
