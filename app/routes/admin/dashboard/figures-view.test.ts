import { expect, test } from "vitest";
import { figuresView } from "#app/routes/admin/dashboard/figures-view.server.ts";

const NO_WEEK = { came: 0, ahead: 0, missed: 0, cancelled: 0, unrecorded: 0, takenPence: 0, aheadPence: 0 };
const NEW = {
  thisWeek: "2026-11-16",
  weeks: ["2026-11-09", "2026-11-16"].map((monday) => ({ monday, ...NO_WEEK })),
  heat: [{ weekday: 1, hour: 9, share: 0, bookable: 60, booked: 0 }],
  mix: [],
  leadTimes: [
    { label: "Same day", count: 0 },
    { label: "1 to 2", count: 0 },
  ],
};

test("a new practice reads what will stand in each plot's place", () => {
  const { plots } = figuresView(NEW);
  expect(plots).toHaveLength(6);
  for (const { question, empty } of plots)
    expect(empty, question).toMatch(/ appears? here\b|see how busy each hour is here/);
});

test("the first booking draws its plots, and leaves the others for later", () => {
  const weeks = NEW.weeks.map((week) => ({ ...week, ahead: 1, aheadPence: 5800 }));
  const { plots } = figuresView({ ...NEW, weeks });
  const drawn = plots.filter(({ empty }) => empty === null).map(({ question }) => question);
  expect(drawn).toEqual(["What became of each week’s bookings?", "What comes in?"]);
});
