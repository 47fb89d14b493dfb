import type { ComponentProps, KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { href, Link } from "react-router";
import { Portrait } from "#app/catalogue/portrait.tsx";
import { instantAt, minuteAt, type Piece, timeAt } from "#app/diary/day-axis.ts";
import type { DayColumn as Column, FreeGap } from "#app/diary/day-columns.ts";
import type { DayEntry as Entry, Lane, TakenEntry } from "#app/diary/day-entries.ts";
import { dropPreviewInWords } from "#app/diary/drop-preview.ts";
import type { UnavailableTime } from "#app/diary/unavailable-time.ts";
import { opensElsewhere } from "#app/routes/admin/diary/diary-list.tsx";
import type { OfferedPiece } from "#app/routes/admin/diary/diary-view.ts";
import { entryId, type useDayMoving } from "#app/routes/admin/diary/use-day-moving.ts";
import type { useDayPointer } from "#app/routes/admin/diary/use-day-pointer.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  column: Column;
  offered: readonly OfferedPiece[];
  waits: boolean;
  index: number;
  now: number;
  showPortrait: boolean;
  moving: ReturnType<typeof useDayMoving>;
  pointer: ReturnType<typeof useDayPointer>;
  addHref: (column: Column, time?: string) => string;
  /** A press with a pointer, where the place in it tells the time. */
  onEmpty: (column: Column, time: string) => void;
  onBlock: ((id: string) => void) | null;
  onEntry: (entry: Entry) => void;
};

/** One therapist's day: head, hours, and in order of time what is booked, closed and free. */
export function DayColumn(props: Props) {
  const { column, offered, waits, index, now, showPortrait, moving, pointer, addHref, onEmpty, onBlock, onEntry } =
    props;
  const { axis, therapist } = column;
  const { lifted } = moving;
  const nowAt = column.isToday ? minuteAt(axis, now) : -1;
  const canAdd = therapist.slug !== null;
  const handlersOf = (entry: Entry) => {
    const from = { column: index, at: entry.at, lasts: entry.lasts };
    return {
      onKeyDown: (event: KeyboardEvent) => moving.onKeyDown(event, entry, from),
      onPointerDown: (event: PointerEvent<HTMLElement>) => pointer.onPointerDown(event, entry, from),
      onPointerMove: pointer.onPointerMove,
      onPointerUp: pointer.onPointerUp,
      onPointerCancel: pointer.onPointerCancel,
      onContextMenu: pointer.onContextMenu,
    };
  };
  function press(event: MouseEvent<HTMLElement>) {
    if (event.defaultPrevented || event.detail === 0 || !canAdd) return;
    const pressed = event.target as HTMLElement;
    if (pressed.closest("a:not([data-gap]), button")) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const minute = ((event.clientY - top) / height) * axis.minutes;
    event.preventDefault();
    onEmpty(column, timeAt(axis, Math.max(0, Math.floor(minute / 15) * 15)));
  }
  const isMovable = onBlock !== null;
  const inOrder = [
    ...column.entries.map((entry) => ({
      at: entry.at,
      key: entry.id,
      drawn: (
        <DayEntry
          entry={entry}
          isLifted={lifted?.entry.id === entry.id}
          isMovable={isMovable}
          handlers={isMovable ? handlersOf(entry) : {}}
          onOpen={isMovable ? () => onEntry(entry) : null}
        />
      ),
    })),
    ...column.taken.map((taken) => ({
      at: taken.at,
      key: `taken ${taken.at} ${taken.lane}`,
      drawn: <Taken taken={taken} />,
    })),
    ...column.unavailable.map((piece) => ({
      at: piece.at,
      key: `unavailable ${piece.at}`,
      drawn: <Unavailable piece={piece} onBlock={onBlock} />,
    })),
    ...(canAdd ? column.gaps : []).map((gap) => ({
      at: gap.at,
      key: `gap ${gap.at}`,
      drawn: (
        <>
          <Gap gap={gap} to={addHref(column, gap.time)} />
          {waits && gap.lasts >= LEAST_WITH_WORDS && <WhoWaits column={column} gap={gap} />}
        </>
      ),
    })),
    ...offered.map((piece) => ({ at: piece.at, key: piece.id, drawn: <Offered piece={piece} opens={waits} /> })),
  ].sort((a, b) => a.at - b.at);
  return (
    <section
      className="diary-column"
      data-strip={column.isStrip || undefined}
      id={`day-${column.key}`}
      aria-labelledby={`day-${column.key}-title`}
    >
      <div className="diary-head" data-today={(!showPortrait && column.isToday) || undefined}>
        {showPortrait && (
          <span className="diary-portrait">
            <Portrait therapist={therapist} sizes="40px" />
          </span>
        )}
        <div className="diary-name">
          <h2 id={`day-${column.key}-title`}>{column.title}</h2>
          <p className="figures">{column.line}</p>
        </div>
        {canAdd && (
          <Link to={addHref(column)} preventScrollReset className="diary-add">
            <Icon name="plus" />
            <span className="sr-only">Add: {column.title}</span>
          </Link>
        )}
      </div>
      <div className={tall("diary-body", axis.minutes)} data-column={index} onClickCapture={press}>
        {column.isStrip && (
          <p className="diary-idle" aria-hidden="true">
            {column.title}, not working
          </p>
        )}
        {column.working.map((piece) => (
          <i key={piece.at} className={placed("diary-working", piece)} />
        ))}
        <ol>
          {inOrder.map(({ key, drawn }) => (
            <li key={key}>{drawn}</li>
          ))}
        </ol>
        {nowAt >= 0 && nowAt <= axis.minutes && <i className={placed("diary-now", { at: nowAt, lasts: 0 })} />}
        {lifted?.to.column === index && (
          <div className={placed("diary-ghost", lifted.to)} data-drop={lifted.preview.kind} aria-hidden="true">
            <b className="figures">{timeAt(axis, lifted.to.at)}</b> <b>{lifted.entry.name}</b>
            <span>{dropPreviewInWords(lifted.preview)}</span>
          </div>
        )}
      </div>
    </section>
  );
}

function Taken({ taken }: { taken: TakenEntry }) {
  return (
    <div
      className={placed("diary-entry diary-taken", taken, taken)}
      data-past={taken.isPast || undefined}
      data-height={heightOf(taken)}
    >
      <span className="diary-who">
        <b className="figures">{taken.time}</b> Taken
      </span>{" "}
      <span className="diary-what">
        {taken.service}, {taken.minutes} min
      </span>
    </div>
  );
}

function Gap({ gap, to }: { gap: FreeGap; to: string }) {
  return (
    <Link to={to} preventScrollReset data-gap className={placed("diary-gap", gap)}>
      <span>
        <span className="sr-only">Add, free </span>
        <span className="figures">
          {gap.time} to {gap.until}
        </span>
      </span>
    </Link>
  );
}

// Lower than this there is no room for the words.
const LEAST_WITH_WORDS = 30;

function WhoWaits({ column: { axis, therapist }, gap }: { column: Column; gap: FreeGap }) {
  const [start, end] = [instantAt(axis, gap.at), instantAt(axis, gap.at + gap.lasts)];
  const query = new URLSearchParams({ with: therapist.slug ?? "", start: String(start), end: String(end) });
  return (
    <Link
      to={`${href("/admin/waiting-list")}?${query}`}
      className={placed("diary-who-waits", { at: gap.at, lasts: 0 })}
    >
      Who is waiting
      <span className="sr-only">
        {" "}
        for {gap.time} to {gap.until}?
      </span>
    </Link>
  );
}

/** A time that is kept for an offer: dashed, with the rest of the hold as its lower edge. */
function Offered({ piece, opens }: { piece: OfferedPiece; opens: boolean }) {
  const words = (
    <>
      <span className="diary-who">
        <b className="figures">{piece.time}</b> offered to <b>{piece.name}</b>
      </span>{" "}
      <span className="diary-what">{piece.line}</span>
      {piece.hold && (
        <progress className="diary-rest" max={piece.hold.whole} value={piece.hold.left} aria-hidden="true" />
      )}
    </>
  );
  const look = placed("diary-entry diary-offered", piece);
  if (!opens) return <div className={look}>{words}</div>;
  return (
    <Link to={href("/admin/waiting-list")} className={look} data-kept={piece.hold !== null || undefined}>
      {words}
    </Link>
  );
}

function Unavailable({ piece, onBlock }: { piece: UnavailableTime; onBlock: Props["onBlock"] }) {
  const can = useMay();
  const removable = can("change", "closures") ? piece.removable : null;
  return (
    <div className={placed("diary-unavailable", piece)} data-tall={piece.lasts >= 90 || undefined}>
      {removable && onBlock ? (
        <button type="button" onClick={() => onBlock(removable)} aria-haspopup="dialog">
          {piece.title}
        </button>
      ) : (
        <span>{piece.title}</span>
      )}
    </div>
  );
}

/** How much text a piece of the diary has room for. */
function heightOf({ lasts }: { lasts: number }): "one-line" | "two-lines" | undefined {
  if (lasts <= 40) return "one-line";
  return lasts < 60 ? "two-lines" : undefined;
}

type EntryProps = {
  entry: Entry;
  isLifted: boolean;
  isMovable: boolean;
  handlers: ComponentProps<typeof Link> | object;
  onOpen: (() => void) | null;
};

/** One appointment: a press opens its card. It can be carried to another place; its buffers stand around it. */
function DayEntry({ entry, isLifted, isMovable, handlers, onOpen }: EntryProps) {
  function open(event: MouseEvent) {
    // As for any link, a new tab gets the record itself.
    if (!onOpen || opensElsewhere(event)) return;
    event.preventDefault();
    onOpen();
  }
  return (
    <>
      <Link
        {...handlers}
        to={`/admin/appointments/${entry.id}`}
        id={entryId(entry.id)}
        draggable={false}
        onClick={open}
        aria-haspopup={onOpen ? "dialog" : undefined}
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
          {entry.alertOf && (
            <span className="diary-alert">
              <Icon name="flag" />
              <span className="sr-only"> Alert</span>
            </span>
          )}
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

/** The classes of day-scale.css that put a piece at its time, in its lane. */
export function placed(look: string, { at, lasts }: Piece, lane: Lane = { lane: 0, lanes: 1 }): string {
  return classNames(
    look,
    ...inHours("at", at),
    ...inHours("lasts", lasts),
    lane.lanes > 1 && `lanes-${Math.min(lane.lanes, 4)} lane-${Math.min(lane.lane, 3)}`,
  );
}

/** The same for a height alone. */
export function tall(look: string, lasts: number): string {
  return classNames(look, ...inHours("lasts", lasts));
}

function inHours(name: string, minutes: number): string[] {
  const whole = Math.round(minutes / 5) * 5;
  return [`${name}-h${Math.floor(whole / 60)}`, `${name}-m${whole % 60}`];
}
