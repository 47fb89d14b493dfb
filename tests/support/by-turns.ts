/**
 * Which of these widths or looks a journey is walked in: the `nth`, so that the journeys of a file take turns. Every page
 * is looked at in all of them by `admin-screens.test.ts` and `public-pages.test.ts`; with EVERY_LOOK=1 each journey is
 * walked in all of them, too.
 */
export function byTurns<const Way>(ways: readonly Way[], nth: number): readonly Way[] {
  return process.env.EVERY_LOOK ? ways : ways.slice(nth % ways.length).slice(0, 1);
}
