import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { type Accepted, changeOrWarn, type HoursOutcome } from "#app/diary/stranded/warn-before-change.server.ts";
import { bankHolidays } from "#app/hours/date-holidays.gateway.server.ts";
import { deleteException, getException, insertException, listExceptions } from "#app/hours/edit-hours.db.server.ts";
import type { ExceptionDraft } from "#app/hours/hours-exception.form.ts";
import type { Nation } from "#app/hours/nation.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, mayWith } from "#app/platform/permissions.ts";

/** Adds a closure or an extra opening on the days of the draft. */
export async function addException(
  app: AppContext,
  actor: Actor,
  { draft, accepted, id = newId() }: { draft: ExceptionDraft; id?: string } & Accepted,
): Promise<HoursOutcome> {
  return changeOrWarn(app, actor, {
    permission: ["change", "closures"],
    accepted,
    async write({ tx, noted }) {
      const { therapistId } = draft;
      const needed = draft.kind === "closure" ? "time off" : "closures";
      if (!mayWith(actor, ["change", needed], therapistId)) return { kind: "not-found" };
      const known = (await listEditedTherapists(tx)).map((therapist) => therapist.id);
      if (therapistId !== null && !known.includes(therapistId)) return { kind: "not-found" };
      await insertException(tx, { id, ...draft });
      await noted(`${draft.kind}.add`, { kind: draft.kind, id }, { from: draft.firstDay, to: draft.lastDay });
      return [{ cause: draft.kind, exception: draft }];
    },
  });
}

export async function removeException(
  app: AppContext,
  actor: Actor,
  { id, accepted }: { id: string } & Accepted,
): Promise<HoursOutcome> {
  return changeOrWarn(app, actor, {
    permission: ["change", "closures"],
    accepted,
    async write({ tx, noted }) {
      const exception = await getException(tx, id);
      if (!exception) return { kind: "not-found" };
      // Without its extra opening the time is closed.
      const needed = exception.kind === "opening" ? "time off" : "closures";
      if (!mayWith(actor, ["change", needed], exception.therapistId)) return { kind: "not-found" };
      await deleteException(tx, id);
      const { kind, firstDay, lastDay } = exception;
      await noted(`${kind}.remove`, { kind, id }, { from: firstDay, to: lastDay });
      return [{ cause: kind, exception, isRemoved: true }];
    },
  });
}

/**
 * Adds a closure on each coming bank holiday of this year and the next, unless the whole practice is closed already.
 */
export async function closeOnBankHolidays(
  app: AppContext,
  actor: Actor,
  { nation, accepted }: { nation: Nation } & Accepted,
): Promise<HoursOutcome> {
  // Asked beforehand, so that the transaction finds them at hand.
  const thisYear = new Date(app.clock.now()).getUTCFullYear();
  await bankHolidays([thisYear, thisYear + 1], nation);
  return changeOrWarn(app, actor, {
    permission: ["change", "closures"],
    accepted,
    async write({ tx, noted }, today) {
      if (!mayWith(actor, ["change", "closures"], null)) return { kind: "forbidden" };
      const year = Number(today.slice(0, 4));
      const to = `${year + 1}-12-31`;
      const closed = (await listExceptions(tx, { from: today, to })).filter(
        ({ kind, therapistId, fromMinute }) => kind === "closure" && therapistId === null && fromMinute === null,
      );
      const open = (await bankHolidays([year, year + 1], nation)).filter(
        ({ date }) => date >= today && !closed.some(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay),
      );
      const closures = open.map(({ date, name }) => {
        const days = { firstDay: date, lastDay: date, fromMinute: null, toMinute: null };
        return {
          id: newId(),
          therapistId: null,
          kind: "closure" as const,
          ...days,
          reason: name,
          publicNote: `${name}.`,
        };
      });
      for (const closure of closures) await insertException(tx, closure);
      await noted("closure.bank-holidays", { kind: "closure", id: nation }, { days: open.length });
      return closures.map((exception) => ({ cause: "closure", exception }));
    },
  });
}
