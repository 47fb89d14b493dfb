import { useRef } from "react";
import { minuteAt, timeAt } from "#app/diary/day-axis.ts";
import type { DayColumn as Column, DayDrawing } from "#app/diary/day-columns.ts";
import { DayColumn } from "#app/routes/admin/diary/day-column.tsx";
import { DayKey } from "#app/routes/admin/diary/day-key.tsx";
import { DaySegments } from "#app/routes/admin/diary/day-segments.tsx";
import { placed, tall } from "#app/routes/admin/diary/placed.ts";
import { useDayMoving } from "#app/routes/admin/diary/use-day-moving.ts";
import { useDayPointer } from "#app/routes/admin/diary/use-day-pointer.ts";
import type { Dragged } from "#app/routes/admin/diary/use-dragging.ts";
import { useNow } from "#app/routes/admin/diary/use-now.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import "#app/routes/admin/diary/day-view.css";
import "#app/routes/admin/diary/day-entry.css";
import "#app/routes/admin/diary/day-frame.css";
import "#app/routes/admin/diary/day-scale.css";
import "#app/routes/admin/diary/day-print.css";

type Props = {
  drawing: DayDrawing;
  now: number;
  title: string;
  addHref: (column: Column, time?: string) => string;
  onEmpty: (column: Column, time: string) => void;
  onDrop: (dragged: Dragged) => void;
  onBlock: (id: string) => void;
};

/** Columns beside each other over the same hours; on a phone one of them, and a press or a swipe to the next. */
export function DayView({ drawing, now: loaded, title, addHref, onEmpty, onDrop, onBlock }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const hydrated = useHydrated();
  const now = useNow(loaded);
  const moving = useDayMoving(drawing, onDrop);
  const pointer = useDayPointer(root, drawing, moving);
  const { columns, marks, minutes, beside } = drawing;
  const nowIn = columns.find(({ isToday }) => isToday);
  const nowAt = nowIn ? minuteAt(nowIn.axis, now) : -1;
  if (columns.length === 0) return <p className="text-ink-soft">There are no therapists yet.</p>;
  return (
    <div
      ref={root}
      onClickCapture={pointer.onClickCapture}
      className={tall("diary-view", minutes)}
      data-columns={Math.min(columns.length, 8)}
    >
      <p className="diary-confidential">
        {title}. Confidential: names, telephone numbers and addresses of clients. Keep it where only the practice can
        read it.
      </p>
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
              {...{ column, index, now, moving, pointer, addHref, onEmpty }}
              showPortrait={beside === "therapists"}
              onBlock={hydrated ? onBlock : null}
            />
          ))}
        </div>
      </DaySegments>
      <DayKey />
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
