import { Fragment, type MouseEvent, type ReactNode, useCallback } from "react";
import { Link, useNavigate } from "react-router";
import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import type { DiaryBlock, DiaryDay, DiaryEntry, DiaryTaken } from "#app/routes/admin/diary/diary-view.ts";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";

type Props = {
  days: DiaryDay[];
  today: string;
  addHref: (day: string) => string;
  dayHref: (day: string) => string;
};

/** The diary as a list by day: on phones, and until the script runs. */
export function DiaryList({ days, today, addHref, dayHref }: Props) {
  return (
    <FollowedLinks className="space-y-8">
      {days.map(({ date, title, entries, taken, blocks, beyond }) => (
        <section key={date} aria-labelledby={`day-${date}`}>
          <div className="flex items-baseline justify-between gap-3 border-b border-edge">
            <h2 id={`day-${date}`} className={date === today ? "border-b-3 border-accent text-lg" : "text-lg"}>
              {title}
              {date === today && <span className="sr-only"> (today)</span>}
            </h2>
            <Link
              to={addHref(date)}
              preventScrollReset
              className="prose-link inline-flex min-h-11 items-center text-sm"
            >
              Add<span className="sr-only"> on {title}</span>
            </Link>
          </div>
          {blocks.map((block) => (
            <p key={block.id} className="flex flex-wrap items-center gap-x-3 py-2 wrap-anywhere text-ink-soft">
              {block.title}
              <BlockButton block={block} />
            </p>
          ))}
          {entries.length + taken.length === 0 && <p className="py-2 text-ink-soft">No appointments.</p>}
          <ul>
            {linesOf(entries, taken).map(({ key, line }) => (
              <Fragment key={key}>{line}</Fragment>
            ))}
          </ul>
          {beyond > 0 && (
            <Link to={dayHref(date)} className="prose-link inline-flex min-h-11 items-center">
              And {beyond} more<span className="sr-only"> on {title}</span>
            </Link>
          )}
        </section>
      ))}
    </FollowedLinks>
  );
}

function linesOf(entries: readonly DiaryEntry[], taken: readonly DiaryTaken[]) {
  const own = entries.map((entry) => ({ at: entry.start, key: entry.id, line: <Line entry={entry} /> }));
  const others = taken.map((one) => ({
    at: one.start,
    key: `${one.start} ${one.therapist} ${one.service}`,
    line: <Taken taken={one} />,
  }));
  return [...own, ...others].sort((a, b) => a.at - b.at);
}

function Taken({ taken: { time, service, therapist, look } }: { taken: DiaryTaken }) {
  return (
    <li className={`diary-line diary-look-${look}`}>
      <span className="figures w-13 shrink-0 font-[650]">{time}</span>
      <span className="min-w-0 flex-1 py-2 text-ink-soft wrap-anywhere">
        Taken
        <span className="block text-sm">{`${service}, ${therapist}`}</span>
      </span>
    </li>
  );
}

function Line({ entry }: { entry: DiaryEntry }) {
  return (
    <li className={`diary-line diary-look-${entry.look}`}>
      <span className="figures w-13 shrink-0 font-[650]">{entry.time}</span>
      <a
        href={`/admin/appointments/${entry.id}`}
        className="min-w-0 flex-1 py-2 wrap-anywhere no-underline hover:underline"
      >
        {entry.name}
        <span className="block text-sm text-ink-soft">
          {[`${entry.service}, ${entry.therapist}`, entry.attendedTag].filter(Boolean).join(". ")}
        </span>
      </a>
      {entry.status !== "Confirmed" && <AppointmentStatus status={entry.status} />}
    </li>
  );
}

/** Removes blocked time. Closures of the whole practice are changed under Hours. */
function BlockButton({ block }: { block: DiaryBlock }) {
  if (!block.removable) return null;
  return (
    <ChangeButton
      look="quiet"
      label={`Open again: ${block.title}`}
      change={{ action: "/admin/diary/blocks", fields: { remove: block.id } }}
    >
      Open again
    </ChangeButton>
  );
}

/** Whether a press on a link is the browser's: a new tab or window, or a file. */
export function opensElsewhere({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey || button !== 0;
}

/**
 * Follows the plain links (`a`) within as `Link` would, without loading a page. A `Link` costs the server 9 µs, which is
 * most of what a list of a thousand takes.
 */
function FollowedLinks({ className, children }: { className?: string; children: ReactNode }) {
  const navigate = useNavigate();
  const follow = useCallback(
    (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || opensElsewhere(event) || event.defaultPrevented || link.origin !== window.location.origin) return;
      event.preventDefault();
      navigate(`${link.pathname}${link.search}${link.hash}`);
    },
    [navigate],
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: its links have the keys
    // biome-ignore lint/a11y/noStaticElementInteractions: its links are pressed
    <div className={className} onClick={follow}>
      {children}
    </div>
  );
}
