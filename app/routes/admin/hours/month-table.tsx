import { Link } from "react-router";
import type { StoredException } from "#app/hours/edit-hours.db.server.ts";
import { addMonths, dateInWords, monthInWords, weeksOf } from "#app/platform/date-words.ts";
import { buttonClasses } from "#app/ui/button.tsx";

const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

type Shorts = Record<string, string>;
type Props = { month: string; today: string; shorts: Shorts; exceptions: readonly StoredException[] };

/** A month with its closures and extra openings. Each day links to a new one there. */
export function MonthTable({ month, today, shorts, exceptions }: Props) {
  const onDay = (date: string) => exceptions.filter(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
  return (
    <section aria-labelledby="month">
      <div className="mb-3 flex items-center justify-between gap-2">
        <h2 id="month" className="text-lg">
          {monthInWords(month)}
        </h2>
        <nav aria-label="Months" className="flex gap-2">
          <MonthLink month={addMonths(month, -1)}>Earlier</MonthLink>
          <MonthLink month={addMonths(month, 1)}>Later</MonthLink>
        </nav>
      </div>
      <table className="w-full table-fixed border-collapse text-sm">
        <caption className="sr-only">Closures and openings in {monthInWords(month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" className="p-1 text-left font-[650]">
                {weekday}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} className="border border-line p-0 align-top">
                  <Day {...{ date, today, shorts }} inside={date.startsWith(month)} exceptions={onDay(date)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type DayProps = Omit<Props, "month"> & { date: string; inside: boolean };

function Day({ date, today, shorts, inside, exceptions }: DayProps) {
  const number = Number(date.slice(8));
  return (
    <Link
      to={`?month=${date.slice(0, 7)}&day=${date}#add`}
      aria-current={date === today ? "date" : undefined}
      className={`block min-h-14 p-1 no-underline hover:bg-wash sm:min-h-20 ${inside ? "" : "text-ink-soft"}`}
    >
      <span className="sr-only">{dateInWords(date)}</span>
      <span aria-hidden="true" className={date === today ? "border-b-3 border-accent font-[650]" : undefined}>
        {number}
      </span>
      {exceptions.map(({ id, kind, therapistId, reason }) => (
        <span
          key={id}
          className={`mt-1 block rounded-sm px-1 text-xs break-words hyphens-auto ${kind === "closure" ? "bg-danger-wash text-danger" : "bg-success-wash text-success"}`}
        >
          <span aria-hidden="true" className="sm:hidden">
            {kind === "closure" ? "×" : "+"}
          </span>
          <span className="max-sm:sr-only">
            {kind === "closure" ? "Closed" : "Open"}
            {therapistId ? `: ${shorts[therapistId] ?? ""}` : ""}
            {reason ? `, ${reason}` : ""}
          </span>
        </span>
      ))}
    </Link>
  );
}

function MonthLink({ month, children }: { month: string; children: string }) {
  return (
    <Link to={`?month=${month}`} preventScrollReset className={buttonClasses({ look: "outline", size: "small" })}>
      {children}
      <span className="sr-only">: {monthInWords(month)}</span>
    </Link>
  );
}
