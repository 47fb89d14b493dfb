import { parseArgs } from "node:util";
import { reportInWords } from "#app/firebase/import-report.ts";
import { moveIn, tryMoveIn } from "#app/firebase/run-import.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { openApp } from "#scripts/open-app.ts";
import { progressLine } from "#scripts/progress-line.ts";

const USAGE =
  "Usage: npm run import-firebase -- --users FILE --hash-config FILE [--documents FILE] [--dry-run]\n" +
  "       [--service SLUG] [--minutes N] [--therapist SLUG]: as what appointments are stored (docs/moving-in.md)";

const text = { type: "string" } as const;
const options = {
  users: text,
  "hash-config": text,
  documents: text,
  service: text,
  minutes: text,
  therapist: text,
  "dry-run": { type: "boolean" },
} as const;

/** What was typed; null if it can't be understood. */
function typed() {
  try {
    return parseArgs({ options }).values;
  } catch {
    return null;
  }
}

const values = typed();
const minutes = values?.minutes === undefined ? null : Number(values.minutes);
if (!values?.users || !values["hash-config"] || Number.isNaN(minutes)) {
  console.error(USAGE);
  process.exit(1);
}
const config = readConfig();
const app = await openApp({ ...config, logLevel: config.logLevel === "info" ? "warn" : config.logLevel });
const { tell, end } = progressLine();
const isDry = values["dry-run"] === true;
const move = {
  users: values.users,
  hashConfig: values["hash-config"],
  documents: values.documents ?? null,
  service: values.service ?? null,
  minutes,
  therapist: values.therapist ?? null,
  tell,
};
const outcome = await (isDry ? tryMoveIn : moveIn)(app, move);
end();
await app.db.close();
if (outcome.kind === "refused") {
  console.error(outcome.message);
  process.exit(1);
}
console.log(reportInWords(outcome.report, isDry));
