import FullCalendar from "@fullcalendar/react";
import dayGrid from "@fullcalendar/react/daygrid";
import interaction from "@fullcalendar/react/interaction";
import classic from "@fullcalendar/react/themes/classic";
import timeGrid from "@fullcalendar/react/timegrid";
import { useMemo } from "react";
import "@fullcalendar/react/skeleton.css";
import "@fullcalendar/react/themes/classic/theme.css";
import "@fullcalendar/react/themes/classic/palette.css";
import "#app/routes/admin/diary/diary.css";
import type { DiaryView } from "#app/diary/diary-place.ts";
import {
  type DiaryBeyond,
  type DiaryBlock,
  type DiaryEntry,
  type DiaryTaken,
  LINES_OF_DAY,
  monthLines,
} from "#app/routes/admin/diary/diary-view.ts";
import type { Dropped } from "#app/routes/admin/diary/use-dragging.ts";
import { useWide } from "#app/ui/use-wide.ts";

type Props = {
  view: Exclude<DiaryView, "list">;
  date: string;
  now: number;
  zone: string;
  fromHour: number;
  toHour: number;
  entries: DiaryEntry[];
  taken: DiaryTaken[];
  blocks: DiaryBlock[];
  beyond: DiaryBeyond[];
  dayHref: (day: string) => string;
  onDrag: (dragged: Dropped) => void;
  onOpen: (id: string) => void;
  onDay: (day: string) => void;
  /** A press on a gap: a local date and, in views with hours, a wall time. */
  onGap: (day: string, time: string) => void;
  onBlock: (id: string) => void;
};

const VIEWS = { day: "timeGridDay", week: "timeGridWeek", month: "dayGridMonth" };
const HOUR_MINUTE = { hour: "2-digit", minute: "2-digit", hour12: false } as const;

/** The diary with dragging. Rendered in the browser only, and loaded on demand. */
export default function Calendar(props: Props) {
  const { view, date, now, zone, fromHour, toHour, dayHref, onDrag, onOpen, onDay, onGap, onBlock } = props;
  const { entries, taken, blocks, more } = view === "month" ? monthLines(props) : { ...props, more: [] };
  const wide = useWide();
  // Starts at the loader's time and runs from there.
  const clock = useMemo(() => {
    const loadedAt = performance.now();
    return () => new Date(now + performance.now() - loadedAt);
  }, [now]);
  return (
    <FullCalendar
      key={`${view} ${date}`}
      plugins={[dayGrid, timeGrid, interaction, classic]}
      initialView={VIEWS[view]}
      initialDate={date}
      className={`diary diary-${view}`}
      timeZone={zone}
      now={clock}
      locale="en-GB"
      firstDay={1}
      headerToolbar={false}
      height="auto"
      allDaySlot={false}
      nowIndicator
      slotMinTime={`${fromHour}:00`}
      slotMaxTime={`${toHour}:00`}
      slotDuration="00:15"
      snapDuration="00:15"
      slotHeaderInterval="01:00"
      slotHeaderFormat={HOUR_MINUTE}
      eventTimeFormat={HOUR_MINUTE}
      slotEventOverlap={false}
      dayMaxEvents={LINES_OF_DAY}
      // Simultaneous appointments stand side by side, therapists always in the same order; what leads on is last.
      eventOrder="allDay,start,look"
      editable={view !== "month"}
      longPressDelay={350}
      events={[
        ...entries.map(eventOf),
        ...taken.map(takenOf),
        ...blocks.map(blockOf),
        ...more.map((one) => moreOf(one, { wide, href: dayHref(one.day) })),
      ]}
      columnEventTitleClass="diary-title"
      moreLinkClass="diary-more"
      eventClass={({ event }) => (event.extendedProps.classes as string | undefined) ?? ""}
      eventClick={({ event: { id, startStr, extendedProps }, jsEvent }) => {
        if (extendedProps.more) {
          jsEvent.preventDefault();
          onDay(startStr);
        } else if (extendedProps.removable) onBlock(id);
        else if (!extendedProps.block) onOpen(id);
      }}
      dateClick={({ dateStr }) => onGap(dateStr.slice(0, 10), dateStr.slice(11, 16))}
      eventDrop={(change) => onDrag(draggedBy(change))}
      eventResize={(change) => onDrag(draggedBy(change))}
    />
  );
}

type Change = {
  event: { id: string; title: string; start: Date | null; end: Date | null; extendedProps: Record<string, unknown> };
  oldEvent: { start: Date | null; end: Date | null };
  revert: () => void;
};

function draggedBy({ event, oldEvent, revert }: Change): Dropped {
  const start = (event.start ?? oldEvent.start ?? new Date(0)).getTime();
  const end = (event.end ?? oldEvent.end)?.getTime() ?? start;
  const [sequence, extra] = [event.extendedProps.sequence, event.extendedProps.extra].map(Number) as [number, number];
  const minutes = Math.max(5, Math.round((end - start) / 60_000) - extra);
  return { id: event.id, name: event.title, sequence, start, minutes, revert };
}

function eventOf(entry: DiaryEntry) {
  const sign = { Confirmed: "", Pending: "○ ", Cancelled: "× " }[entry.status];
  const classes = [
    "diary-event",
    `diary-look-${entry.look}`,
    entry.status === "Pending" && "diary-pending",
    entry.attendance === "missed" && "diary-missed",
  ];
  return {
    id: entry.id,
    title: `${sign}${entry.name}, ${entry.service}, ${entry.therapist}`,
    start: new Date(entry.start).toISOString(),
    end: new Date(entry.end).toISOString(),
    interactive: true,
    extendedProps: {
      classes: classes.filter(Boolean).join(" "),
      sequence: entry.sequence,
      extra: entry.extra,
      look: entry.look,
    },
  };
}

/** Without an id: there is nothing to open or to move. */
function takenOf({ start, end, service, therapist, look }: DiaryTaken) {
  return {
    title: `Taken: ${service}, ${therapist}`,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    editable: false,
    interactive: false,
    extendedProps: { classes: `diary-event diary-taken diary-look-${look}`, block: true, look },
  };
}

function blockOf(block: DiaryBlock) {
  return {
    id: block.id,
    title: block.title,
    start: new Date(block.start).toISOString(),
    end: new Date(block.end).toISOString(),
    editable: false,
    interactive: true,
    ...(block.everybody && { display: "background" }),
    extendedProps: { classes: "diary-block", block: true, removable: block.removable },
  };
}

/** The last line of a full day, and a link. */
function moreOf({ day, count }: DiaryBeyond, { wide, href }: { wide: boolean; href: string }) {
  return {
    title: wide ? `+${count} more` : `+${count}`,
    start: day,
    allDay: true,
    editable: false,
    url: href,
    extendedProps: { classes: "diary-more", more: true },
  };
}
