import type { Queries } from "#app/platform/database/database.server.ts";

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
