import { type ListQuery, matching } from "#app/diary/appointment-filter.db.server.ts";
import { PAGE_SIZE } from "#app/diary/appointment-list.ts";
import { inOrder, type ListOrder } from "#app/diary/appointment-order.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { findPage } from "#app/platform/database/find-page.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import { MOST_LISTED } from "#app/platform/most-listed.ts";
import { addDays, startOfDay } from "#app/platform/zoned-time.ts";

/** When the earliest of as many as a list shows begins; null: there are no more. */
export async function startOfLatest(
  db: Queries,
  { filter, reach, zone }: Pick<ListQuery, "filter" | "reach" | "zone">,
): Promise<number | null> {
  const row = await db
    .selectFrom("appointments")
    .select("starts_at")
    .where(isWithin(reach))
    .$if(filter.to !== null, (query) => query.where("starts_at", "<", startOfDay(addDays(filter.to ?? "", 1), zone)))
    .orderBy("starts_at", "desc")
    .offset(MOST_LISTED)
    .limit(1)
    .executeTakeFirst();
  return row?.starts_at ?? null;
}

/** A page of matches that no index knows, and how many there are, all found along the index of time (decisions/0410). */
export function pageOfLatest(
  db: Queries,
  listQuery: ListQuery,
  { page, ...order }: ListOrder & { page: number },
): Promise<{ ids: string[]; total: number }> {
  const found = db
    .selectFrom("appointments")
    .select(["id", "starts_at", "name", "email", "status"])
    .where(matching(listQuery))
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc");
  return findPage(db, found, { order: inOrder(order), page, size: PAGE_SIZE });
}
