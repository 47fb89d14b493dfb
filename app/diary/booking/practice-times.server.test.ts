import { expect, test } from "vitest";
import { setServiceActive } from "#app/catalogue/edit-catalogue.server.ts";
import { fillGap } from "#app/diary/booking/fill-gap.server.ts";
import { earliestTimes, practiceTimes } from "#app/diary/booking/practice-times.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localTimeOf } from "#app/platform/date-time.ts";
import { visitor } from "#app/platform/permissions.ts";
import { at, booked, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { practice, walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

type Asked = { minutes?: number; therapist?: string; day?: string; except?: string };

async function timesFor(app: AppContext, { therapist = "tom-ellery", day = WEDNESDAY, except, minutes }: Asked = {}) {
  const input = { service: "deep-tissue-massage", minutes: minutes ?? 60, therapist, day, except: except ?? null };
  const answer = await practiceTimes(app, practice, input);
  return answer.kind === "times" ? answer.starts.map((start) => localTimeOf(start, answer.zone)) : answer.message;
}

test("an appointment is not in its own way: moved by 15 minutes, and made longer", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  expect(await timesFor(app)).not.toContain("10:15");
  const around = await timesFor(app, { except: id });
  expect(around).toEqual(expect.arrayContaining(["09:45", "10:00", "10:15"]));
  expect(await timesFor(app, { except: id, minutes: 90 })).toContain("10:00");
});

test("it is moved in a length and with a therapist that the catalogue does not have, and when it is hidden", async () => {
  const app = await demoApp();
  const { id, serviceId } = await booked(app, { therapist: "tom-ellery" });
  expect(await timesFor(app, { except: id, minutes: 75 })).toContain("10:00");
  await setServiceActive(app, practice, { id: serviceId, active: false });
  expect(await timesFor(app, { except: id, therapist: "priya-sandhu" })).toContain("10:00");
  expect(await timesFor(app, { except: id, therapist: "nobody" })).toBe("This therapist has left the team");
});

test("notice and horizon are for visitors: the practice has today from now on, and next year", async () => {
  const app = await demoApp();
  app.clock.set(at("09:02", "2027-05-04"));
  expect((await timesFor(app, { day: "2027-05-04" })).slice(0, 2)).toEqual(["09:05", "09:15"]);
  expect((await timesFor(app, { day: "2028-05-03" })).length).toBeGreaterThan(10);
});

test("a free stretch that no grid hits is offered, with the buffers of both sides", async () => {
  const app = await demoApp();
  const tom = { therapist: "tom-ellery", despite: "on" as const };
  // Each is followed by a buffer of 15 minutes: free from 10:20 to 11:35, which holds an hour and its buffer once.
  await walkedIn(app, { ...tom, time: "09:05" });
  await walkedIn(app, { ...tom, time: "11:35" });
  const times = await timesFor(app);
  expect(times).toContain("10:20");
  expect(times).not.toContain("10:30");
});

test("every start is there on a press, and the one it has is among the first", async () => {
  const app = await demoApp();
  const { id } = await walkedIn(app, { therapist: "tom-ellery", time: "10:10", despite: "on" });
  const input = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery", day: WEDNESDAY };
  const answer = await practiceTimes(app, practice, { ...input, except: id });
  if (answer.kind !== "times") throw new Error(answer.message);
  const [first, every] = [answer.starts, answer.every].map((all) =>
    all.map((start) => localTimeOf(start, answer.zone)),
  );
  expect(first).toContain("10:10");
  expect(first).not.toContain("10:20");
  expect(every).toEqual(expect.arrayContaining(["10:05", "10:10", "10:20", "10:25"]));
});

test("a gap offers what lies in it with its whole length, one until midnight too", async () => {
  const app = await demoApp();
  const input = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery", day: WEDNESDAY, except: null };
  const within = async (after: number, before: number) => {
    const answer = await practiceTimes(app, practice, { ...input, within: { after, before } });
    return answer.kind === "times" ? answer.starts.map((start) => localTimeOf(start, answer.zone)) : [];
  };
  const [noon, one] = [720, 780];
  expect(await within(noon, one)).toEqual(["12:00"]);
  expect(await within(noon, one - 5)).toEqual([]);
  const untilMidnight = await within(noon, 0);
  expect(untilMidnight[0]).toBe("12:00");
  expect(untilMidnight).toEqual(await within(noon, 1440));
});

test("a gap of a therapist who offers no service says so, and of one who does, whether it is too short", async () => {
  const [app, other] = [await demoApp(), await demoApp()];
  const said = async (until: string, of = app) => {
    const query = new URLSearchParams({ day: WEDNESDAY, time: "12:00", until, with: "tom-ellery" });
    return (await fillGap(of, practice, query))?.sentence;
  };
  expect(await said("13:00")).toBe("Free with Tom from 12:00 to 13:00. Only what fits is offered.");
  expect(await said("12:05")).toBe("Free with Tom from 12:00 to 12:05. No service fits into this time.");
  await other.db.kysely.deleteFrom("service_therapists").where("therapist_id", "=", "demo-tom-ellery").execute();
  expect(await said("13:00", other)).toBe("Free with Tom from 12:00 to 13:00. Tom offers no service yet.");
});

test("a day without a start names the next one", async () => {
  const app = await demoApp();
  const input = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery", except: null };
  // A Sunday; on Mondays Tom does not work either.
  const answer = await practiceTimes(app, practice, { ...input, day: "2027-05-09" });
  expect(answer).toMatchObject({ kind: "times", starts: [], next: at("09:00", "2027-05-11") });
  expect(await practiceTimes(app, practice, { ...input, day: WEDNESDAY })).toMatchObject({ next: null });
});

test("it is for the practice alone", async () => {
  const input = { service: "deep-tissue-massage", day: WEDNESDAY, except: null };
  await expect(practiceTimes(await demoApp(), visitor, input)).rejects.toThrow("practice alone");
});

test("the earliest times suit the hours, over all days, at most two of a day, and leave a taken one out", async () => {
  const app = await demoApp();
  const earliest = async (hours: { from: number; until: number }) => {
    const answer = await earliestTimes(app, practice, {
      service: "deep-tissue-massage",
      minutes: 60,
      therapist: "tom-ellery",
      hours,
    });
    return answer.kind === "times" ? answer.starts : answer.message;
  };
  const AFTER_TWO = { from: 14 * 60, until: 24 * 60 };
  const before = await earliest(AFTER_TWO);
  expect(before).toHaveLength(5);
  const words = (before as number[]).map((start) => localTimeOf(start, "Europe/London"));
  expect(words.slice(0, 3)).toEqual(["14:00", "14:15", "14:00"]);
  await walkedIn(app, { therapist: "tom-ellery", day: "2027-05-04", time: "14:00", minutes: "60" });
  expect(await earliest(AFTER_TWO)).not.toContain((before as number[])[0]);
  expect(await earliest({ from: 3 * 60, until: 4 * 60 })).toEqual([]);
});

test("a day says what the appointment costs", async () => {
  const app = await demoApp();
  const input = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery", day: WEDNESDAY, except: null };
  expect(await practiceTimes(app, practice, input)).toMatchObject({ prices: { lowest: 5800, highest: 5800 } });
});
