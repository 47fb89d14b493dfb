import type { BookableService, ServiceLength } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

/**
 * One service that is offered, as a booking needs it: a catalogue of one, or of none, in one statement and without the
 * texts and pictures of its page. `therapists`: those who give it and work here.
 */
export async function getBookable(
  db: Queries,
  by: { slug: string } | { id: string },
): Promise<{ services: BookableService[]; therapists: Giver[] }> {
  const [column, value] = "slug" in by ? (["services.slug", by.slug] as const) : (["services.id", by.id] as const);
  const rows = await db
    .selectFrom("services")
    .leftJoin("service_lengths", "service_lengths.service_id", "services.id")
    .leftJoin("service_therapists", "service_therapists.service_id", "services.id")
    .leftJoin("therapists", (join) =>
      join.onRef("therapists.id", "=", "service_therapists.therapist_id").on("therapists.active", "=", 1),
    )
    .select(["services.id", "services.slug", "services.title", "services.booking"])
    .select(["services.buffer_before as bufferBefore", "services.buffer_after as bufferAfter"])
    .select(["service_lengths.minutes", "service_lengths.price_pence as pricePence", "service_lengths.label"])
    .select(["therapists.id as giverId", "therapists.slug as giverSlug", "therapists.name as giverName"])
    .where("services.active", "=", 1)
    .where(column, "=", value)
    .orderBy("service_lengths.minutes")
    .orderBy("therapists.position")
    .execute();
  const [service] = rows;
  if (!service) return { services: [], therapists: [] };
  // Each length stands beside each therapist: a dozen rows at most.
  const lengths = new Map<number, ServiceLength>();
  const givers = new Map<string, Giver>();
  for (const { minutes, pricePence, label, giverId, giverSlug, giverName } of rows) {
    if (minutes !== null && pricePence !== null && label !== null) lengths.set(minutes, { minutes, pricePence, label });
    if (giverId && giverSlug && giverName !== null)
      givers.set(giverId, { id: giverId, slug: giverSlug, name: giverName });
  }
  const { id, slug, title, bufferBefore, bufferAfter } = service;
  const therapists = [...givers.values()];
  const bookable: BookableService = {
    id,
    slug,
    title,
    bufferBefore,
    bufferAfter,
    booking: service.booking === "online" ? "online" : "enquiry",
    lengths: [...lengths.values()],
    therapistIds: therapists.map((giver) => giver.id),
  };
  return { services: [bookable], therapists };
}
