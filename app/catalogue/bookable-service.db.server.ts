import { EVERYONE, lengthsFrom, RULE_COLUMNS, shortIn } from "#app/catalogue/catalogue.db.server.ts";
import { type BookableService, venueOf } from "#app/catalogue/service.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import type { Queries } from "#app/platform/app-context.server.ts";

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
    .leftJoin("price_rules", (join) =>
      join
        .onRef("price_rules.service_id", "=", "service_lengths.service_id")
        .onRef("price_rules.minutes", "=", "service_lengths.minutes"),
    )
    .leftJoin("service_therapists", "service_therapists.service_id", "services.id")
    .leftJoin("therapists", (join) =>
      join.onRef("therapists.id", "=", "service_therapists.therapist_id").on("therapists.active", "=", 1),
    )
    .select(["services.id", "services.slug", "services.title", "services.booking"])
    .select(["services.venue", "services.venue_name as venueName"])
    .select(["services.buffer_before as bufferBefore", "services.buffer_after as bufferAfter"])
    .select("services.first_extra as firstExtra")
    .select(["service_lengths.minutes", "service_lengths.price_pence", "service_lengths.label"])
    .select(RULE_COLUMNS)
    .select(["therapists.id as giverId", "therapists.slug as giverSlug", "therapists.name as giverName"])
    .select(EVERYONE)
    .where("services.active", "=", 1)
    .where(column, "=", value)
    .orderBy("service_lengths.minutes")
    .orderBy("therapists.position")
    .execute();
  const [service] = rows;
  if (!service) return { services: [], therapists: [] };
  // Each length stands beside each therapist and each of its rules: a few dozen rows at most.
  const givers = new Map<string, Giver>();
  for (const { giverId, giverSlug, giverName, everyone } of rows) {
    if (!giverId || !giverSlug || giverName === null || givers.has(giverId)) continue;
    const giver = { id: giverId, name: giverName };
    givers.set(giverId, { ...giver, slug: giverSlug, short: shortIn(everyone, giver) });
  }
  const { id, slug, title, bufferBefore, bufferAfter, firstExtra } = service;
  const venue = venueOf(service.venue);
  const therapists = [...givers.values()];
  const bookable: BookableService = {
    id,
    slug,
    title,
    venue,
    venueName: service.venueName ?? "",
    bufferBefore,
    bufferAfter,
    firstExtra,
    booking: service.booking === "online" ? "online" : "enquiry",
    lengths: lengthsFrom(rows),
    therapistIds: therapists.map((giver) => giver.id),
  };
  return { services: [bookable], therapists };
}
