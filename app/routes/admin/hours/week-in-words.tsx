import { href, Link } from "react-router";
import { dayInWords } from "#app/platform/day-in-words.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";

/** A week for a therapist whose weekly hours an owner changes. */
export function WeekInWords({ told: { weekAFrom, ...days } }: { told: Record<string, string> }) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/hours")}>All hours</BackLink>
      <PageHeading title="Your weekly hours" intro="An owner changes your weekly hours." />
      {weekAFrom && <p className="mb-4">Week A is the one of {dayInWords(weekAFrom, { year: true })}.</p>}
      <dl className="divide-y divide-line border-y border-line">
        {Object.entries(days).map(([day, times]) => (
          <div key={day} className="grid gap-x-4 py-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="font-[650]">{day}</dt>
            <dd className="figures">{times}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <Link to={href("/admin/hours")} className="prose-link inline-flex min-h-11 items-center">
          Ask for time off
        </Link>
      </p>
    </div>
  );
}
