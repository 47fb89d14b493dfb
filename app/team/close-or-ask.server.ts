import { USER } from "#app/accounts/users.db.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import type { Accepted, HoursOutcome } from "#app/diary/stranded/warn-before-change.server.ts";
import type { ExceptionDraft } from "#app/hours/hours-exception.form.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Changing, change } from "#app/platform/audit.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { wallTimeFault } from "#app/platform/wall-time.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { listOwnerIds } from "#app/team/staff.db.server.ts";
import { insertRequest, listRequests } from "#app/team/time-off.db.server.ts";
import { timeOffAsked } from "#app/team/time-off.mail.tsx";
import type { AskedTimeOff } from "#app/team/time-off-request.ts";

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
  input: { draft: ExceptionDraft } & Accepted,
): Promise<CloseOutcome> {
  const { kind, therapistId } = input.draft;
  const errors = await clockErrors(app, input.draft);
  if (errors) return { kind: "invalid", errors };
  const closes = kind === "opening" || mayWith(actor, ["change", "time off"], therapistId);
  const asks = therapistId !== null && mayWith(actor, ["change", "time off requests"], therapistId);
  if (closes || !asks || !("userId" in actor)) return addException(app, actor, input);
  const { firstDay, lastDay, fromMinute, toMinute, reason, publicNote } = input.draft;
  const asked = { therapistId, firstDay, lastDay, fromMinute, toMinute, reason, publicNote };
  return change(app, actor, ["change", "time off requests"], (changing) =>
    ask(app, changing, { ...asked, askedBy: actor.userId }),
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

type Wanted = Omit<AskedTimeOff, "id" | "askedAt">;

async function ask(app: AppContext, { tx, now, noted }: Changing, wanted: Wanted): Promise<CloseOutcome> {
  // A second press of the same form finds what the first has asked.
  await lockForWriting(tx, "offer");
  const { zone } = (await readSettings(tx, app.log)).settings.bookingRules;
  const today = localDateOf(now, zone);
  if (wanted.lastDay < today) return { kind: "over" };
  const { therapistId, askedBy } = wanted;
  const open = await listRequests(tx, { from: today, scope: { therapistId }, states: ["open"] });
  if (open.some((request) => isSame(request, wanted))) return { kind: "asked" };
  const id = newId();
  await insertRequest(tx, { ...wanted, id, askedAt: now });
  const owners = await listOwnerIds(tx);
  const mails = owners.map((to) => timeOffAsked.message({ kind: USER, id: askedBy }, { id, askedBy, to }));
  if (mails.length > 0) await enqueue(tx, mails, now);
  await noted("time-off.ask", { kind: "time-off", id }, { from: wanted.firstDay, to: wanted.lastDay });
  return { kind: "asked" };
}

function isSame(a: Wanted, b: Wanted): boolean {
  return (["firstDay", "lastDay", "fromMinute", "toMinute"] as const).every((part) => a[part] === b[part]);
}
