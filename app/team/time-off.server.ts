import { getUser, USER } from "#app/accounts/users.db.server.ts";
import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import type { Upcoming } from "#app/diary/stranded/stranded.ts";
import { type Accepted, changeOrWarn, type HoursOutcome } from "#app/diary/stranded/warn-before-change.server.ts";
import { insertException } from "#app/hours/edit-hours.db.server.ts";
import type { ExceptionDraft } from "#app/hours/hours-exception.form.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Changing, change } from "#app/platform/audit.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, mayWith, type Permission, requireScope, scopeFor } from "#app/platform/permissions.ts";
import { wallTimeFault } from "#app/platform/wall-time.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { listOwnerIds } from "#app/team/staff.db.server.ts";
import { getRequest, insertRequest, listRequests, writeAnswer } from "#app/team/time-off.db.server.ts";
import { timeOffAnswered, timeOffRequested, timeOffWithdrawn } from "#app/team/time-off.mail.tsx";
import type { OpenTimeOffRequest, TimeOffRequest, TimeOffState } from "#app/team/time-off-request.ts";

const PERMISSION: Permission = ["change", "time off requests"];

export type AnswerOutcome =
  | { kind: "answered"; stranded: Upcoming[] }
  /** Confirmed, these would fall outside working time. Nothing is written until each of them is accepted. */
  | { kind: "strands"; bookings: Upcoming[] }
  /** Somebody was quicker. `by`: their name, where it is known. */
  | { kind: "conflict"; state: TimeOffState; by: string | null }
  | { kind: "not-found" }
  | { kind: "forbidden" };

/** Closes the time that a therapist asks to be off, and tells them. By an owner. */
export async function confirmTimeOff(
  app: AppContext,
  actor: Actor,
  { id, accepted }: { id: string } & Accepted,
): Promise<AnswerOutcome> {
  const outcome = await changeOrWarn(app, actor, {
    permission: PERMISSION,
    accepted,
    async write(changing) {
      const request = await answered(changing, actor, { id, whose: null, state: "confirmed", answer: null });
      if (!request) return { kind: "not-found" };
      const { tx, now, noted } = changing;
      const { therapistId, firstDay, lastDay, fromMinute, toMinute, reason, publicNote, askedBy } = request;
      const closure = { id: newId(), kind: "closure" as const, therapistId, firstDay, lastDay, fromMinute, toMinute };
      const exception = { ...closure, reason, publicNote };
      await insertException(tx, exception);
      await enqueue(tx, [timeOffAnswered.message({ kind: USER, id: askedBy }, { id, askedBy })], now);
      await noted("time-off.confirm", { kind: "time-off", id }, { from: firstDay, to: lastDay });
      return [{ cause: "closure", exception }];
    },
  });
  if (outcome.kind === "changed") return { kind: "answered", stranded: outcome.stranded };
  if (outcome.kind === "strands" || outcome.kind === "forbidden") return outcome;
  return answeredBefore(app, actor, { id, whose: null });
}

/** Declines it with a reason, and tells them. By an owner. */
export async function declineTimeOff(
  app: AppContext,
  actor: Actor,
  { id, answer }: { id: string; answer: string },
): Promise<AnswerOutcome> {
  const outcome = await change(app, actor, PERMISSION, async (changing) => {
    const request = await answered(changing, actor, { id, whose: null, state: "declined", answer });
    if (!request) return { kind: "not-found" as const };
    const { tx, now, noted } = changing;
    const { askedBy } = request;
    await enqueue(tx, [timeOffAnswered.message({ kind: USER, id: askedBy }, { id, askedBy })], now);
    await noted("time-off.decline", { kind: "time-off", id }, { from: request.firstDay, to: request.lastDay });
    return { kind: "answered" as const, stranded: [] };
  });
  return outcome.kind === "not-found" ? answeredBefore(app, actor, { id, whose: null }) : outcome;
}

/** Takes back what a therapist has asked and nobody has answered, and tells the owners. By themselves. */
export async function withdrawTimeOff(app: AppContext, actor: Actor, { id }: { id: string }): Promise<AnswerOutcome> {
  const outcome = await change(app, actor, PERMISSION, async (changing) => {
    const request = await answered(changing, actor, { id, whose: "theirs", state: "withdrawn", answer: null });
    if (!request) return { kind: "not-found" as const };
    const { tx, now, noted } = changing;
    const { askedBy } = request;
    const mails = (await listOwnerIds(tx)).map((to) =>
      timeOffWithdrawn.message({ kind: USER, id: askedBy }, { id, askedBy, to }),
    );
    if (mails.length > 0) await enqueue(tx, mails, now);
    await noted("time-off.withdraw", { kind: "time-off", id }, { from: request.firstDay, to: request.lastDay });
    return { kind: "answered" as const, stranded: [] };
  });
  return outcome.kind === "not-found" ? answeredBefore(app, actor, { id, whose: "theirs" }) : outcome;
}

/** `whose` null: of the whole practice, so by owners alone. */
type Which = { id: string; whose: "theirs" | null };
type Answer = Which & { state: Exclude<TimeOffState, "open">; answer: string | null };

/** Null: it is answered already, or beyond scope. */
async function answered({ tx, now }: Changing, actor: Actor, { id, whose, state, answer }: Answer) {
  const request = await getRequest(tx, id);
  if (!request || !isWithinScope(actor, request, whose)) return null;
  const by = "userId" in actor ? actor.userId : null;
  return (await writeAnswer(tx, { id, state, at: now, by, answer })) ? request : null;
}

function isWithinScope(actor: Actor, { therapistId }: TimeOffRequest, whose: Which["whose"]): boolean {
  return mayWith(actor, PERMISSION, whose === null ? null : therapistId);
}

async function answeredBefore(app: AppContext, actor: Actor, { id, whose }: Which): Promise<AnswerOutcome> {
  const db = app.db.kysely;
  const request = await getRequest(db, id);
  if (!request || !isWithinScope(actor, request, whose)) return { kind: "not-found" };
  const user = request.answeredBy === null ? null : await getUser(db, request.answeredBy);
  return { kind: "conflict", state: request.state, by: user?.username || null };
}

/** What waits for an owner's answer, the next first, each with its therapist's name. */
export async function listTimeOffToAnswer(
  app: AppContext,
  actor: Actor,
): Promise<{ zone: string; requests: (TimeOffRequest & { therapist: string })[] }> {
  const scope = requireScope(actor, "change", "time off requests");
  const db = app.db.kysely;
  const { zone } = (await readSettings(db, app.log)).settings.bookingRules;
  const from = localDateOf(app.clock.now(), zone);
  const names = new Map((await listEditedTherapists(db)).map(({ id, name }) => [id, name]));
  const requests = await listRequests(db, { from, scope, states: ["open"] });
  return { zone, requests: requests.map((one) => ({ ...one, therapist: names.get(one.therapistId) ?? "" })) };
}

/** What a therapist has asked that is ahead and not confirmed; for others nothing: theirs is the page of answers. */
export async function listOwnTimeOff(app: AppContext, actor: Actor, today: string): Promise<TimeOffRequest[]> {
  const scope = scopeFor(actor, "see", "time off requests");
  if (scope === null || scope === "all") return [];
  return listRequests(app.db.kysely, { from: today, scope, states: ["open", "declined"] });
}

/** `over`: its days are past, so that nobody would answer. */
export type CloseOutcome =
  | HoursOutcome
  | { kind: "asked" }
  | { kind: "over" }
  | { kind: "invalid"; errors: { from?: string; to?: string } };

/** Closes time or opens it as an exception; where the therapist must ask for time off, asks the owners instead. */
export async function closeOrAsk(
  app: AppContext,
  actor: Actor,
  input: { draft: ExceptionDraft; id?: string } & Accepted,
): Promise<CloseOutcome> {
  const { kind, therapistId } = input.draft;
  const errors = await clockErrors(app, input.draft);
  if (errors) return { kind: "invalid", errors };
  const closes = kind === "opening" || mayWith(actor, ["change", "time off"], therapistId);
  const asks = therapistId !== null && mayWith(actor, ["change", "time off requests"], therapistId);
  if (closes || !asks || !("userId" in actor)) return addException(app, actor, input);
  const { firstDay, lastDay, fromMinute, toMinute, reason, publicNote } = input.draft;
  const draft = { therapistId, firstDay, lastDay, fromMinute, toMinute, reason, publicNote };
  return change(app, actor, ["change", "time off requests"], (changing) =>
    ask(app, changing, { ...draft, askedBy: actor.userId }),
  );
}

/** The first typed hour that is not one instant on each of the days. Midnight is the day's own edge, whatever the clocks do. */
async function clockErrors(app: AppContext, { firstDay, lastDay, fromMinute, toMinute }: ExceptionDraft) {
  const ends = [
    { field: "from", minute: fromMinute },
    { field: "to", minute: toMinute },
  ].flatMap(({ field, minute }) => (minute === null || minute % 1440 === 0 ? [] : [{ field, minute }]));
  if (ends.length === 0) return null;
  const { zone } = (await readSettings(app.db.kysely, app.log)).settings.bookingRules;
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    for (const { field, minute } of ends) {
      const fault = wallTimeFault({ day, minute }, zone);
      if (fault) return { [field]: fault };
    }
  }
  return null;
}

type TimeOffDraft = Omit<OpenTimeOffRequest, "id" | "requestedAt">;

async function ask(app: AppContext, { tx, now, noted }: Changing, draft: TimeOffDraft): Promise<CloseOutcome> {
  // A second press of the same form finds what the first has asked.
  await lockForWriting(tx, "offer");
  const { zone } = (await readSettings(tx, app.log)).settings.bookingRules;
  const today = localDateOf(now, zone);
  if (draft.lastDay < today) return { kind: "over" };
  const { therapistId, askedBy } = draft;
  const open = await listRequests(tx, { from: today, scope: { therapistId }, states: ["open"] });
  if (open.some((request) => isSame(request, draft))) return { kind: "asked" };
  const id = newId();
  await insertRequest(tx, { ...draft, id, requestedAt: now });
  const owners = await listOwnerIds(tx);
  const mails = owners.map((to) => timeOffRequested.message({ kind: USER, id: askedBy }, { id, askedBy, to }));
  if (mails.length > 0) await enqueue(tx, mails, now);
  await noted("time-off.ask", { kind: "time-off", id }, { from: draft.firstDay, to: draft.lastDay });
  return { kind: "asked" };
}

function isSame(a: TimeOffDraft, b: TimeOffDraft): boolean {
  return (["firstDay", "lastDay", "fromMinute", "toMinute"] as const).every((part) => a[part] === b[part]);
}
