import type { Rule } from "#scripts/architecture/rule.ts";

const CHANGES = ["insertAppointment", "saveChange", "saveReinstated"];
const RULE = "mailsToOthers";

// Nobody was told of a booking whose link was not pressed, and what comes over from elsewhere is known.
const TELLS_NOBODY = ["app/booking/booking.jobs.server.ts", "app/firebase/store-appointment.server.ts"];

export const telling: Rule = {
  name: "Who changes an appointment tells by one rule",
  why: "Therapists and the practice choose what they hear of. A command that writes an appointment and mails by itself, or forgets to, tells them what adds up to a wrong diary (decisions/0315).",
  wayOut: `Enqueue what ${RULE} (app/appointments/tell-of-change.server.ts) returns for the change, in its transaction.`,
  check: ({ sources }) =>
    sources
      .filter(({ path }) => path.startsWith("app/") && !/\.(db\.server|test)\.ts$/.test(path))
      .filter(({ path, names }) => !names.has(RULE) && !TELLS_NOBODY.includes(path))
      .flatMap(({ path, names }) =>
        CHANGES.filter((name) => names.has(name)).map((name) => ({
          path,
          line: names.get(name) ?? 0,
          what: `${name} without ${RULE}`,
        })),
      ),
};
