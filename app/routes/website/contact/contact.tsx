import { data, href } from "react-router";
import { workingDay } from "#app/availability/bank-holidays/commands.server.ts";
import { receiveEnquiry } from "#app/enquiries/commands.server.ts";
import { findEnquiry } from "#app/enquiries/desk/store.server.ts";
import { contactForm } from "#app/enquiries/forms.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { dateInWords } from "#app/platform/month.ts";
import type { World } from "#app/platform/world.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { ContactHero } from "#app/routes/website/contact/contact-hero.tsx";
import { GetInTouch } from "#app/routes/website/contact/get-in-touch.tsx";
import { MessageForm } from "#app/routes/website/contact/message-form.tsx";
import { justSentOf } from "#app/routes/website/letters/just-sent.server.ts";
import { letterHeaders } from "#app/routes/website/letters/letter-headers.ts";
import { takeLetter } from "#app/routes/website/letters/take-letter.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { readGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { hoursLines } from "#app/settings/hours.ts";
import { placeImagesOf } from "#app/settings/pictures.ts";
import { reachOf } from "#app/settings/reach.ts";
import { readSettings } from "#app/settings/store.server.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/contact.ts";

const LONGEST_SUBJECT = 120;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const settings = await readSettings(world.db.kysely, world.log);
  const { business, operationHours, openingHours, bookingRules, pictures } = settings;
  const { enquiryId, cookies } = justSentOf(href("/contact"), request.headers);
  const shown = {
    words: await wordsOf(world, "contact", settings),
    phone: reachOf(business).phone,
    image: placeImagesOf(pictures).contact,
    ...{ email: business.email, fullName: business.fullName, address: business.address },
    directions: business.directions,
    hours: { operation: hoursLines(operationHours), opening: hoursLines(openingHours) },
    thanks: enquiryId && (await thanksFor(world, { enquiryId, zone: bookingRules.zone })),
    draft: newDraft(world),
    graph: await readGraph(world, { kind: "contact" }),
    subject: (url.searchParams.get("subject") ?? "").slice(0, LONGEST_SUBJECT),
  };
  return data(shown, { headers: withCookies(cookies) });
}

export async function action(args: Route.ActionArgs) {
  const world = worldOf(args.context);
  return takeLetter(args, {
    ...{ page: href("/contact"), schema: contactForm },
    take: (typed, key) => receiveEnquiry(world, typed, key),
  });
}

export const headers = letterHeaders;

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, image: "contact", graph: at.loaderData.graph });

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ContactHero {...loaderData} />
      <div className="wrap section grid gap-x-20 gap-y-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <GetInTouch {...loaderData} />
        <MessageForm {...loaderData} reply={actionData ?? null} />
      </div>
    </>
  );
}

/** What somebody is told whose message has just come in. None once it has been deleted. */
async function thanksFor(world: World, { enquiryId, zone }: { enquiryId: string; zone: string }) {
  const enquiry = await findEnquiry(world.db.kysely, enquiryId);
  if (!enquiry) return null;
  const by = await workingDay(localDateOf(world.clock.now(), zone), 1);
  return { firstName: enquiry.firstName, email: enquiry.email, by: dateInWords(by) };
}
