import { Link } from "react-router";
import type { MoneyView } from "#app/payments/checkout.server.ts";
import { RunningLate } from "#app/routes/admin/dashboard/running-late.tsx";
import type { DayLine, TodayRow } from "#app/routes/admin/dashboard/today-view.ts";
import { BalanceBeside, PaymentLink } from "#app/routes/admin/money/payment-link.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { buttonClasses, LinkButton } from "#app/ui/button.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

/** The present or next client: who, what, when, and the actions. */
export function TodayCard({ row, money, title }: { row: TodayRow; money?: MoneyView; title: string }) {
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
      {money && <BalanceBeside money={money} />}
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
        {row.late.length > 0 && row.attendance !== "missed" && (
          <RunningLate id={row.id} name={row.name} choices={row.late} />
        )}
        {row.hasBegun && row.attendance !== "missed" && (
          <ChangeButton change={mark("missed")} label={`${row.name} did not attend`}>
            Did not attend
          </ChangeButton>
        )}
      </div>
    </section>
  );
}

/** The rest of the day in order, with its gaps and what colleagues have. */
export function DayLines({ lines }: { lines: DayLine[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.key} className="flex min-h-14 items-center gap-3 border-b border-line py-1">
          <span className="figures w-14 shrink-0 font-[650]">{line.time}</span>
          {line.kind === "appointment" && <Booked row={line.row} />}
          {line.kind === "appointment" && line.row.isOff && (
            <Link
              to={`/admin/stranded#client-${line.row.id}`}
              className={buttonClasses({ look: "quiet", size: "small" })}
            >
              Find another time<span className="sr-only"> for {line.row.name}</span>
            </Link>
          )}
          {line.kind === "gap" && <Free gap={line} />}
          {line.kind === "taken" && (
            <span className="min-w-0 flex-1 py-2 text-ink-soft wrap-anywhere">
              Taken
              <span className="block text-sm">
                {line.service}, {line.minutes} min, {line.therapist}
              </span>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Booked({ row }: { row: TodayRow }) {
  return (
    <Link
      to={`/admin/appointments/${row.id}`}
      className="min-w-0 flex-1 py-2 wrap-anywhere no-underline hover:underline"
    >
      {row.name}
      <span className="block text-sm text-ink-soft">
        {[row.service, `${row.minutes} min`, row.therapist].filter(Boolean).join(", ")}
        {row.tags.map((tag) => `. ${tag}`)}
      </span>
      {row.where && <span className="block text-sm">{row.where}</span>}
      {row.practicalNote && <span className="block text-sm">“{row.practicalNote}”</span>}
    </Link>
  );
}

function Free({ gap }: { gap: Extract<DayLine, { kind: "gap" }> }) {
  const { time, length, therapist, note, fill } = gap;
  return (
    <>
      <span className="min-w-0 flex-1 text-ink-soft">{[`${length} free`, therapist].filter(Boolean).join(", ")}</span>
      {fill ? (
        <Link to={fill} className={buttonClasses({ look: "quiet", size: "small" })}>
          Fill
          <span className="sr-only"> {[time, therapist].filter(Boolean).join(", ")}</span>
        </Link>
      ) : (
        <span className="text-sm text-ink-soft">{note}</span>
      )}
    </>
  );
}
