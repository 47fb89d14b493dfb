import { Fragment } from "react";
import { Link } from "react-router";
import { Portrait } from "#app/catalogue/portrait.tsx";
import type { Image } from "#app/media/picture.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { wordsOf } from "#app/routes/website/page-words.server.ts";
import { getGraph } from "#app/routes/website/structured-data/site-facts.server.ts";
import { type Member, memberOf } from "#app/routes/website/team-member.ts";
import { type ContactLinks, getContactLinks } from "#app/settings/contact-links.ts";
import { placeImagesOf } from "#app/settings/schemas/place-pictures.ts";
import type { WordsOf } from "#app/site/page-words.ts";
import { Pictured } from "#app/ui/art/pictured.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { BookButton, useOnlineBooking } from "#app/ui/shell/book-button.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/about.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { settings, services, therapists, weekly } = await readPractice(app);
  return {
    words: await wordsOf(app, "about", settings),
    scope: getContactLinks(settings.business),
    images: placeImagesOf(settings.pictures),
    graph: await getGraph(app, { kind: "about" }),
    team: therapists.map((therapist) => memberOf(therapist, { services, weekly: weekly[therapist.id] ?? [] })),
  };
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, {
    ...at.loaderData.words.search,
    image: "about",
    imageAlt: at.loaderData.words.title || at.loaderData.words.search.title,
    graph: at.loaderData.graph,
  });

export default function About({ loaderData: { words, team, scope, images } }: Route.ComponentProps) {
  return (
    <>
      <Story title={words.title || words.search.title} text={words.story} image={images.about} />
      <NumberedPoints id="how-we-work" title="How it works" points={words.howWeWork} />
      {words.evidence.text.length > 0 && <Evidence words={words.evidence} />}
      <Team members={team} />
      <NumberedPoints id="first-visit" title={words.firstVisit.title} points={words.firstVisit.steps} />
      <Trust parts={[words.letters, words.boundaries].filter(({ text }) => text.length > 0)} />
      {(words.room.text.length > 0 || scope.hasPremises) && (
        <Room words={words.room} scope={scope} image={images.room} />
      )}
      {words.closing && <Closing text={words.closing} phone={scope.phone} />}
    </>
  );
}

function Closing({ text, phone }: { text: string; phone: ContactLinks["phone"] }) {
  const [before, after] = phone.label ? text.split(phone.label) : [text];
  return (
    <section aria-label="Ask or book" className="section border-t border-line">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-12 gap-y-6">
        <p className="font-display text-2xl font-[650]">
          {before}
          {after !== undefined && (
            <>
              <a href={phone.href} className="prose-link min-[20rem]:whitespace-nowrap">
                {phone.label}
              </a>
              {after}
            </>
          )}
        </p>
        <BookButton>Book now</BookButton>
      </div>
    </section>
  );
}

/** What is known about massage, and what is not, in a box of its own. */
function Evidence({ words }: { words: WordsOf<"about">["evidence"] }) {
  return (
    <section aria-labelledby="evidence" className="section bg-wash">
      <div className="wrap grid gap-x-12 gap-y-6 lg:grid-cols-[5fr_7fr]">
        <h2 id="evidence" className="text-3xl">
          {words.title}
        </h2>
        <div className="measure lg:pt-2">
          {words.text.map((paragraph) => (
            <p key={paragraph} className="mb-5 text-lg">
              {paragraph}
            </p>
          ))}
          <p className="text-sm text-ink-soft">Source: {words.source}</p>
        </div>
      </div>
    </section>
  );
}

type Props = { id: string; title: string; points: { title: string; text: string }[] };

/** Principles or steps in order, each with a rule and a number. */
function NumberedPoints({ id, title, points }: Props) {
  if (points.length === 0) return null;
  return (
    <section aria-labelledby={id} className="section">
      <div className="wrap grid gap-x-12 gap-y-8 lg:grid-cols-[5fr_7fr]">
        <h2 id={id} className="text-3xl">
          {title}
        </h2>
        <ol>
          {points.map((point, index) => (
            <li
              key={point.title}
              className="grid grid-cols-[2.5rem_1fr] border-t border-line py-6 sm:grid-cols-[4rem_1fr]"
            >
              <span aria-hidden="true" className="figures font-display text-xl font-[650] text-ink-soft">
                {index + 1}
              </span>
              <div>
                <h3 className="text-xl">{point.title}</h3>
                <p className="measure mt-1 text-ink-soft">{point.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Story({ title, text, image }: { title: string; text: string[]; image: Image | null }) {
  return (
    <section className="relative overflow-clip border-b border-line">
      <div className="wrap lg:grid lg:min-h-[36rem] lg:grid-cols-[7fr_5fr] lg:items-center">
        <div className="relative z-1 py-12 lg:py-20 lg:pr-16">
          <h1 className="text-4xl lg:text-[clamp(3rem,4.7vw,4.25rem)]">{title}</h1>
          {text.map((paragraph) => (
            <p key={paragraph} className="mt-7 max-w-[56ch] text-lg">
              {paragraph}
            </p>
          ))}
        </div>
      </div>
      <div className="max-lg:h-72 lg:absolute lg:inset-y-0 lg:right-0 lg:w-[38%]">
        <Pictured
          image={image}
          drawing="trigger-point-therapy"
          size="plate"
          sizes="(width >= 64rem) 38vw, 100vw"
          className="h-full! w-full aspect-auto!"
          eager
        />
      </div>
    </section>
  );
}

function Team({ members }: { members: Member[] }) {
  if (members.length === 0) return null;
  return (
    <section aria-labelledby="team" className="section">
      <div className="wrap">
        <h2 id="team" className="text-3xl">
          Who you will meet
        </h2>
        <ul className="mt-10 grid gap-x-8 gap-y-14 md:grid-cols-3 md:gap-x-6 lg:mt-14 lg:gap-x-10">
          {members.map((member) => (
            <li key={member.therapist.id} id={member.therapist.slug} className="scroll-mt-8">
              <MemberCard {...member} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function MemberCard({ therapist, firstName, days, gives, bookAt }: Member) {
  const isOnline = useOnlineBooking();
  return (
    <article>
      <Portrait therapist={therapist} sizes="(width >= 78rem) 25rem, (width >= 48rem) 33vw, 90vw" />
      <h3 className="mt-5 text-xl">{therapist.name}</h3>
      <p className="text-sm text-ink-soft">{therapist.role}</p>
      <p className="mt-3">{therapist.bio}</p>
      <dl className="mt-4 space-y-3 text-sm">
        {days && (
          <div>
            <dt className="text-ink-soft">Days</dt>
            <dd>{days}</dd>
          </div>
        )}
        {gives.length > 0 && (
          <div>
            <dt className="text-ink-soft">Treatments</dt>
            <dd>
              <ServiceLinks services={gives} />
            </dd>
          </div>
        )}
      </dl>
      {bookAt && isOnline && (
        <p className="mt-5">
          <LinkButton to={bookAt} reloadDocument look="outline" size="small">
            Book with {firstName}
          </LinkButton>
        </p>
      )}
    </article>
  );
}

function ServiceLinks({ services }: { services: Member["gives"] }) {
  return services.map(({ slug, title }, index) => (
    <Fragment key={slug}>
      {index > 0 && ", "}
      <Link to={`/services/${slug}`} reloadDocument className="prose-link">
        {title}
      </Link>
    </Fragment>
  ));
}

type Part = { title: string; text: string[] };

/** What to check before booking anywhere, beside our own principles where there is room. */
function Trust({ parts }: { parts: Part[] }) {
  return (
    <section aria-label="Qualifications and boundaries" className="section pt-0">
      <div className="wrap grid gap-x-12 gap-y-12 md:grid-cols-2 lg:gap-x-20">
        {parts.map(({ title, text }) => (
          <div key={title} className="border-t border-line pt-7">
            <h2 className="text-2xl">{title}</h2>
            {text.map((paragraph) => (
              <p key={paragraph} className="measure mt-4">
                {paragraph}
              </p>
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

type RoomProps = { words: WordsOf<"about">["room"]; scope: ContactLinks; image: Image | null };

function Room({ words, scope, image }: RoomProps) {
  return (
    <section aria-labelledby="room" className="section pt-0">
      <div className="wrap grid items-start gap-x-12 gap-y-8 md:grid-cols-2 lg:gap-x-20">
        <Pictured
          image={image}
          drawing="relaxation-massage"
          size="plate"
          sizes="(width >= 48rem) 50vw, 100vw"
          className="aspect-3/2! w-full rounded-sm"
        />
        <div>
          <h2 id="room" className="text-3xl">
            {words.title || "Getting here"}
          </h2>
          {words.text.map((paragraph) => (
            <p key={paragraph} className="measure mt-5">
              {paragraph}
            </p>
          ))}
          <address className="mt-6 not-italic">
            {scope.addressLines.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </div>
      </div>
    </section>
  );
}
