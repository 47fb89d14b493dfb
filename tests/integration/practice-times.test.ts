import { expect, test } from "vitest";
import { setServiceActive } from "#app/catalogue/set-service-active.server.ts";
import { practiceTimes } from "#app/diary/practice-times.server.ts";
import { visitor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localTimeOf } from "#app/platform/zoned-time.ts";
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
  expect(await timesFor(app, { except: id, therapist: "nobody" })).toBe("That therapist does not work here any more");
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

test("it is for the practice alone", async () => {
  const input = { service: "deep-tissue-massage", day: WEDNESDAY, except: null };
  await expect(practiceTimes(await demoApp(), visitor, input)).rejects.toThrow("practice alone");
});
