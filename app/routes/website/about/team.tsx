import { Fragment } from "react";
import { Link } from "react-router";
import { Portrait } from "#app/catalogue/portrait.tsx";
import type { Member } from "#app/routes/website/about/team-member.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { useOnlineBooking } from "#app/ui/shell/book-button.tsx";

export function Team({ members }: { members: Member[] }) {
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
            <dt className="text-ink-soft">Gives</dt>
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
