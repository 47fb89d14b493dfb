import { startSweeping } from "#app/accounts/jobs.server.ts";
import { accountMails } from "#app/accounts/mails/jobs.server.ts";
import { startLinking } from "#app/appointments/linking/jobs.server.ts";
import { appointmentMails } from "#app/appointments/mails/jobs.server.ts";
import { startForgetting } from "#app/enquiries/jobs.server.ts";
import { enquiryMails } from "#app/enquiries/mails/jobs.server.ts";
import { startClearing } from "#app/media/jobs.server.ts";
import type { Renderers } from "#app/outbox/delivery/commands.server.ts";
import { startOutbox } from "#app/outbox/jobs.server.ts";
import { startDailyBackups } from "#app/platform/backup/daily.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** Every room's mails. */
export const renderers: Renderers = { ...accountMails, ...appointmentMails, ...enquiryMails };

/** Starts all that the clock calls. Answers how to stop it. */
export function startJobs(world: World): () => Promise<void> {
  const starts = [startDailyBackups, startLinking, startSweeping, startClearing, startForgetting];
  const stops = [startOutbox(world, renderers), ...starts.map((start) => start(world))];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
