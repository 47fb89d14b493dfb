import { sql } from "kysely";
import type { Queries } from "#app/platform/app-context.server.ts";

/** What the settings table does not say: how connections fare, counts, and when something was done last (epoch ms). */
export type StoredFacts = {
  adapters: { name: string; state: string; since: number }[];
  counts: Record<"people" | "reviews" | "calendars" | "pages" | "wrong" | "unchecked", number>;
  last: Record<"import" | "export" | "change", number>;
};

/** In one statement: each row is an adapter, a count or an instant. */
export async function readSettingFacts(db: Queries): Promise<StoredFacts> {
  const { rows } = await sql<{ kind: string; name: string; state: string; figure: number | string | null }>`
    select 'adapter' as kind, name, state, since as figure from adapters
    union all select 'count', 'people', '', count(*) from staff where state = 'active'
    union all select 'count', 'reviews', '', count(*) from reviews
    union all select 'count', 'calendars', '', count(distinct therapist_id) from calendar_links
    union all select 'count', 'pages', '', count(*) from page_words
    union all select 'count', 'wrong', '', count(*) from site_status where state = 'wrong'
    union all select 'count', 'unchecked', '', case when count(*) = 0 then 1 else 0 end from site_status
    union all select 'last', 'import', '', max(finished_at) from imports where state = 'done'
    union all select 'last', 'export', '', max(at) from audit where action = 'archive.take'
    union all select 'last', 'change', '', max(at) from audit`.execute(db);
  const figures = (kind: string) =>
    Object.fromEntries(rows.filter((row) => row.kind === kind).map((row) => [row.name, Number(row.figure ?? 0)]));
  const adapters = rows.filter((row) => row.kind === "adapter");
  return {
    adapters: adapters.map(({ name, state, figure }) => ({ name, state, since: Number(figure) })),
    counts: figures("count") as StoredFacts["counts"],
    last: figures("last") as StoredFacts["last"],
  };
}
