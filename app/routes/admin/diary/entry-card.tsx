import { useEffect, useRef, useState } from "react";
import { href, useFetcher } from "react-router";
import type { Attendance } from "#app/appointments/attendance.ts";
import { nextBookingAfter } from "#app/diary/booking/add-appointment.tsx";
import { instantAt, minuteAt, timeAt } from "#app/diary/day-axis.ts";
import type { DayColumn, DayDrawing } from "#app/diary/day-columns.ts";
import type { DayEntry } from "#app/diary/day-entries.ts";
import { previewDrop } from "#app/diary/drop-preview.ts";
import type { AlertView } from "#app/health/alerts.server.ts";
import { dateInWords } from "#app/platform/date-time.ts";
import { AlertLine } from "#app/routes/admin/clients/alerts.tsx";
import type { Dropped } from "#app/routes/admin/diary/use-dragging.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { Button, buttonClasses, LinkButton } from "#app/ui/controls.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

export type OpenedEntry = { entry: DayEntry; column: DayColumn };

type Props = OpenedEntry & {
  now: number;
  alert: AlertView | undefined;
  onResize: (dropped: Dropped) => void;
  /** The next press on an appointment says with whom it changes places. Left out where the day is not drawn. */
  onSwap?: () => void;
  onClose: () => void;
};

const STEP = 15;
const SHORT_DAY = { weekday: "short", day: "numeric", month: "short" } as const;

/** What can be done about an appointment without leaving the diary. Every change offers Undo in its toast. */
export function EntryCard({ entry, column, now, alert, onResize, onSwap, onClose }: Props) {
  const send = useChange();
  const mayChange = useMay()("change", "appointments");
  const [busy, setBusy] = useState(false);
  const [cancels, setCancels] = useState(false);
  const { axis, therapist } = column;
  const hasBegun = entry.at <= minuteAt(axis, now) || entry.isPast;
  async function change(name: string, fields: Record<string, string>) {
    setBusy(true);
    await send({ action: href("/admin/appointments/:id/:change", { id: entry.id, change: name }), fields });
    onClose();
  }
  const mark = (attendance: Attendance) => void change("attendance", { attendance, seen: entry.attendance });
  const cancel = (who: string) => void change("cancellation", { askedBy: who, sequence: String(entry.sequence) });
  function resize(minutes: number) {
    onClose();
    const { id, name, sequence } = entry;
    onResize({ id, name, sequence, start: instantAt(axis, entry.at), minutes, revert: () => {} });
  }
  const until = timeAt(axis, entry.at + entry.lasts);
  const isFree = (more: number) =>
    previewDrop(column, entry, { at: entry.at, lasts: entry.lasts + more }).kind === "free";
  const isResizable = mayChange && !entry.isPast;
  return (
    <Dialog title={entry.name} open onOpenChange={(open) => !open && onClose()}>
      <p className="figures">
        {dateInWords(axis.date, SHORT_DAY)}, {entry.time} to {until}
      </p>
      <p>
        {entry.service}, {entry.minutes} min, with {therapist.short}
      </p>
      <AlertLine alert={alert} />
      {entry.where && <p className="wrap-anywhere">{entry.where}</p>}
      {entry.tag && (
        <p className="mt-2">
          <StatusTag look={lookOf(entry.tag)}>{entry.tag.words}</StatusTag>
        </p>
      )}
      {cancels ? (
        <div className="mt-4 grid gap-2">
          <p>Who cancels? The time is free again straight away.</p>
          <Button type="button" look="outline" disabled={busy} onClick={() => cancel("client")}>
            The client asked to cancel
          </Button>
          <Button type="button" look="outline" disabled={busy} onClick={() => cancel("practice")}>
            We are cancelling
          </Button>
          <LinkButton to={href("/admin/appointments/:id/cancel", entry)} look="quiet" size="small">
            Add a reason or a message
          </LinkButton>
        </div>
      ) : (
        <div className="mt-4 grid grid-cols-2 gap-2">
          {mayChange && entry.attendance === "expected" && !entry.isOff && (
            <Button type="button" disabled={busy} onClick={() => mark("arrived")}>
              Arrived
            </Button>
          )}
          {entry.phone && (
            <a href={`tel:${entry.phone.replaceAll(" ", "")}`} className={buttonClasses({ look: "outline" })}>
              Call<span className="sr-only"> {entry.name}</span>
            </a>
          )}
          {mayChange && hasBegun && entry.attendance !== "missed" && (
            <Button type="button" look="outline" disabled={busy} onClick={() => mark("missed")}>
              Did not attend
            </Button>
          )}
          {isResizable && isFree(entry.minutes) && (
            <Button type="button" look="outline" onClick={() => resize(entry.minutes * 2)}>
              Double the length
            </Button>
          )}
          {isResizable && isFree(STEP) && (
            <Button type="button" look="outline" onClick={() => resize(entry.minutes + STEP)}>
              15 minutes longer
            </Button>
          )}
          {isResizable && entry.minutes > STEP && (
            <Button type="button" look="outline" onClick={() => resize(entry.minutes - STEP)}>
              15 minutes shorter
            </Button>
          )}
          {isResizable && onSwap && (
            <Button
              type="button"
              look="outline"
              onClick={() => {
                onClose();
                onSwap();
              }}
            >
              Swap with…
            </Button>
          )}
          {mayChange && (
            <LinkButton to={`${href("/admin/appointments/:id", entry)}#move`} look="outline">
              Move
            </LinkButton>
          )}
          {mayChange && hasBegun && (
            <LinkButton to={nextBookingAfter(entry.id)} look="outline">
              Book next
            </LinkButton>
          )}
          {mayChange && (
            <Button type="button" look="outline" onClick={() => setCancels(true)}>
              Cancel
            </Button>
          )}
          <LinkButton to={href("/admin/appointments/:id", entry)} look="outline">
            Open
          </LinkButton>
        </div>
      )}
    </Dialog>
  );
}

type OfDayProps = { id: string; day: string; now: number; onResize: (dropped: Dropped) => void; onClose: () => void };

/** The same in a view that draws no hours: what the card has to know of the day is read when it is opened. */
export function EntryCardOfDay({ id, day, now, onResize, onClose }: OfDayProps) {
  const { load, data } = useFetcher<{ drawing: DayDrawing | null; alerts: Record<string, AlertView> }>();
  useEffect(() => void load(`/admin/diary?${new URLSearchParams({ view: "day", date: day })}`), [load, day]);
  const opened = data?.drawing?.columns
    .flatMap((column) => column.entries.map((entry): OpenedEntry => ({ entry, column })))
    .find(({ entry }) => entry.id === id);
  if (!opened) return null;
  return <EntryCard {...opened} {...{ now, onResize, onClose }} alert={data?.alerts[opened.entry.alertOf ?? ""]} />;
}

/** A first appointment has no look of its own here. */
function lookOf({ look }: NonNullable<DayEntry["tag"]>) {
  return look === "news" ? "plain" : look;
}

/** While it is open, a press on another appointment swaps the two. Escape ends it. */
export function SwapBar({ entry, onEnd }: { entry: DayEntry; onEnd: () => void }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // After the card has closed, which gives the focus back to its appointment.
    const frame = requestAnimationFrame(() => bar.current?.focus({ preventScroll: true }));
    const end = (event: KeyboardEvent) => event.key === "Escape" && onEnd();
    document.addEventListener("keydown", end);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("keydown", end);
    };
  }, [onEnd]);
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className="sticky top-0 z-5 mb-2 flex flex-wrap items-center gap-2 border-y border-edge bg-wash px-3 py-2"
    >
      <p role="status" className="mr-auto font-[650]">
        Choose who swaps with {entry.name}, {entry.time}
      </p>
      <Button type="button" look="outline" size="small" onClick={onEnd}>
        Don’t swap
      </Button>
    </div>
  );
}
