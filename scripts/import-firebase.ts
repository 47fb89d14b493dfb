import { reportInWords } from "#app/moving/firebase/import-report.ts";
import { moveIn, tryMoveIn } from "#app/moving/firebase/run-import.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { readCommand, usageOf } from "#scripts/bootstrap/commands.mjs";
import { openApp } from "#scripts/open-app.ts";
import { progressLine } from "#scripts/progress-line.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run import-firebase -- --users FILE --hash-config FILE: accounts with their passwords, and appointments.
const { texts, flags } = readCommand("import-firebase");
const minutes = texts.minutes === undefined ? null : Number(texts.minutes);
if (!texts.users || !texts["hash-config"] || Number.isNaN(minutes)) {
  console.error(usageOf("import-firebase"));
  process.exit(1);
}
const config = readConfig();
const quiet = { ...config, logLevel: config.logLevel === "info" ? ("warn" as const) : config.logLevel };
const app = await orExplain(() => openApp(quiet), config);
const { tell, end } = progressLine();
const isDry = flags["dry-run"] === true;
const move = {
  users: texts.users,
  hashConfig: texts["hash-config"],
  documents: texts.documents ?? null,
  service: texts.service ?? null,
  minutes,
  therapist: texts.therapist ?? null,
  onProgress: tell,
};
const outcome = await (isDry ? tryMoveIn : moveIn)(app, move);
end();
await app.db.close();
if (outcome.kind === "refused") {
  console.error(outcome.message);
  process.exit(1);
}
console.log(reportInWords(outcome.report, isDry));
