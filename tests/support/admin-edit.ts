import type { AppContext } from "#app/platform/app-context.server.ts";

/** The audit in order, without details; a demo id without its `demo-`. */
export async function auditOf(app: AppContext): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("audit").selectAll().orderBy("at").orderBy("action").execute();
  return rows.map(({ actor, action, subject_kind, subject_id }) =>
    [actor, action, subject_kind, subject_id.replace(/^demo-/, "").replace(/-massage$/, "")].join(" "),
  );
}

export async function contentVersionOf(app: AppContext): Promise<number> {
  const query = app.db.kysely.selectFrom("settings").select("value").where("key", "=", "contentVersion");
  return Number((await query.executeTakeFirst())?.value ?? 0);
}
