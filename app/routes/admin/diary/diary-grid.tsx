import { type DragEvent, type MouseEvent, useState } from "react";
import { Link } from "react-router";
import { addDays, dateInWords, instantOf, weeksOf } from "#app/platform/date-time.ts";
import { opensElsewhere } from "#app/routes/admin/diary/diary-list.tsx";
import {
  type DiaryBeyond,
  type DiaryBlock,
  type DiaryEntry,
  type DiaryPerson,
  type DiaryTaken,
  monthLines,
} from "#app/routes/admin/diary/diary-view.ts";
import type { Dropped } from "#app/routes/admin/diary/use-dragging.ts";
import "#app/routes/admin/diary/diary-grid.css";

type Lines = { entries: DiaryEntry[]; taken: DiaryTaken[]; blocks: DiaryBlock[] };
type Opens = { onOpen: (id: string) => void; onBlock: (id: string) => void };
type WeekProps = Lines &
  Opens & {
    people: DiaryPerson[];
    from: string;
    today: string;
    zone: string;
    dayHref: (day: string) => string;
    addHref: (day: string, time: string, therapist: string) => string;
    onDrag: (dropped: Dropped) => void;
  };

const DAY_OF_WEEK = { weekday: "short", day: "numeric" } as const;

/** The week of everybody: a row for each therapist, a column for each day. */
export function WeekGrid(props: WeekProps) {
  const { people, from, today, blocks, dayHref, addHref } = props;
  const days = Array.from({ length: 7 }, (_, nth) => addDays(from, nth));
  const closedFor = (day: string) => blocks.filter((block) => block.therapistId === null && block.day === day);
  return (
    <div className="diary-table-scroll">
      <table className="diary-table diary-week">
        <caption className="sr-only">Who is booked on which day</caption>
        <thead>
          <tr>
            <td className="diary-table-head diary-table-corner" />
            {days.map((day) => (
              <th key={day} scope="col" className="diary-table-head">
                <Link to={dayHref(day)} className="diary-table-day" aria-current={day === today ? "date" : undefined}>
                  {dateInWords(day, DAY_OF_WEEK)}
                  {closedFor(day).map(({ id, title }) => (
                    <span key={id} className="block font-normal text-ink-soft wrap-anywhere">
                      {title}
                    </span>
                  ))}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id} className={`diary-look-${person.look}`}>
              <th scope="row" className="diary-table-who">
                {person.short}
              </th>
              {days.map((day) => (
                <WeekCell key={day} {...props} {...{ person, day }} add={addHref(day, "", person.slug)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = WeekProps & { person: DiaryPerson; day: string; add: string };

function WeekCell({ person, day, add, zone, entries, taken, blocks, onDrag, ...opens }: CellProps) {
  const [isOver, setOver] = useState(false);
  const isOff = person.offDays.includes(day);
  const own = <T extends { day: string; therapistId: string | null }>(all: readonly T[]) =>
    all.filter((one) => one.day === day && one.therapistId === person.id);
  function drop(event: DragEvent) {
    // Else a browser may follow the link that was dropped.
    event.preventDefault();
    setOver(false);
    const entry = entries.find(({ id }) => id === event.dataTransfer.getData("text/plain"));
    if (!entry || (entry.day === day && entry.therapistId === person.id)) return;
    const { id, name, sequence, minute, minutes, therapistId } = entry;
    const start = instantOf(day, minute, zone);
    const therapist = therapistId === person.id ? {} : { therapist: person.slug };
    onDrag({ id, name, sequence, start, minutes, ...therapist, revert: () => {} });
  }
  return (
    <td
      className={isOff ? "diary-table-cell diary-day-off" : "diary-table-cell"}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <GridLines entries={own(entries)} taken={own(taken)} blocks={own(blocks)} isDraggable {...opens} />
      {!person.isColleague && (
        <Link to={add} replace preventScrollReset className="diary-table-add">
          <span aria-hidden="true">+</span>
          <span className="sr-only">{`Add for ${person.short}, ${dateInWords(day, DAY_OF_WEEK)}`}</span>
        </Link>
      )}
      {isOff && <span className="sr-only">Off</span>}
    </td>
  );
}

type LinesProps = Lines & Opens & { isDraggable?: boolean; who?: boolean };

/** What is on one day, in the order of time. `who`: with the therapist's name. */
function GridLines({ entries, taken, blocks, isDraggable = false, who = false, onOpen, onBlock }: LinesProps) {
  const lines = [
    ...entries.map((entry) => ({
      at: entry.start,
      line: <EntryLine key={entry.id} {...{ entry, isDraggable, who, onOpen }} />,
    })),
    ...taken.map((one) => ({ at: one.start, line: <TakenLine key={`${one.start} ${one.therapist}`} taken={one} /> })),
    ...blocks.map((block) => ({ at: block.start, line: <BlockLine key={block.id} {...{ block, onBlock }} /> })),
  ];
  return lines.length === 0 ? null : <ul>{lines.sort((one, other) => one.at - other.at).map(({ line }) => line)}</ul>;
}

type EntryLineProps = { entry: DiaryEntry; isDraggable: boolean; who: boolean; onOpen: (id: string) => void };

function EntryLine({ entry, isDraggable, who, onOpen }: EntryLineProps) {
  const { id, time, name, service, therapist, look, status, attendance, attendedTag } = entry;
  const open = (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    onOpen(id);
  };
  const isStruck = status === "Cancelled" || attendance === "missed";
  return (
    <li>
      <a
        href={`/admin/appointments/${id}`}
        className={`diary-event diary-look-${look}`}
        data-state={isStruck ? "struck" : status === "Pending" ? "pending" : undefined}
        draggable={isDraggable && status !== "Cancelled"}
        onDragStart={(event) => event.dataTransfer.setData("text/plain", id)}
        onClick={open}
      >
        <span className="figures">{time}</span> <b>{name}</b>
        <span className="diary-event-more">
          {[who ? `${service}, ${therapist}` : service, status === "Confirmed" ? null : status, attendedTag]
            .filter(Boolean)
            .join(". ")}
        </span>
      </a>
    </li>
  );
}

function TakenLine({ taken: { time, service, look } }: { taken: DiaryTaken }) {
  return (
    <li className={`diary-event diary-table-taken diary-look-${look}`}>
      <span className="figures">{time}</span> Taken
      <span className="diary-event-more">{service}</span>
    </li>
  );
}

function BlockLine({ block, onBlock }: { block: DiaryBlock; onBlock: (id: string) => void }) {
  return (
    <li className="diary-event diary-closed">
      {block.removable ? (
        <button type="button" onClick={() => onBlock(block.id)}>
          {block.title}
          <span className="sr-only">: open again</span>
        </button>
      ) : (
        block.title
      )}
    </li>
  );
}

type MonthProps = Lines &
  Opens & { month: string; today: string; beyond: DiaryBeyond[]; dayHref: (day: string) => string };

const WHOLE_DAY = { weekday: "long", day: "numeric", month: "long" } as const;

/** A month: where it is wide the first lines of each day, on a phone how many there are. */
export function MonthGrid({ month, today, beyond, dayHref, onOpen, onBlock, ...all }: MonthProps) {
  const { entries, taken, blocks, more } = monthLines({ ...all, beyond });
  const on = <T extends { day: string }>(some: readonly T[], day: string) => some.filter((one) => one.day === day);
  const weeks = weeksOf(month);
  return (
    <table className="diary-table diary-month">
      <caption className="sr-only">The month</caption>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col" className="diary-table-head">
              {dateInWords(day, { weekday: "short" })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]}>
            {days.map((day) => {
              const lines = { entries: on(entries, day), taken: on(taken, day), blocks: on(blocks, day) };
              const closures = lines.blocks.filter(({ therapistId }) => therapistId === null);
              const rest = on(more, day)[0]?.count ?? 0;
              const count = lines.entries.length + lines.taken.length + rest;
              return (
                <td
                  key={day}
                  className={[
                    "diary-table-cell",
                    closures.length > 0 && "diary-day-off",
                    day.slice(0, 7) !== month && "diary-table-other",
                  ]
                    .filter(Boolean)
                    .join(" ")}
                >
                  <Link to={dayHref(day)} className="diary-table-day" aria-current={day === today ? "date" : undefined}>
                    <span aria-hidden="true">{Number(day.slice(8))}</span>
                    <span className="sr-only">{`${dateInWords(day, WHOLE_DAY)}, ${count} booked`}</span>
                    {count > 0 && (
                      <span aria-hidden="true" className="diary-table-count">
                        {count}
                      </span>
                    )}
                  </Link>
                  <div className="diary-table-lines">
                    <GridLines
                      {...lines}
                      blocks={lines.blocks.filter((block) => !closures.includes(block))}
                      who
                      {...{ onOpen, onBlock }}
                    />
                    {closures.map(({ id, title }) => (
                      <p key={id} className="diary-event diary-closed">
                        {title}
                      </p>
                    ))}
                    {rest > 0 && (
                      <Link to={dayHref(day)} className="diary-event diary-more">
                        {`+${rest} more`}
                      </Link>
                    )}
                  </div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
