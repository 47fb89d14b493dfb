import type { ComponentProps } from "react";
import { Link } from "react-router";
import type { DayEntry as Entry } from "#app/diary/day-entries.ts";
import { placed } from "#app/routes/admin/diary/placed.ts";
import { entryId } from "#app/routes/admin/diary/use-day-moving.ts";

/** How much text a piece of the diary has room for. */
export function heightOf({ lasts }: { lasts: number }): "one-line" | "two-lines" | undefined {
  if (lasts <= 40) return "one-line";
  return lasts < 60 ? "two-lines" : undefined;
}

type Props = { entry: Entry; isLifted: boolean; isMovable: boolean; handlers: ComponentProps<typeof Link> | object };

/** One appointment: a link to its record, which can be carried to another place. Its buffers stand around it. */
export function DayEntry({ entry, isLifted, isMovable, handlers }: Props) {
  return (
    <>
      <Link
        {...handlers}
        to={`/admin/appointments/${entry.id}`}
        id={entryId(entry.id)}
        draggable={false}
        aria-describedby={isMovable ? "diary-how" : undefined}
        className={placed("diary-entry", entry, entry)}
        data-past={entry.isPast || undefined}
        data-pending={entry.status === "Pending" || undefined}
        data-arrived={entry.tag?.look === "good" || undefined}
        data-missed={entry.tag?.look === "bad" || undefined}
        data-lifted={isLifted || undefined}
        data-height={heightOf(entry)}
      >
        <span className="diary-who">
          <b className="figures">{entry.time}</b> <b>{entry.name}</b>
        </span>{" "}
        <span className="diary-what">
          {entry.phone && <span className="diary-phone">{entry.phone}, </span>}
          {entry.service}, {entry.minutes} min
          {entry.where && <span className="wrap-anywhere">. {entry.where}</span>}
        </span>{" "}
        {entry.tag && (
          <span className="diary-tag" data-look={entry.tag.look}>
            {entry.tag.words}
          </span>
        )}
        {isMovable && <span className="diary-edge" data-edge aria-hidden="true" />}
      </Link>
      {entry.tails.map((tail) => (
        <i key={tail.at} className={placed("diary-buffer", tail, entry)} />
      ))}
    </>
  );
}
