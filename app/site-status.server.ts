import { checkSite, type StatusCheck } from "#app/maintenance/site-status.server.ts";
import {
  backupsCheck,
  certificateCheck,
  clockCheck,
  connectionsCheck,
  databaseCheck,
  diskCheck,
  errorsCheck,
  jobsCheck,
  mailCheck,
  signInsCheck,
  versionCheck,
} from "#app/maintenance/status-checks.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

/** The lines of Site status, in the order of the page. A room adds its own here (decisions/0800). */
export const STATUS_CHECKS: readonly StatusCheck[] = [
  ...[backupsCheck, databaseCheck, diskCheck],
  ...[certificateCheck, mailCheck, connectionsCheck],
  ...[jobsCheck, errorsCheck, signInsCheck, clockCheck, versionCheck],
];

const EVERY = 300_000;

export function startCheckingSite(app: AppContext): () => Promise<void> {
  return repeat(app, {
    every: EVERY,
    job: () => checkSite(app, STATUS_CHECKS),
    failed: "the site could not check itself",
  });
}
