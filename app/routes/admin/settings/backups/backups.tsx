import { type ReactNode, useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { backupPlaceFormOf, commandAddress } from "#app/maintenance/backup-place.ts";
import { getBackupFacts } from "#app/maintenance/backups.jobs.server.ts";
import { isOnSameDisk } from "#app/maintenance/save-backups.server.ts";
import { HOME, localeMoment } from "#app/platform/date-time.ts";
import { type Fields, fieldsOf } from "#app/platform/form-fields.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { sentTo } from "#app/routes/admin/edit-reply.ts";
import { RadioChoice } from "#app/routes/admin/radio-choice.tsx";
import { type BackupsReply, changeBackups } from "#app/routes/admin/settings/backups/change-backups.server.ts";
import { sizeInWords } from "#app/routes/admin/settings/everything/everything-words.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { Button, Field, Notice, ScriptButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/backups.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app } = openRequest(context, "see", "settings");
  const db = app.db.kysely;
  const version = await getSettingVersion(db, "backups");
  const { backups, bookingRules } = (await readPractice(app)).settings;
  const { place, recipient, wordsAt, pending, sshKey } = backups;
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
      locks: place.locks,
      isOnSameDisk: await isOnSameDisk(app, place),
    },
    sshLine: sshKey?.line ?? null,
    challenge: pending?.asked ?? null,
    wordsAt: recipient && wordsAt !== null ? moment(wordsAt) : null,
    isOn,
    fault: adapter && adapter.state !== "ok" ? { since: moment(adapter.since), words: adapter.fault } : null,
    sent: sent && { at: moment(sent.at), size: sizeInWords(sent.bytes), kept },
    rehearsed: rehearsed && { at: moment(rehearsed.at), rows: rehearsed.rows },
    isStarted: new URL(request.url).searchParams.has("started"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  openRequest(context, "change", "settings");
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

type State = {
  isOn: boolean;
  isStarted: boolean;
  fault: { since: string; words: string | null } | null;
  sent: { at: string; size: string; kept: number } | null;
  rehearsed: { at: string; rows: number } | null;
};

function BackupState({ isOn, isStarted, fault, sent, rehearsed }: State) {
  if (!isOn) {
    return (
      <Notice tone="warning" className="mb-6">
        No backup leaves this machine yet. If its disk breaks, every booking is lost with it.
      </Notice>
    );
  }
  if (fault) {
    return (
      <Notice tone="danger" className="mb-6">
        <p className="font-[650]">Backups have failed since {fault.since}</p>
        <p className="mt-1 wrap-anywhere">{fault.words}</p>
        <p className="mt-1">
          We try again every quarter of an hour. {sent ? `The last backup left on ${sent.at}.` : "None has left yet."}
        </p>
      </Notice>
    );
  }
  if (!sent) {
    return (
      <Notice className="mb-6" live>
        The first backup leaves within a few minutes.
      </Notice>
    );
  }
  return (
    <Notice tone="success" className="mb-6">
      <p className="font-[650]">
        The last backup left on {sent.at} ({sent.size}).
      </p>
      {rehearsed && (
        <p className="mt-1">
          On {rehearsed.at} we fetched the newest one back, restored it and compared{" "}
          {rehearsed.rows.toLocaleString("en-GB")} rows.
        </p>
      )}
      {isStarted && <p className="mt-1">The next one leaves within a minute.</p>}
    </Notice>
  );
}

const KINDS = [
  { value: "s3", words: "S3-compatible storage", about: "The address with its bucket, a key ID and a secret key" },
  {
    value: "sftp",
    words: "SFTP",
    about: "Like sftp://backup.example.com/backups, a user name, and a password or a key",
  },
  { value: "webdav", words: "WebDAV", about: "Such as Nextcloud: the address of a folder, a user name and a password" },
  {
    value: "folder",
    words: "A folder",
    about: "On another disk or a network drive of this machine, like /mnt/backups",
  },
];

const STORAGE = "Kind of storage";

const LABELS = {
  kind: STORAGE,
  address: "Address",
  user: "Key ID or user name",
  region: "Region (optional)",
  secret: "Secret key or password",
};

const PLAIN = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

type Place = {
  isOnSameDisk: boolean;
  hasSecret: boolean;
  hostKey: string;
  deletes: boolean;
  locks: boolean;
  command: string;
  kind: string;
};
type PlaceProps = {
  stored: Fields;
  version: number;
  place: Place | null;
  sshLine: string | null;
  reply: BackupsReply | null;
};

function PlaceStep({ stored, version, place, sshLine, reply }: PlaceProps) {
  return (
    <Step number={1} title="Where backups go" isDone={place !== null}>
      {reply?.refused && <Refused words={reply.refused} />}
      {place && !reply?.place && (
        <p className="wrap-anywhere">
          Tested: we wrote a file, read it back and compared it.
          {place.deletes
            ? " Then we deleted it."
            : " This storage refused to delete it: old backups stay until its own rules remove them."}
          {place.locks
            ? " It keeps each backup for a week, whoever asks to delete it."
            : " It can’t lock files: anyone who gets its key can delete your backups there, so keep a copy elsewhere too."}
          {place.hostKey && ` We send only to the server with the key ${place.hostKey}.`}
        </p>
      )}
      {place?.isOnSameDisk && (
        <Notice tone="warning">
          This folder is on the same disk as the site. If that disk breaks, the backups are lost with it.
        </Notice>
      )}
      <EditForm
        stored={stored}
        version={version}
        reply={reply?.place ?? null}
        labels={LABELS}
        confirms
        saveLabel="Test and save"
      >
        {({ field, errors }) => (
          <div className="space-y-4">
            <RadioChoice field={field} errors={errors} name="kind" title={STORAGE} choices={KINDS} />
            <Field
              label={LABELS.address}
              hint="For S3 like https://s3.example.com/bucket"
              {...PLAIN}
              {...field("address")}
            />
            <div className="grid gap-4 md:grid-cols-2">
              <Field label={LABELS.user} hint="Leave blank for a folder" {...PLAIN} {...field("user")} />
              <Field label={LABELS.region} hint="S3 only, like eu-west-2" {...PLAIN} {...field("region")} />
            </div>
            <Field
              label={LABELS.secret}
              name="secret"
              type="password"
              autoComplete="new-password"
              hint={
                place?.hasSecret
                  ? "One is stored, sealed. Leave blank to keep it."
                  : "Stored sealed and never shown again. Leave blank for a folder, or for SFTP with a key."
              }
              {...(errors.secret && { error: errors.secret })}
            />
          </div>
        )}
      </EditForm>
      <SshKey line={sshLine} />
    </Step>
  );
}

function SshKey({ line }: { line: string | null }) {
  return (
    <section id="ssh-key" aria-labelledby="ssh-key-title" className="rounded-md border border-edge p-4">
      <h3 id="ssh-key-title" className="text-lg">
        SFTP with a key
      </h3>
      {line ? (
        <>
          <p className="mt-2">
            Add this line to the keys of the user at your SFTP server. Then leave the password blank and select “Test
            and save”.
          </p>
          <code className="mt-2 block wrap-anywhere">{line}</code>
        </>
      ) : (
        <>
          <p className="mt-2">
            Many servers take a key instead of a password. We make one and keep its private half sealed.
          </p>
          <Form method="post" className="mt-4">
            <Button name="intent" value="key" look="outline" data-confirm>
              Make a key
            </Button>
          </Form>
        </>
      )}
    </section>
  );
}

function Refused({ words }: { words: string }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice ref={notice} tabIndex={-1} live tone="danger">
      <p className="font-[650]">The test failed, so nothing was saved</p>
      <p className="mt-1 wrap-anywhere">{words}</p>
    </Notice>
  );
}

type WordsProps = {
  place: Place | null;
  challenge: [number, number] | null;
  wordsAt: string | null;
  reply: BackupsReply | null;
};

function WordsStep({ place, challenge, wordsAt, reply }: WordsProps) {
  return (
    <Step number={2} title="Recovery words" isDone={wordsAt !== null && challenge === null}>
      {reply?.words ? (
        <Sheet words={reply.words} command={place?.command ?? "npm run restore -- --from ADDRESS"} />
      ) : (
        <>
          <p>
            24 words open every backup. We don’t store them: without them no one can open a backup, not even you. You
            see them once, so have a printer or a pen ready.
          </p>
          {wordsAt && <p>Your words were made on {wordsAt}. New words open only the backups made after them.</p>}
          {challenge && <ProveForm challenge={challenge} error={reply?.unproven} />}
          <Form method="post">
            <Button name="intent" value="words" look={challenge || wordsAt ? "outline" : "primary"} data-confirm>
              {challenge || wordsAt ? "Make new words" : "Show the words"}
            </Button>
          </Form>
        </>
      )}
    </Step>
  );
}

function ProveForm({ challenge: [first, second], error }: { challenge: [number, number]; error: string | undefined }) {
  return (
    <Form method="post" className="space-y-4 rounded-md border border-edge p-4" noValidate>
      <p className="font-[650]">Type two words from your sheet. Backups start after that.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={`Word ${first}`} name="first" {...PLAIN} {...(error && { error })} />
        <Field label={`Word ${second}`} name="second" {...PLAIN} />
      </div>
      <Button name="intent" value="prove" data-confirm>
        Check the words
      </Button>
    </Form>
  );
}

/** Shown once, and printed alone on a page: the words and the way back. */
function Sheet({ words, command }: { words: string[]; command: string }) {
  return (
    <>
      <div className="recovery-sheet space-y-4 rounded-md border border-edge p-4">
        <h3 className="text-lg">The words that open our backups</h3>
        <ol className="grid grid-cols-2 gap-x-6 sm:grid-cols-4 print:grid-cols-3">
          {words.map((word, at) => (
            <li key={word + String(at)} className="flex min-h-10 items-center gap-3 border-b border-line">
              <span className="w-6 text-right text-sm text-ink-soft">{at + 1}</span>
              <span className="font-[650]">{word}</span>
            </li>
          ))}
        </ol>
        <p>
          After a fire: install the site on a new machine and type{" "}
          <code className="font-[650] wrap-anywhere">{command}</code>
        </p>
        <p>
          It asks for the secret of the storage and for these words, in this order. Keep this sheet where you keep the
          lease, not near the computer: anyone who has it and a backup can read everything.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <ScriptButton onClick={() => window.print()}>Print the words</ScriptButton>
        <Link to={href("/admin/settings/backups")} className="prose-link">
          I have them on paper: go on
        </Link>
      </div>
    </>
  );
}

function KeptStep({ isOn, sent }: Pick<State, "isOn" | "sent">) {
  return (
    <Step number={3} title="Kept and checked" isDone={sent !== null && isOn}>
      <p>
        We keep every backup of the last two days, one a day for a month and one a month for a year
        {sent ? `: ${sent.kept} at the moment` : ""}. Each night we fetch the newest one back, restore it and compare
        it.
      </p>
      <p>
        <Link to={href("/admin/settings/backups/earlier")} className="prose-link">
          Bring back a setting or a deleted client
        </Link>
      </p>
      {isOn && (
        <Form method="post" className="flex flex-wrap gap-4">
          <Button name="intent" value="now" look="outline">
            Back up now
          </Button>
          <Button name="intent" value="stop" look="quiet" data-confirm>
            Stop backups
          </Button>
        </Form>
      )}
    </Step>
  );
}

type StepProps = { number: number; title: string; isDone: boolean; children: ReactNode };

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <section aria-labelledby={`step-${number}`} className="border-t border-line py-6">
      <h2 id={`step-${number}`} className="mb-4 flex items-center gap-3 text-xl">
        <span
          className={`inline-flex size-8 shrink-0 items-center justify-center rounded-sm border text-base ${isDone ? "border-success bg-success-wash" : "border-edge"}`}
        >
          {isDone ? "✓" : number}
        </span>
        {title}
        {isDone && <span className="sr-only"> (done)</span>}
      </h2>
      <div className="space-y-4">{children}</div>
    </section>
  );
}
