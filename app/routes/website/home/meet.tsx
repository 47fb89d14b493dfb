import { Link } from "react-router";
import { Portrait } from "#app/catalogue/portrait.tsx";
import type { NextTime } from "#app/routes/website/home/next-time.ts";
import type { Member } from "#app/routes/website/team-member.ts";
import type { WordsOf } from "#app/site/page-words.ts";
import { useOnlineBooking } from "#app/ui/shell/book-button.tsx";
import { ViewerTime } from "#app/ui/viewer-time.tsx";

type Person = Member & { next: NextTime | null };
type Props = { words: WordsOf<"home">["team"]; people: Person[] };

/** The therapists, with level, days and next free time. */
export function Meet({ words, people }: Props) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="who-you-will-meet" className="trust">
      <div className="wrap">
        <h2
          id="who-you-will-meet"
          className="text-[clamp(2.125rem,1.8rem+1.4vw,2.875rem)] leading-[1.04] tracking-[-0.03em]"
        >
          {words.title || "Who you will meet"}
        </h2>
        {words.lead && <p className="mt-2 text-lg text-pretty text-ink-soft">{words.lead}</p>}
        <ul className="mt-5 gap-x-6 gap-y-10 sm:mt-7 sm:grid sm:grid-cols-2 md:grid-cols-3 lg:gap-x-10">
          {people.map((person) => (
            <li key={person.therapist.id} className="max-sm:border-t max-sm:border-line max-sm:py-3">
              <PersonCard {...person} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function PersonCard({ therapist, days, bookAt, firstName, next }: Person) {
  const isOnline = useOnlineBooking();
  return (
    <article className="grid gap-x-4 sm:block">
      <Portrait therapist={therapist} sizes="(width >= 78rem) 24rem, (width >= 40rem) 33vw, 8rem" isSmallOnPhones />
      <div className="sm:mt-4.5">
        <h3 className="text-xl leading-tight">{therapist.name}</h3>
        <p className="mt-1 text-sm">{therapist.role}</p>
        {days && <p className="text-sm text-ink-soft">{days}</p>}
        <p className="mt-2 max-w-[36ch] text-sm max-md:hidden">{therapist.bio}</p>
        {bookAt && isOnline && (
          <Link
            to={next?.to ?? bookAt}
            reloadDocument
            className="prose-link mt-1 inline-flex min-h-11 items-center text-sm"
          >
            {next ? (
              <span>
                Next free{" "}
                <strong>
                  <ViewerTime at={next.start} zone={next.zone} as="shortDay" />,{" "}
                  <ViewerTime at={next.start} zone={next.zone} as="time" />
                </strong>
                <span className="sr-only"> with {firstName}</span>
              </span>
            ) : (
              <span>See {firstName}’s times</span>
            )}
          </Link>
        )}
      </div>
    </article>
  );
}
