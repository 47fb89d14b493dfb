const DRAWN = new Set([
  ...["deep-tissue-massage", "event-massage", "injury-rehabilitation", "joint-mobilization"],
  ...["personalized-wellness-plans", "post-event-massage", "pre-event-massage", "relaxation-massage"],
  ...["sport-foot-massage", "sports-performance-massage", "trigger-point-therapy"],
]);

/** Whether we have a plate for this service; services that the practice added have none. */
export function isDrawn(slug: string): boolean {
  return DRAWN.has(slug);
}
