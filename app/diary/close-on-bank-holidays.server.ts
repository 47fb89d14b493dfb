import { bankHolidays } from "#app/availability/date-holidays.gateway.server.ts";
import { insertException, listExceptions } from "#app/availability/edit-hours.db.server.ts";
import type { Nation } from "#app/availability/nation.ts";
import { type Accepted, changeOrWarn, type HoursOutcome } from "#app/diary/warn-of-stranded.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

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
