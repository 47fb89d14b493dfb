import type { World } from "#app/platform/world.server.ts";

/** The audit's lines in order, without their details; a demo id without its `demo-` and a made id as it is. */
export async function auditOf(world: World): Promise<string[]> {
  const rows = await world.db.kysely.selectFrom("audit").selectAll().orderBy("at").execute();
  return rows.map(({ actor, action, subject_kind, subject_id }) =>
    [actor, action, subject_kind, subject_id.replace(/^demo-/, "").replace(/-massage$/, "")].join(" "),
  );
}

/** How often something that visitors may read has changed. */
export async function contentVersionOf(world: World): Promise<number> {
  const query = world.db.kysely.selectFrom("settings").select("value").where("key", "=", "contentVersion");
  return Number((await query.executeTakeFirst())?.value ?? 0);
}
