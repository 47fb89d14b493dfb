import { seesAddress, type VisitAddress } from "#app/appointments/home-visit.ts";
import { venueFrom } from "#app/appointments/venue.ts";
import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import type { Scope } from "#app/platform/permissions.ts";

type Visit = Pick<AppointmentListRow, "id" | "start" | "therapistId" | "venue">;

/** The addresses of the visits among these appointments that the viewer may see now. Without visits it reads nothing. */
export async function listHomeVisitAddresses(
  db: Queries,
  rows: readonly Visit[],
  { scope, now, zone }: { scope: Scope; now: number; zone: string },
): Promise<Map<string, VisitAddress>> {
  const ids = rows
    .filter((row) => row.venue.kind === "client" && seesAddress(scope, row, { now, zone }))
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const stored = await db
    .selectFrom("appointments")
    .select(["id", "venue", "venue_name", "visit_address", "visit_postcode", "visit_access"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    stored.flatMap((row) => {
      const { visit } = venueFrom(row);
      return visit ? [[row.id, visit]] : [];
    }),
  );
}
