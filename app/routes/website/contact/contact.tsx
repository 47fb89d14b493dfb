import { data, href } from "react-router";
import { workingDay } from "#app/availability/working-day.server.ts";
import { contactForm } from "#app/messages/contact.form.ts";
import { getMessage } from "#app/messages/message-list.db.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { dateInWords } from "#app/platform/month.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { listAlternateDays, readPractice } from "#app/practice/read-practice.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { ContactHero } from "#app/routes/website/contact/contact-hero.tsx";
import { GetInTouch } from "#app/routes/website/contact/get-in-touch.tsx";
import { MessageForm } from "#app/routes/website/contact/message-form.tsx";
import { justSentOf } from "#app/routes/website/messages/just-sent.server.ts";
import { messageHeaders } from "#app/routes/website/messages/message-headers.ts";
import { takeMessage } from "#app/routes/website/messages/take-message.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { hoursLines } from "#app/settings/hours.ts";
import { locationOf } from "#app/settings/location.ts";
import { placeImagesOf } from "#app/settings/place-pictures.ts";
import { reachOf } from "#app/settings/reach.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/contact.ts";

const LONGEST_SUBJECT = 120;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const settings = (await readPractice(app)).settings;
  const { business, operationHours, openingHours, bookingRules, pictures, practiceFacts } = settings;
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const alternate = await listAlternateDays(app, today);
  const { enquiryId, cookies } = justSentOf(href("/contact"), request.headers);
  const shown = {
    words: await wordsOf(app, "contact", settings),
    phone: reachOf(business).phone,
    image: placeImagesOf(pictures).contact,
    email: business.email,
    fullName: business.fullName,
    address: business.address,
    location: locationOf(business),
    hours: { operation: hoursLines(operationHours), opening: hoursLines(openingHours, alternate) },
    thanks: enquiryId && (await thanksFor(app, { enquiryId, zone: bookingRules.zone, ...practiceFacts })),
    draft: newDraft(app),
    graph: await getGraph(app, { kind: "contact" }),
    subject: (url.searchParams.get("subject") ?? "").slice(0, LONGEST_SUBJECT),
  };
  return data(shown, { headers: withCookies(cookies) });
}

export async function action(args: Route.ActionArgs) {
  const app = appContextOf(args.context);
  return takeMessage(args, {
    page: href("/contact"),
    schema: contactForm,
    take: (typed, key) => receiveMessage(app, typed, key),
  });
}

export const headers = messageHeaders;

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

/** The confirmation of a message that was just sent; null once it has been deleted. */
async function thanksFor(
  app: AppContext,
  { enquiryId, zone, replyDays }: { enquiryId: string; zone: string; replyDays: number | null },
) {
  const enquiry = await getMessage(app.db.kysely, enquiryId);
  if (!enquiry) return null;
  const by = replyDays === null ? null : await workingDay(localDateOf(app.clock.now(), zone), replyDays);
  return { firstName: enquiry.firstName, email: enquiry.email, by: by && dateInWords(by) };
}
