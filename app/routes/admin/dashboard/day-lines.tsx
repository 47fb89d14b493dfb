import { Link } from "react-router";
import type { DayLine, TodayRow } from "#app/routes/admin/dashboard/today-view.ts";
import { buttonClasses } from "#app/ui/button.tsx";

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
