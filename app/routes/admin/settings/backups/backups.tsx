import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { localeMoment } from "#app/appointments/time-words.ts";
import { commandAddress } from "#app/maintenance/backup-place.ts";
import { backupPlaceFormOf } from "#app/maintenance/backups.form.ts";
import { getBackupFacts } from "#app/maintenance/backups.jobs.server.ts";
import { isOnSameDisk } from "#app/maintenance/save-backups.server.ts";
import { HOME } from "#app/platform/day-in-words.ts";
import { fieldsOf } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { BackupState, KeptStep, PlaceStep, WordsStep } from "#app/routes/admin/settings/backups/backup-steps.tsx";
import { changeBackups } from "#app/routes/admin/settings/backups/change-backups.server.ts";
import { sizeInWords } from "#app/routes/admin/settings/everything/everything-words.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { getSettingVersion } from "#app/settings/setting-versions.db.server.ts";
import { pickSettings } from "#app/settings/settings.db.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/backups.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const db = app.db.kysely;
  const version = await getSettingVersion(db, "backups");
  const { backups, bookingRules } = await pickSettings(db, app.log, ["backups", "bookingRules"]);
  const { place, recipient, wordsAt, pending } = backups;
  const isOn = place !== null && recipient !== "";
  const adapter = isOn ? await getAdapter(db, "backups") : null;
  const { sent, kept, rehearsed } = await getBackupFacts(db);
  const moment = (at: number) => localeMoment(at, bookingRules.zone, HOME);
  return {
    stored: fieldsOf(backupPlaceFormOf(place)),
    version,
    place: place && {
      kind: place.kind,
      command: `npm run restore -- --from ${commandAddress(place)}`,
      hasSecret: place.secret !== "",
      hostKey: place.hostKey,
      deletes: place.deletes,
      isOnSameDisk: await isOnSameDisk(app, place),
    },
    asked: pending?.asked ?? null,
    wordsAt: recipient && wordsAt !== null ? moment(wordsAt) : null,
    isOn,
    fault: adapter && adapter.state !== "ok" ? { since: moment(adapter.since), words: adapter.fault } : null,
    sent: sent && { at: moment(sent.at), size: sizeInWords(sent.bytes), kept },
    rehearsed: rehearsed && { at: moment(rehearsed.at), rows: rehearsed.rows },
    isStarted: new URL(request.url).searchParams.has("started"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  if (!may(actorOf(context), "change", "settings")) throw refusedAs("forbidden");
  return changeBackups({ request, context }, await sentTo(request));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Backups");

export default function Backups({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, sent, rehearsed, fault, isStarted } = loaderData;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Backups"
        intro="Every hour one sealed file leaves this machine. Only your recovery words open it."
      />
      <BackupState {...{ isOn, sent, rehearsed, fault, isStarted }} />
      <PlaceStep {...loaderData} reply={actionData ?? null} />
      <WordsStep {...loaderData} reply={actionData ?? null} />
      <KeptStep {...loaderData} />
    </div>
  );
}
