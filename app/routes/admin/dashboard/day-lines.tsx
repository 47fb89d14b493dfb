import { Link } from "react-router";
import type { DayLine } from "#app/routes/admin/dashboard/today-view.ts";
import { buttonClasses } from "#app/ui/button.tsx";

/** The rest of the day in order, with its gaps. */
export function DayLines({ lines }: { lines: DayLine[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.key} className="flex min-h-14 items-center gap-3 border-b border-line py-1">
          <span className="figures w-14 shrink-0 font-[650]">{line.time}</span>
          {line.kind === "appointment" ? (
            <Link
              to={`/admin/appointments/${line.row.id}`}
              className="min-w-0 flex-1 py-2 wrap-anywhere no-underline hover:underline"
            >
              {line.row.name}
              <span className="block text-sm text-ink-soft">
                {line.row.service}, {line.row.minutes} min, {line.row.therapist}
                {line.row.tags.map((tag) => `. ${tag}`)}
              </span>
              {line.row.practicalNote && <span className="block text-sm">“{line.row.practicalNote}”</span>}
            </Link>
          ) : (
            <>
              <span className="min-w-0 flex-1 text-ink-soft">
                {line.length} free, {line.therapist}
              </span>
              {line.fill ? (
                <Link to={line.fill} className={buttonClasses({ look: "quiet", size: "small" })}>
                  Fill
                  <span className="sr-only">
                    {" "}
                    {line.time}, {line.therapist}
                  </span>
                </Link>
              ) : (
                <span className="text-sm text-ink-soft">too short for anything</span>
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
