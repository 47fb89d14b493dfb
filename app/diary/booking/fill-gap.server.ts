import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { listBusyFor } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { listDue } from "#app/appointments/clients/client-history.db.server.ts";
import { clientsWithin } from "#app/clients/clients.db.server.ts";
import { localDay, wallTime } from "#app/diary/booking/practice-booking.form.ts";
import { type PracticeChoices, practiceChoices } from "#app/diary/booking/practice-choices.ts";
import { fittingServices, startsInGap } from "#app/diary/gaps.ts";
import { inWords } from "#app/diary/lists/find-clients.server.ts";
import type { Suggestion } from "#app/diary/lists/found-client.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { instantOf, localTimeOf } from "#app/platform/date-time.ts";
import { type Actor, covers, requireScope } from "#app/platform/permissions.ts";
import { readHours, readPractice } from "#app/practice/read-practice.server.ts";

/** A gap to fill: what fits into it, and the first possible time of the first choice. `after` and `before`: `10:30`. */
type Filling = { day: string; sentence: string; after: string; before: string; time: string; choices: PracticeChoices };

/** Reads the gap from an address (`day`, `time`, `until`, `with`); null when it names none. */
export async function fillGap(app: AppContext, actor: Actor, query: URLSearchParams): Promise<Filling | null> {
  const scope = requireScope(actor, "change", "appointments");
  const day = localDay.safeParse(query.get("day")).data;
  const [after, before] = [query.get("time"), query.get("until")].map((time) => wallTime.safeParse(time).data);
  const db = app.db.kysely;
  const { services, therapists: all } = await readPractice(app);
  const therapists = all.filter(({ id }) => covers(scope, id));
  const therapist = therapists.find(({ slug }) => slug === query.get("with"));
  if (!day || after === undefined || before === undefined || !therapist) return null;
  const rules = practiceRules((await readPractice(app)).settings.bookingRules);
  const range = { therapistIds: [therapist.id], from: day, to: day };
  const working = (await readHours(db, await readPractice(app), range)).get(therapist.id) ?? {
    weekly: [],
    exceptions: [],
  };
  const offer = { service: { bufferBefore: 0, bufferAfter: 0 }, length: { minutes: 0 }, therapists: [therapist] };
  const busy = (await listBusyFor(db, { offer, rules, from: day, to: day })).filter(
    ({ elsewhere }) => elsewhere !== "unknown",
  );
  // A gap until midnight ends with the day.
  const gap = { start: instantOf(day, after, rules.zone), end: instantOf(day, before || 1440, rules.zone) };
  const opening = {
    gap,
    rules,
    date: day,
    now: app.clock.now(),
    therapist: { id: therapist.id, ...working, busy },
  };
  const fitting = fittingServices(services, opening);
  const offers = services.some(({ therapistIds }) => therapistIds.includes(therapist.id));
  const first = fitting[0];
  const shortest = first?.lengths[0];
  const start = first && shortest ? startsInGap(first, shortest, opening)[0] : undefined;
  const times = { after: localTimeOf(gap.start, rules.zone), before: localTimeOf(gap.end, rules.zone) };
  const free = `Free with ${therapist.short} from ${times.after} to ${times.before}.`;
  return {
    ...times,
    day,
    time: start === undefined ? "" : localTimeOf(start, rules.zone),
    sentence: `${free} ${first ? "Only what fits is offered." : offers ? "No service fits into this time." : `${therapist.short} offers no service yet.`}`,
    choices: practiceChoices({ services, therapists }, fitting),
  };
}

const MOST_DUE = 30;
const MOST_SUGGESTED = 5;

/**
 * Who would usually come about then: nobody who has an appointment ahead. Those who have only been with another
 * therapist come last.
 */
export async function suggestForGap(
  app: AppContext,
  actor: Actor,
  { day, after, therapist, locale }: { day: string; after: string; therapist: string; locale: string },
): Promise<Suggestion[]> {
  const scope = requireScope(actor, "change", "appointments");
  const db = app.db.kysely;
  const { settings, therapists } = await readPractice(app);
  const minute = wallTime.safeParse(after).data;
  const giver = therapists.find(({ slug }) => slug === therapist);
  if (minute === undefined || !giver) return [];
  const at = instantOf(day, minute, settings.bookingRules.zone);
  const due = await listDue(db, { at, now: app.clock.now(), scope, most: MOST_DUE });
  const isOther = ({ therapistId }: { therapistId: string }) => therapistId !== "" && therapistId !== giver.id;
  const chosen = [...due.filter((one) => !isOther(one)), ...due.filter(isOther)].slice(0, MOST_SUGGESTED);
  const ids = chosen.map(({ clientId }) => clientId);
  const clients = await inWords(app, actor, { clients: await clientsWithin(db, ids, scope), scope, locale });
  return chosen.flatMap(({ clientId, everyDays }) => {
    const client = clients.find(({ id }) => id === clientId);
    return client ? [{ client, why: `Usually every ${rhythmInWords(everyDays)}, last ${client.last}` }] : [];
  });
}

function rhythmInWords(days: number): string {
  const weeks = Math.round(days / 7);
  if (weeks < 1) return days === 1 ? "day" : `${days} days`;
  return weeks === 1 ? "week" : `${weeks} weeks`;
}
