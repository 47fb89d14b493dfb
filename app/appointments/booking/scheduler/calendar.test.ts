import { expect, test } from "vitest";
import { dayCells, offNote } from "#app/appointments/booking/scheduler/calendar.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";

type Off = Pick<FreeDay, "state"> & { note?: string | null };

const off = (date: string, { state, note }: Off): FreeDay => ({
  date,
  state,
  closure: note === undefined ? null : { note },
  slots: [],
});
const open = (date: string): FreeDay => ({ date, state: "open", closure: null, slots: [{ start: 0, therapists: [] }] });

test("days that have no cell are explained, each reason once", () => {
  const days = [
    off("2026-11-23", { state: "over" }),
    open("2026-11-24"),
    off("2026-11-27", { state: "full" }),
    off("2026-11-28", { state: "full" }),
    off("2026-11-29", { state: "closed" }),
    off("2026-12-06", { state: "closed" }),
    off("2026-12-24", { state: "closed", note: "Merry Christmas." }),
    off("2026-12-25", { state: "closed", note: "Merry Christmas." }),
    off("2026-12-26", { state: "closed", note: null }),
    off("2027-02-26", { state: "outside" }),
  ];
  expect(offNote(days)).toBe(
    "Today is over. Closed on Thursday 24 and Friday 25. Merry Christmas. Closed on Saturday 26. No appointments on Sundays.",
  );
  expect(offNote([open("2026-11-24")])).toBeNull();
});

test("a weekday of alternate weeks is not said to be closed every week", () => {
  const weeks = [open("2026-11-28"), off("2026-11-29", { state: "closed" }), off("2026-12-05", { state: "closed" })];
  expect(offNote(weeks.slice(1), weeks)).toBe("No appointments on Saturday 5. No appointments on Sundays.");
});

test("a row begins with the first day and with each month, which is named", () => {
  const days = [open("2026-11-30"), off("2026-12-01", { state: "full" }), off("2026-12-02", { state: "closed" })];
  const cells = dayCells(days, { strip: ["2026-11-30", "2026-12-01"], today: "2026-11-29", locale: "en-GB" });
  expect(cells).toEqual([
    {
      date: "2026-11-30",
      number: "30",
      column: 1,
      month: null,
      open: { weekday: "Tomorrow", ofMonth: "Nov", title: "Tomorrow, Monday 30 November", free: 1, inStrip: true },
    },
    {
      date: "2026-12-01",
      number: "1",
      column: 2,
      month: "December",
      open: { weekday: "Tue", ofMonth: "Dec", title: "Tuesday 1 December", free: 0, inStrip: true },
    },
    { date: "2026-12-02", number: "2", column: null, month: null, open: null },
  ]);
});
