import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { offerSecretOf, waitSecretOf } from "#app/waiting-list/entries.db.server.ts";
import { join } from "#app/waiting-list/join.server.ts";
import { offerByHand } from "#app/waiting-list/practice-list.server.ts";
import { walkedIn } from "#tests/support/practice.ts";

const ZONE = "Europe/London";
const OWNER: Actor = { kind: "admin", userId: "an-admin" };
const TOM = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery" };

type Waiter = { name: string; email?: string | null; phone?: string | null };

/** The desk puts someone on the list: an hour of deep tissue with Tom, for six weeks. Returns the entry's id. */
export async function waitingFor(app: AppContext, { name, email = null, phone = null }: Waiter): Promise<string> {
  const until = addDays(localDateOf(app.clock.now(), ZONE), 42);
  const preferences = {
    service: TOM.service,
    minutes: 60,
    therapists: ["tom-ellery"],
    weekdays: [],
    dayTimes: [],
    until,
  };
  const outcome = await join(app, OWNER, { input: { ...preferences, name, email, phone } });
  if (outcome.kind !== "joined") throw new Error(JSON.stringify(outcome));
  return outcome.entryId;
}

/** The first start of Tom's next day with several times, so many days ahead or later. */
export async function tomsStart(app: AppContext, { ahead = 21 }: { ahead?: number } = {}): Promise<number> {
  const from = addDays(localDateOf(app.clock.now(), ZONE), ahead);
  const answer = await askFreeTimes(app, { ...TOM, from, to: addDays(from, 20) });
  const day = answer.kind === "times" ? answer.days.find(({ slots }) => slots.length > 4) : undefined;
  const start = day?.slots[0]?.start;
  if (start === undefined) throw new Error("Tom has no free day");
  return start;
}

/** Someone waits, and a time of Tom's is kept for them: the secrets of the two links. */
export async function offeredIn(app: AppContext, waiter: Waiter) {
  const entryId = await waitingFor(app, waiter);
  const start = await tomsStart(app);
  const outcome = await offerByHand(app, OWNER, { entryId, therapistId: "demo-tom-ellery", start });
  if (outcome.kind !== "offered") throw new Error(JSON.stringify(outcome));
  const { offer } = outcome;
  return { entryId, start, offer, wait: waitSecretOf(app, entryId), secret: offerSecretOf(app, offer.id) };
}

/** Books all that Tom has on his next day with several times, so many days ahead or later. Returns it and the first appointment's id. */
export async function fullDayOfTom(app: AppContext, { ahead = 8 } = {}): Promise<{ day: string; first: string }> {
  const day = localDateOf(await tomsStart(app, { ahead }), ZONE);
  let first = "";
  for (;;) {
    const left = await askFreeTimes(app, { ...TOM, from: day, to: day });
    const start = left.kind === "times" ? left.days[0]?.slots[0]?.start : undefined;
    if (start === undefined) return { day, first };
    const booked = await walkedIn(app, { day, time: localTimeOf(start, ZONE), therapist: TOM.therapist });
    first ||= booked.id;
  }
}
