import { addDays, addMonths, dateInWords, monthInWords, weekdayOf, weeksOf } from "#app/platform/date-time.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";

const DIARY_VIEWS = ["day", "week", "month", "list"] as const;
export type DiaryView = (typeof DIARY_VIEWS)[number];

/** The part of the diary to show: `from` and `to` are inclusive local dates. */
export type DiaryPlace = {
  view: DiaryView;
  date: string;
  from: string;
  to: string;
  title: string;
  /** The title where there is little room. */
  short: string;
  earlier: string;
  later: string;
};

/** Invalid values count as missing; the default is today. */
export function diaryPlaceFrom(query: URLSearchParams, today: string): DiaryPlace {
  const view = DIARY_VIEWS.find((candidate) => candidate === query.get("view")) ?? "day";
  const typed = query.get("date");
  const date = isLocalDate(typed) ? typed : today;
  if (view === "day") return dayPlace(date, today);
  if (view === "month") return monthPlace(date);
  const monday = addDays(date, 1 - weekdayOf(date));
  const sunday = addDays(monday, 6);
  const first = dateInWords(monday, monday.slice(0, 7) === sunday.slice(0, 7) ? { day: "numeric" } : DAY);
  return {
    view,
    date,
    from: monday,
    to: sunday,
    title: `${dateInWords(monday, DAY)} to ${dateInWords(sunday, { ...DAY, year: "numeric" })}`,
    short: `${first} to ${dateInWords(sunday, isThisYear(sunday, today) ? DAY : { ...DAY, year: "numeric" })}`,
    earlier: addDays(date, -7),
    later: addDays(date, 7),
  };
}

const DAY = { day: "numeric", month: "short" } as const;

/** The year is told where it is not this one. */
function dayPlace(date: string, today: string): DiaryPlace {
  const isNow = isThisYear(date, today);
  const title = isNow ? dateInWords(date, { weekday: "long", day: "numeric", month: "long" }) : dateInWords(date);
  const short = dateInWords(date, { weekday: "short", ...DAY, ...(!isNow && { year: "numeric" }) });
  const around = { earlier: addDays(date, -1), later: addDays(date, 1) };
  return { view: "day", date, from: date, to: date, title, short, ...around };
}

function isThisYear(date: string, today: string): boolean {
  return date.slice(0, 4) === today.slice(0, 4);
}

function monthPlace(date: string): DiaryPlace {
  const month = date.slice(0, 7);
  const days = weeksOf(month).flat();
  return {
    view: "month",
    date,
    from: days[0] ?? date,
    to: days.at(-1) ?? date,
    title: monthInWords(month),
    short: dateInWords(date, { month: "short", year: "numeric" }),
    earlier: `${addMonths(month, -1)}-01`,
    later: `${addMonths(month, 1)}-01`,
  };
}
