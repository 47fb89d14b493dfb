import { Link } from "react-router";
import type { DayLanes } from "#app/diary/day-lanes.ts";
import type { DayLine } from "#app/routes/admin/dashboard/today-view.ts";
import { placed, tall } from "#app/routes/admin/diary/day-column.tsx";
import "#app/routes/admin/diary/day-scale.css";
import "#app/routes/admin/dashboard/today-lanes.css";

type Gap = Extract<DayLine, { kind: "gap" }>;
type Props = { lanes: DayLanes; lines: DayLine[] };

/** A lane for each therapist, with the present across all of them. A gap books into itself. */
export function TodayLanes({ lanes: { minutes, marks, now, lanes }, lines }: Props) {
  const gaps = new Map(lines.flatMap((line): [string, Gap][] => (line.kind === "gap" ? [[line.key, line]] : [])));
  return (
    <section aria-labelledby="lanes" className={tall("today-lanes mb-8 max-lg:hidden", minutes)}>
      <h2 id="lanes" className="sr-only">
        The day by therapist
      </h2>
      <p className="today-axis figures" aria-hidden="true">
        {marks.map(({ at, label }) => (
          <span key={at} className={placed("", { at, lasts: 0 })}>
            {label}
          </span>
        ))}
        {now && <span className={placed("today-clock", { at: now.at, lasts: 0 })}>{now.time}</span>}
      </p>
      {lanes.map((lane) => (
        <div key={lane.id} className="today-lane">
          <div className="self-center pr-3">
            <h3>{lane.name}</h3>
            <p className="text-sm text-ink-soft">{lane.line}</p>
          </div>
          <div className="today-track">
            {lane.working.map((piece) => (
              <i key={piece.at} className={placed("", piece)} />
            ))}
            {lane.breaks.map((piece) => (
              <i key={`break ${piece.at}`} className={placed("today-break", piece)} />
            ))}
            <ul>
              {[
                ...lane.entries.map((entry) => ({
                  ...{ at: entry.at, lasts: entry.lasts, key: entry.id },
                  drawn: (
                    <Link to={`/admin/appointments/${entry.id}`} className="today-entry" data-state={entry.state}>
                      <span className="sr-only">{entry.time} </span>
                      <b>{entry.name}</b>
                      <span>
                        {entry.state === "missed" ? "Did not attend" : entry.service}
                        {entry.state === "pending" && <span className="sr-only">, needs confirming</span>}
                      </span>
                    </Link>
                  ),
                })),
                ...lane.gaps.flatMap(({ key, ...piece }) => {
                  const gap = gaps.get(key);
                  return gap?.fill ? [{ ...piece, key, drawn: <FreeTime gap={gap} to={gap.fill} /> }] : [];
                }),
              ]
                .sort((a, b) => a.at - b.at)
                .map(({ key, at, lasts, drawn }) => (
                  <li key={key} className={placed("", { at, lasts })}>
                    {drawn}
                  </li>
                ))}
            </ul>
          </div>
        </div>
      ))}
      {now && (
        <div className="today-line" aria-hidden="true">
          <i className={placed("today-now", { at: now.at, lasts: 0 })} />
        </div>
      )}
    </section>
  );
}

function FreeTime({ gap: { time, length, therapist }, to }: { gap: Gap; to: string }) {
  return (
    <Link to={to} className="today-gap">
      <b>Fill</b>
      <span>
        <span className="sr-only">{[time, therapist].filter(Boolean).join(", ")}, </span>
        {length}
      </span>
    </Link>
  );
}
