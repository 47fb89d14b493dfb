import type { ReactNode } from "react";
import { data, href, Link } from "react-router";
import type { Image } from "#app/media/picture.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { listAlternateDays, readPractice } from "#app/practice/read-practice.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { MessageForm, MessageSent } from "#app/routes/website/messages/message-form.tsx";
import { type MessageReply, messageHeaders } from "#app/routes/website/messages/message-reply.ts";
import { justSentOf, type Thanks, takeMessage, thanksFor } from "#app/routes/website/messages/take-message.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import { FindUs } from "#app/settings/find-us.tsx";
import { type Location, locationOf } from "#app/settings/location.ts";
import type { Business } from "#app/settings/schemas/business.ts";
import { type HoursLine, hoursLines } from "#app/settings/schemas/hours.ts";
import { placeImagesOf } from "#app/settings/schemas/place-pictures.ts";
import { Pictured } from "#app/ui/art/pictured.tsx";
import { buttonClasses } from "#app/ui/controls.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/contact.ts";

const LONGEST_SUBJECT = 120;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const settings = (await readPractice(app)).settings;
  const { business, operationHours, openingHours, bookingRules, pictures } = settings;
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const alternate = await listAlternateDays(app, today);
  const { enquiryId, cookies } = justSentOf(href("/contact"), request.headers);
  const page = {
    words: await wordsOf(app, "contact", settings),
    phone: getContactLinks(business).phone,
    image: placeImagesOf(pictures).contact,
    email: business.email,
    fullName: business.fullName,
    address: business.address,
    location: locationOf(business),
    hours: { operation: hoursLines(operationHours), opening: hoursLines(openingHours, alternate) },
    thanks: await thanksFor(app, enquiryId),
    draft: newDraft(app),
    graph: await getGraph(app, { kind: "contact" }),
    subject: (url.searchParams.get("subject") ?? "").slice(0, LONGEST_SUBJECT),
  };
  return data(page, { headers: withCookies(cookies) });
}

export async function action(args: Route.ActionArgs) {
  return takeMessage(args, href("/contact"));
}

export const headers = messageHeaders;

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, image: "contact", graph: at.loaderData.graph });

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <ContactHero {...loaderData} />
      <div className="wrap section grid gap-x-20 gap-y-16 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
        <SendMessage {...loaderData} reply={actionData ?? null} />
        <GetInTouch {...loaderData} />
      </div>
    </>
  );
}

type Props = {
  words: { hero: string };
  phone: { href: string; label: string };
  hours: { operation: HoursLine[] };
  image: Image | null;
};

/** Help at any hour, and the hours when a person answers (decisions/0001, row 3). */
function ContactHero({ words, phone, hours, image }: Props) {
  const answered = hours.operation.filter(({ times }) => times !== "Closed");
  return (
    <section className="relative overflow-clip border-b border-line">
      <div className="wrap grid lg:grid-cols-2">
        <div className="py-12 lg:py-24">
          <h1 className="text-4xl">Contact Us</h1>
          <p className="mt-6 max-w-[44ch] text-lg">{words.hero}</p>
          {phone.label && (
            <p className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
              <a href={phone.href} className={buttonClasses({ look: "outline" })}>
                <Icon name="phone" className="size-5" />
                Help Line
              </a>
              <span className="figures text-lg font-[650]">{phone.label}</span>
            </p>
          )}
          {answered.length > 0 && (
            <p className="mt-4 max-w-[44ch] text-sm text-ink-soft">
              A person answers {answered.map(({ days, times }) => `${days} ${times}`).join(", ")}.
            </p>
          )}
        </div>
      </div>
      <div
        className={`${image ? "max-lg:h-48" : "max-lg:h-24 sm:max-lg:h-32"} lg:absolute lg:inset-y-0 lg:right-0 lg:w-[42%] print:hidden`}
      >
        <Pictured
          image={image}
          drawing="relaxation-massage"
          size="plate"
          sizes="(width >= 64rem) 42vw, 100vw"
          className="size-full"
          eager
        />
      </div>
    </section>
  );
}

type GetInTouchProps = {
  words: { questions: string; phone: string; email: string; hours: string };
  phone: { href: string; label: string };
  email: string;
  hours: { operation: HoursLine[]; opening: HoursLine[] };
  fullName: string;
  address: Business["address"];
  location: Location;
};

function GetInTouch({ words, phone, email, hours, fullName, address, location }: GetInTouchProps) {
  return (
    <section aria-labelledby="get-in-touch" className="gap-x-12 md:max-lg:grid md:max-lg:grid-cols-2">
      <h2 id="get-in-touch" className="col-span-2 text-2xl">
        Get In Touch
      </h2>
      <p className="col-span-2 mt-3">
        <Prose>{words.questions}</Prose>
      </p>
      {phone.label && (
        <Way title="Phone" note={words.phone}>
          <a href={phone.href} className="prose-link figures inline-block min-h-6 text-lg font-[650]">
            {phone.label}
          </a>
        </Way>
      )}
      {email && (
        <Way title="E-mail" note={words.email}>
          <a href={`mailto:${email}`} className="prose-link inline-block min-h-6 text-lg font-[650] break-all">
            {email}
          </a>
        </Way>
      )}
      {isGiven(hours.operation) && (
        <Way title="Operation hours" note="When phone and messages are answered.">
          <Timetable lines={hours.operation} />
        </Way>
      )}
      {isGiven(hours.opening) && (
        <Way title="Treatment hours" note={words.hours}>
          <Timetable lines={hours.opening} />
        </Way>
      )}
      {!address.street && location.address && (
        <Way title="Area" note={location.directions}>
          {location.address}
        </Way>
      )}
      {address.street && (
        <Way title="Getting here" note={location.directions}>
          <address className="not-italic">
            {fullName}
            <br />
            {address.street}
            <br />
            {address.locality && (
              <>
                {address.locality}
                <br />
              </>
            )}
            {address.town} {address.postcode}
          </address>
          <FindUs location={location} className="mt-4" />
        </Way>
      )}
    </section>
  );
}

function isGiven(lines: readonly HoursLine[]): boolean {
  return lines.some(({ times }) => times !== "Closed");
}

function Way({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="text-lg">{title}</h3>
      <div className="mt-1">{children}</div>
      {note && <p className="mt-2 max-w-[46ch] text-sm text-ink-soft">{note}</p>}
    </div>
  );
}

function Timetable({ lines }: { lines: readonly HoursLine[] }) {
  return (
    <dl className="figures mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 max-sm:text-sm sm:gap-x-8 md:max-lg:gap-x-3 md:max-lg:text-sm">
      {lines.map((line) => (
        <div key={line.days} className="contents">
          <dt>{line.days}</dt>
          <dd>{line.times}</dd>
        </div>
      ))}
    </dl>
  );
}

type SendMessageProps = {
  words: { messageHint: string; privacy: string };
  phone: { href: string; label: string };
  draft: string;
  /** The initial subject, which a page that links here may set. */
  subject: string;
  thanks: Thanks | null;
  reply: MessageReply | null;
};

const TITLE = "send-us-a-message";

const SUBJECTS: { value: string; label: string }[] = [
  ...["A question", "A booking", "Gift vouchers", "Something else"].map((subject) => ({
    value: subject,
    label: subject,
  })),
  { value: "treatment", label: "A complaint" },
];

function SendMessage({ words, phone, draft, subject, thanks, reply }: SendMessageProps) {
  const about = reply?.typed.user_subject ?? subject;
  const isListed = about === "" || SUBJECTS.some(({ value }) => value === about);
  const page = href("/contact");
  return (
    <section aria-labelledby={TITLE}>
      <h2 id={TITLE} className="mb-6 text-2xl">
        Send Us a Message
      </h2>
      {thanks && !reply ? (
        <MessageSent page={page} {...thanks} />
      ) : (
        <MessageForm
          page={page}
          subjects={isListed ? SUBJECTS : [{ value: about, label: about }, ...SUBJECTS]}
          words={{
            title: TITLE,
            lastName: "Last name",
            reply: { label: "Email address", hint: "Only used to reply", type: "email" },
            message: { label: "Message", hint: words.messageHint },
            send: "Send message",
          }}
          phone={phone}
          draft={draft}
          reply={reply}
        >
          {words.privacy}{" "}
          <Link to="/policies/privacy" className="prose-link">
            Privacy notice
          </Link>
        </MessageForm>
      )}
    </section>
  );
}
