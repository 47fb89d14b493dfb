import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import { syncCalendars } from "#app/calendars/calendars.jobs.server.ts";
import { answerProposal, listProposals } from "#app/calendars/proposals.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localTimeOf } from "#app/platform/date-time.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { practice } from "#tests/support/practice.ts";
import type { TestApp } from "#tests/support/test-app.ts";

/** As the job does a minute later; `minutes` 5 also compares what has not changed here. */
export async function later(app: TestApp, minutes = 1) {
  app.clock.set(app.clock.now() + minutes * 60_000);
  await syncCalendars(app);
}

/** When Tom can be booked for an hour: `10:00`. */
export async function freeOn(app: AppContext, date = WEDNESDAY): Promise<string[]> {
  const input = { service: "deep-tissue-massage", therapist: "tom-ellery", minutes: 60, from: date, to: date };
  const kept = await cachedFreeTimes(app, input);
  if (kept.kind !== "times") throw new Error("no such offer");
  return kept.days.flatMap(({ slots }) => slots.map(({ start }) => localTimeOf(start, "Europe/London")));
}

export async function proposalsOf(app: AppContext) {
  return (await listProposals(app, practice)).proposals;
}

/** Answers the first question whether a booking follows its event. */
export async function answer(
  app: AppContext,
  choice: "follow" | "restore",
  { despite = true, actor = practice }: { despite?: boolean; actor?: Actor } = {},
) {
  const [proposal] = await proposalsOf(app);
  if (!proposal) throw new Error("Nothing to answer");
  const { accountId, appointmentId, version, sequence: seen } = proposal;
  return answerProposal(app, actor, { accountId, appointmentId, version, seen, answer: choice, despite });
}
