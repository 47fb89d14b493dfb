import type { z } from "zod";
import type { Catalogue } from "#app/catalogue/catalogue.db.server.ts";
import { NOW, pricesOn } from "#app/catalogue/quote.ts";
import type { Service, ServiceLength } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInPounds } from "#app/platform/money-words.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { servicesAnswer } from "#app/routes/feeds/api/schemas.ts";
import { getOpening } from "#app/site/go-live/opening.server.ts";
import type { Route } from "./+types/services.ts";

const NOTHING: Catalogue = { services: [], therapists: [] };

/** GET /api/services: the services with lengths, prices and therapists; none before the site opens. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const opening = await getOpening(app);
  const { services, therapists } = opening?.state === "not-open" ? NOTHING : await readPractice(app);
  const answer: z.output<typeof servicesAnswer> = {
    currency: "GBP",
    services: services.map((service) => ({
      slug: service.slug,
      title: service.title,
      category: service.category,
      description: service.summary,
      booking: opening ? "enquiry" : service.booking,
      venue: service.venue,
      venueName: service.venueName || null,
      lengths: service.lengths.map((length) => apiLength(length, { service, therapists })),
      therapists: therapists
        .filter((therapist) => service.therapistIds.includes(therapist.id))
        .map(({ slug, name }) => ({ slug, name })),
    })),
  };
  return Response.json(answer, { headers: { [PAGE_CACHE_HEADER]: "public" } });
}

type Offered = { service: Service; therapists: readonly Therapist[] };

function apiLength(length: ServiceLength, { service: { therapistIds }, therapists }: Offered) {
  const slugOf = (id: string | null) => therapists.find((therapist) => therapist.id === id)?.slug ?? null;
  const rules = (length.rules ?? []).filter(
    ({ therapistId }) => therapistId === null || therapistIds.includes(therapistId),
  );
  return {
    minutes: length.minutes,
    price: priceInPounds(pricesOn(length, { therapistIds, date: NOW }).lowest),
    label: length.label,
    prices: [
      { price: priceInPounds(length.pricePence), therapist: null, from: null },
      ...rules.map(({ therapistId, from, pricePence }) => ({
        price: priceInPounds(pricePence),
        therapist: slugOf(therapistId),
        from,
      })),
    ],
  };
}
