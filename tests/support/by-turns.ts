/**
 * Which of these widths or looks a journey is walked in: the `nth`, so that the journeys of a file take turns. That
 * no page is wider than its window is checked at each width by `admin-screens.test.ts` and `public-pages.test.ts`. With
 * EVERY_LOOK=1 each journey is walked in all of them.
 */
export function byTurns<const Way>(ways: readonly Way[], nth: number): readonly Way[] {
  return process.env.EVERY_LOOK ? ways : ways.slice(nth % ways.length).slice(0, 1);
}
