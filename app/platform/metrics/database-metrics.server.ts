import { sql } from "kysely";
import type { Metric } from "#app/platform/metrics/exposition.ts";
import type { World } from "#app/platform/world.server.ts";

/** What a person on call wants to know of the database: whether it answers, and whether mails get out. */
export async function databaseMetrics(world: World): Promise<Metric[]> {
  try {
    const { kysely } = world.db;
    const now = world.clock.now();
    const { waiting, failed, oldest } = await kysely
      .selectFrom("outbox")
      .select([
        sql<number>`coalesce(sum(case when failed_at is null and run_at <= ${now} then 1 else 0 end), 0)`.as("waiting"),
        sql<number>`coalesce(sum(case when failed_at is not null then 1 else 0 end), 0)`.as("failed"),
        sql<number | null>`min(case when failed_at is null then run_at end)`.as("oldest"),
      ])
      .where("done_at", "is", null)
      .executeTakeFirstOrThrow();
    const late = oldest === null ? 0 : Math.max(0, now - oldest) / 1000;
    return [
      gauge("database_up", "Whether the database answers.", 1),
      gauge("outbox_due", "Mails that are due and not sent.", Number(waiting)),
      gauge("outbox_failed", "Mails that were given up.", Number(failed)),
      gauge("outbox_oldest_seconds", "How long the oldest due mail has been waiting.", late),
    ];
  } catch {
    return [gauge("database_up", "Whether the database answers.", 0)];
  }
}

function gauge(name: string, help: string, value: number): Metric {
  return { name: `limber_yard_${name}`, help, type: "gauge", samples: [{ value }] };
}
