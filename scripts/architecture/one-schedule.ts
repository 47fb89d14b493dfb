import type { Rule } from "#scripts/architecture/rule.ts";

const SCHEDULE = "app/appointments/schedule.server.ts";
const PARTS = ["app/appointments/schedule.db.server.ts", "app/appointments/notifications/schedule-messages.server.ts"];
// Contact details, links and who somebody is are no part of the schedule: other commands update them.
const WRITES = /^(insertInto|deleteFrom) appointments$|^\w+ (appointment_claims|time_holds|cancellations)$/;

// Erasing somebody again in a restored backup.
const PRIVACY = ["app/appointments/personal-data.server.ts"];

export const oneSchedule: Rule = {
  name: "One module writes appointments",
  why: "An appointment, its claims, its messages, its audit line and the note of what it freed belong together: a command that writes one of them alone forgets another (decisions/0570).",
  wayOut: `Call place, move, cancel, reinstate, confirm, hold, release or remove of ${SCHEDULE} in retryOnConflict.`,
  check: ({ sources }) =>
    sources
      .filter(({ path }) => path.startsWith("app/") && ![SCHEDULE, ...PARTS, ...PRIVACY].includes(path))
      .flatMap(({ path, imports, rowWrites }) => [
        ...rowWrites.filter(({ what }) => WRITES.test(what)).map((spot) => ({ path, ...spot })),
        ...imports
          .filter(({ specifier, typeOnly }) => !typeOnly && PARTS.includes(specifier.replace(/^#/, "")))
          .map(({ specifier, line }) => ({ path, line, what: `imports ${specifier}` })),
      ]),
};
