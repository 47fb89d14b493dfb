/**
 * How the site's own process is started: bounds for the room that V8 takes for new objects, and one heap of the C
 * library, given back when it is free (docs/decisions/0632, docs/decisions/0632).
 */
export const siteFlags = ["--max-semi-space-size=16"];
export const siteEnv = { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "65536" };
