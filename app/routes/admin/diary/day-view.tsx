import { type MouseEvent, type ReactNode, startTransition, type UIEvent, useEffect, useRef, useState } from "react";
import { minuteAt, timeAt } from "#app/diary/day-axis.ts";
import type { DayColumn as Column, DayDrawing } from "#app/diary/day-columns.ts";
import type { DayEntry as Entry } from "#app/diary/day-entries.ts";
import type { AlertView } from "#app/health/alerts.server.ts";
import { DayColumn, placed, tall } from "#app/routes/admin/diary/day-column.tsx";
import type { OfferedPiece } from "#app/routes/admin/diary/diary-view.ts";
import { EntryCard, type OpenedEntry, SwapBar } from "#app/routes/admin/diary/entry-card.tsx";
import { useDayMoving } from "#app/routes/admin/diary/use-day-moving.ts";
import { useDayPointer } from "#app/routes/admin/diary/use-day-pointer.ts";
import type { Dropped, Swapped } from "#app/routes/admin/diary/use-dragging.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import "#app/routes/admin/diary/day-view.css";
import "#app/routes/admin/diary/day-entry.css";
import "#app/routes/admin/diary/day-frame.css";
import "#app/routes/admin/diary/day-scale.css";
import "#app/routes/admin/diary/day-print.css";

type Props = {
  drawing: DayDrawing;
  /** By the columns' keys. */
  offered: Readonly<Record<string, readonly OfferedPiece[]>>;
  /** Whether gaps lead to who waits for them. */
  waits: boolean;
  now: number;
  /** By client. */
  alerts: Readonly<Record<string, AlertView>>;
  title: string;
  addHref: (column: Column, time?: string) => string;
  onEmpty: (column: Column, time: string) => void;
  onDrop: (dragged: Dropped) => void;
  onSwap: (swapped: Swapped) => void;
  onBlock: (id: string) => void;
};

/** Columns beside each other over the same hours; on a phone one of them, and a press or a swipe to the next. */
export function DayView(props: Props) {
  const { drawing, offered, waits, now: loaded, alerts, title, addHref, onEmpty, onDrop, onSwap, onBlock } = props;
  const root = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const now = useNow(loaded);
  const moving = useDayMoving(drawing, onDrop);
  const pointer = useDayPointer(root, drawing, moving);
  const { columns, marks, minutes, beside } = drawing;
  const [openedId, setOpened] = useState<string | null>(null);
  // As it stands now: it may have changed since it was pressed.
  const opened = columns
    .flatMap((column) => column.entries.map((entry): OpenedEntry => ({ entry, column })))
    .find(({ entry }) => entry.id === openedId);
  // Whoever waits to be told with whom they change places.
  const [swapping, setSwapping] = useState<Entry | null>(null);
  const nowIn = columns.find(({ isToday }) => isToday);
  const nowAt = nowIn ? minuteAt(nowIn.axis, now) : -1;
  function press(entry: Entry) {
    if (!swapping) return startTransition(() => setOpened(entry.id));
    setSwapping(null);
    if (entry.id !== swapping.id) onSwap({ one: swapping, other: entry });
  }
  return (
    <div
      ref={root}
      onClickCapture={pointer.onClickCapture}
      className={tall("diary-view", minutes)}
      data-columns={Math.min(columns.length, 8)}
      data-wide={Math.min(columns.filter(({ isStrip }) => !isStrip).length, 8)}
    >
      <p className="diary-confidential">
        {title}. Confidential: names, telephone numbers and addresses of clients. Keep it where only the practice can
        read it.
      </p>
      {swapping && <SwapBar entry={swapping} onEnd={() => setSwapping(null)} />}
      <DaySegments columns={columns} label={beside === "days" ? "Days in view" : "Therapists in view"}>
        <div className="diary-grid">
          <div className="diary-hours" aria-hidden="true">
            <div className="diary-corner" />
            <div className={tall("diary-body", minutes)}>
              {marks
                .filter(({ at }) => !isUnderClock(at, nowAt))
                .map((mark) => (
                  <span key={mark.at} className={placed("diary-hour figures", { at: mark.at, lasts: 0 })}>
                    {mark.label}
                  </span>
                ))}
              {nowIn && nowAt >= 0 && nowAt <= minutes && (
                <span className={placed("diary-clock figures", { at: nowAt, lasts: 0 })}>
                  {timeAt(nowIn.axis, nowAt)}
                </span>
              )}
            </div>
          </div>
          {columns.map((column, index) => (
            <DayColumn
              key={column.key}
              {...{ column, index, now, moving, pointer, addHref, onEmpty, waits }}
              offered={offered[column.key] ?? []}
              showPortrait={beside === "therapists"}
              onBlock={hydrated ? onBlock : null}
              onEntry={press}
            />
          ))}
        </div>
      </DaySegments>
      {opened && (
        <EntryCard
          key={opened.entry.id}
          {...opened}
          now={now}
          alert={alerts[opened.entry.alertOf ?? ""]}
          onResize={onDrop}
          onSwap={() => setSwapping(opened.entry)}
          onClose={() => setOpened(null)}
        />
      )}
      <DayKey waits={waits} />
      <p role="status" className="sr-only">
        {moving.said}
      </p>
    </div>
  );
}

/** The hour's figures stand a little below its line; the present's stand on its own. */
function isUnderClock(at: number, nowAt: number): boolean {
  return nowAt >= 0 && nowAt > at - 8 && nowAt < at + 28;
}

const SIGNS = [
  { look: "working", words: "working" },
  { look: "off", words: "not working" },
  { look: "unavailable", words: "break or closed" },
  { look: "buffer", words: "buffer" },
  { look: "now", words: "now" },
];

/** What the looks mean, and which keys move an appointment. */
function DayKey({ waits }: { waits: boolean }) {
  return (
    <div className="diary-key">
      {[...SIGNS, ...(waits ? [{ look: "offered", words: "held for an offer" }] : [])].map(({ look, words }) => (
        <span key={look}>
          <i data-sign={look} aria-hidden="true" />
          {words}
        </span>
      ))}
      <span id="diary-how" className="diary-how">
        <kbd>Enter</kbd> opens an appointment. <kbd>Space</kbd> lifts it, arrow keys carry it to another time or column,{" "}
        <kbd>Shift</kbd> with them changes its length, <kbd>Enter</kbd> drops it, <kbd>Esc</kbd> puts it back.
      </span>
    </div>
  );
}

type SegmentsProps = { columns: Column[]; label: string; children: ReactNode };

/** On a phone: one column in view, with a press on its name or a swipe to another. Without a script they are anchors. */
function DaySegments({ columns, label, children }: SegmentsProps) {
  const scroller = useRef<HTMLElement>(null);
  const names = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    const strip = names.current;
    const name = strip?.querySelector<HTMLElement>("[aria-current]");
    if (name && current >= 0) strip?.scrollTo({ left: name.offsetLeft - (strip.clientWidth - name.clientWidth) / 2 });
  }, [current]);

  function show(event: MouseEvent, index: number) {
    const box = scroller.current;
    if (!box) return;
    event.preventDefault();
    box.scrollTo({ left: index * stepOf(box, columns.length) });
  }

  function follow({ currentTarget: box }: UIEvent<HTMLElement>) {
    const step = stepOf(box, columns.length);
    if (step > 0) setCurrent(Math.min(columns.length - 1, Math.round(box.scrollLeft / step)));
  }

  return (
    <>
      {columns.length > 1 && (
        <nav ref={names} aria-label={label} className="diary-segments">
          {columns.map(({ key, title, booked, therapist }, index) => (
            <a
              key={key}
              href={`#day-${key}`}
              aria-current={index === current ? "true" : undefined}
              onClick={(event) => show(event, index)}
            >
              {title}
              {/* A colleague's taken times are not counted here. */}
              {(therapist.slug !== null || booked > 0) && (
                <>
                  {" "}
                  <span className="figures">{booked}</span>
                  <span className="sr-only"> booked</span>
                </>
              )}
            </a>
          ))}
        </nav>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
      <section ref={scroller} tabIndex={0} aria-label="Columns" className="diary-scroll" onScroll={follow}>
        {children}
      </section>
    </>
  );
}

/** The width of a column where one is shown at a time. */
function stepOf({ scrollWidth, clientWidth }: HTMLElement, columns: number): number {
  return columns > 1 ? (scrollWidth - clientWidth) / (columns - 1) : 0;
}

const MINUTE_MS = 60_000;

/** The loader's time, running on from there by the minute. */
function useNow(loaded: number): number {
  const [now, setNow] = useState(loaded);
  useEffect(() => {
    const loadedAt = performance.now();
    const tick = () => setNow(loaded + performance.now() - loadedAt);
    setNow(loaded);
    const ticking = setInterval(tick, MINUTE_MS / 2);
    return () => clearInterval(ticking);
  }, [loaded]);
  return now;
}
