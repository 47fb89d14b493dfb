import { priceInFull } from "#app/catalogue/price.ts";
import { type Closing, listClosings, sumsOfDay } from "#app/payments/closings.db.server.ts";
import { openLedger, record } from "#app/payments/ledger.server.ts";
import { MOST_PENCE, TAKEN_METHODS, type TakenMethod } from "#app/payments/money.ts";
import { momentOf } from "#app/payments/take-payment.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { may } from "#app/platform/permissions.ts";

export type CloseInput = {
  sellerId: string;
  day: string;
  /** What was found of each that is counted; the cash with its float. */
  counted: Partial<Record<TakenMethod, number>>;
  floatPence: number;
  sentence: string;
  /** What was shown as taken. */
  seenPence: number;
};

export type CloseOutcome =
  | { kind: "closed"; closing: Closing }
  | { kind: "invalid"; errors: { sentence?: string; counted?: string; day?: string } }
  /** `closing`: somebody closed it first; null: more was taken since the page was shown. */
  | { kind: "conflict"; message: string; closing: Closing | null }
  | { kind: "forbidden" };

// What arrives at the bank is not there to be counted.
const NOT_COUNTED: TakenMethod = "bank";

/** Closes a day for good: expected against counted. A difference needs a sentence. */
export async function closeDay(app: AppContext, actor: Actor, input: CloseInput): Promise<CloseOutcome> {
  if (!may(actor, "change", "closings")) return { kind: "forbidden" };
  const { sellerId, day, floatPence } = input;
  const sentence = input.sentence.trim();
  return app.db.kysely.transaction().execute(async (tx): Promise<CloseOutcome> => {
    const moment = await momentOf(tx, app);
    if (!moment) return { kind: "forbidden" };
    const ledger = await openLedger(tx, sellerId);
    const [before] = await listClosings(tx, { sellerId, from: day, to: day });
    if (before)
      return { kind: "conflict", message: "This day was closed before. It does not change.", closing: before };
    if (day > moment.today) return { kind: "invalid", errors: { day: "This day has not begun yet." } };
    const sums = await sumsOfDay(tx, { sellerId, day });
    const takenPence = TAKEN_METHODS.reduce((all, method) => all + sums[method].pence, 0);
    if (takenPence !== input.seenPence) {
      const message = `The day has taken ${priceInFull(takenPence)} by now. Count again before you close it.`;
      return { kind: "conflict", message, closing: null };
    }
    const methods = TAKEN_METHODS.map((method) => {
      const expected = sums[method].pence + (method === "cash" ? floatPence : 0);
      return { method, expected, counted: method === NOT_COUNTED ? null : (input.counted[method] ?? 0) };
    });
    const amounts = [floatPence, ...methods.flatMap(({ counted }) => counted ?? [])];
    if (!amounts.every((pence) => Number.isSafeInteger(pence) && pence >= 0 && pence <= 10 * MOST_PENCE)) {
      return { kind: "invalid", errors: { counted: "Enter what you counted in pounds, like 119 or 119.50." } };
    }
    const differencePence = methods.reduce((all, { expected, counted }) => all + (counted ?? expected) - expected, 0);
    const differs = methods.some(({ expected, counted }) => counted !== null && counted !== expected);
    if (differs && sentence === "")
      return { kind: "invalid", errors: { sentence: "Say in one sentence what happened." } };
    const closing = { id: newId(), day, floatPence, takenPence, differencePence, sentence: sentence || null };
    const by = { at: moment.at, actor: actorName(actor) };
    const byMethod = Object.fromEntries(methods.map(({ method, ...amounts }) => [method, amounts]));
    const row = {
      id: closing.id,
      seller_id: sellerId,
      day,
      methods: JSON.stringify(byMethod),
      float_pence: floatPence,
    };
    const found = { taken_pence: takenPence, difference_pence: differencePence, sentence: closing.sentence };
    await record(ledger, "day_closings", [{ ...row, ...found, ...by }]);
    return { kind: "closed", closing: { ...closing, methods: byMethod, ...by } };
  });
}
