import { Link } from "react-router";
import type { ShownMoney } from "#app/payments/checkout.server.ts";
import type { TodayRow } from "#app/routes/admin/dashboard/today-view.ts";
import { PaymentLink } from "#app/routes/admin/money/payment-link.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { buttonClasses, LinkButton } from "#app/ui/button.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

/** The present or next client: who, what, when, and the actions. */
export function TodayCard({ row, money, title }: { row: TodayRow; money?: ShownMoney; title: string }) {
  const mark = (attendance: string) => ({
    action: `/admin/appointments/${row.id}/attendance`,
    fields: { attendance, seen: row.attendance },
  });
  return (
    <section aria-label={`${title}: ${row.name}`} className="border-l-4 border-accent bg-surface p-4">
      <p className="text-sm">
        {title}
        {row.moment && `, ${row.moment}`}
      </p>
      <h3 className="mt-1 text-xl">
        <Link to={`/admin/appointments/${row.id}`} className="wrap-anywhere no-underline hover:underline">
          <span className="figures">{row.time}</span> {row.name}
        </Link>
      </h3>
      <p>
        {row.service}, {row.minutes} min{row.therapist && `, with ${row.therapist}`}
      </p>
      {row.where && <p className="mt-1 whitespace-pre-line wrap-anywhere">{row.where}</p>}
      {row.practicalNote && <p className="mt-1 whitespace-pre-line wrap-anywhere">“{row.practicalNote}”</p>}
      {row.tags.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-1">
          {row.tags.map((tag, nth) => (
            <StatusTag key={tag} look={tag === "Needs confirming" || (row.isOff && nth === 0) ? "waiting" : "plain"}>
              {tag}
            </StatusTag>
          ))}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {row.isOff && (
          <LinkButton
            to={`/admin/stranded#client-${row.id}`}
            size="small"
            aria-label={`Find another time for ${row.name}`}
          >
            Find another time
          </LinkButton>
        )}
        {row.attendance === "expected" && !row.isOff && (
          <ChangeButton change={mark("arrived")} look="primary" label={`${row.name} has arrived`}>
            Arrived
          </ChangeButton>
        )}
        {money && (row.hasBegun || row.attendance !== "expected") && (
          <PaymentLink id={row.id} money={money} name={row.name} />
        )}
        {row.phoneHref && (
          <a href={row.phoneHref} className={buttonClasses({ look: "outline", size: "small" })}>
            Call<span className="sr-only"> {row.name}</span>
          </a>
        )}
        {row.hasBegun && row.attendance !== "missed" && (
          <ChangeButton
            change={mark("missed")}
            ask={{
              title: `${row.name} did not attend?`,
              body: "It counts as a missed appointment. Nobody is written to, and you can take it back.",
              keep: "Not so",
              doIt: "Did not attend",
            }}
          >
            Did not attend
          </ChangeButton>
        )}
      </div>
    </section>
  );
}
