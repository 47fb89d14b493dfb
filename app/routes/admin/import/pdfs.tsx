import { data, Form, href, redirect } from "react-router";
import { FILE_ORIGINS } from "#app/health/files/record-file.ts";
import { fileCountLines } from "#app/health/moving/certificate.ts";
import {
  chooseClient,
  fileCounts,
  findFor,
  receiveFiles,
  startFiles,
  throwFilesAway,
  viewFiles,
  type WaitingView,
} from "#app/health/moving/file-imports.server.ts";
import { FILES_WAIT } from "#app/health/moving/files.jobs.server.ts";
import { MOST_FILES } from "#app/health/moving/match-files.ts";
import { withUpload } from "#app/media/busboy.gateway.server.ts";
import { dayInWords, shortMoment } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { Counts } from "#app/routes/admin/import/cliniko-counts.tsx";
import { counted } from "#app/routes/admin/import/import-words.ts";
import { filesIn, MOST_SENT } from "#app/routes/admin/import/pdf-upload.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { Button, ErrorSummary, Field, Notice, Select, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/pdfs.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const view = await viewFiles(app, actor);
  if (view.kind === "forbidden") throw refusedAs("forbidden");
  if (view.kind === "shut") return null;
  if (view.kind !== "found") throw refusedAs("not-found");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const now = app.clock.now();
  const { open } = view;
  return {
    open: open && {
      ...{ id: open.id, state: open.state, origin: FILE_ORIGINS[open.origin] },
      until: shortMoment(open.created_at + FILES_WAIT, zone, now),
      files: view.files.map(toRow),
    },
    done: view.imports.flatMap(({ id, finished_at, counts, state }) =>
      state === "done"
        ? [
            {
              id,
              when: shortMoment(finished_at ?? 0, zone, now),
              lines: fileCountLines(fileCounts.parse(JSON.parse(counts))),
            },
          ]
        : [],
    ),
  };
}

/** What a row shows: never the bytes or their hash. */
function toRow({ id, path, why, found, client, candidates, details }: WaitingView) {
  return { id, path, why, found, client, candidates, on: details && dayInWords(details.on, { year: true }) };
}

type FileRow = ReturnType<typeof toRow>;
type Errors = { origin?: string; files?: string };
type Finding = { file: string; people: { id: string; name: string }[] };
type Typed = { origin: string; numbers: string };
type Reply = { errors?: Errors; typed?: Typed; finding?: Finding };

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const taking = { request, most: MOST_SENT, mostFiles: MOST_FILES, isSecret: "sealed" as const };
  return withUpload(app.config, taking, async ({ fields, files }) => {
    const { intent = "", id = "", file = "", client = "", q = "" } = fields;
    const work = {
      find: () => findFor(app, actor, q),
      choose: () => chooseClient(app, actor, { fileId: file, clientId: client }),
      leave: () => chooseClient(app, actor, { fileId: file, clientId: "" }),
      start: () => startFiles(app, actor, id),
      remove: () => throwFilesAway(app, actor, id),
    };
    const { origin = "", numbers = "" } = fields;
    const outcome = Object.hasOwn(work, intent)
      ? await work[intent as keyof typeof work]()
      : await receiveFiles(app, actor, { origin, numbers, files: filesIn(files("files")) });
    if (outcome.kind === "unconfirmed") throw unconfirmed(request);
    if (outcome.kind === "forbidden") throw refusedAs("forbidden");
    if (outcome.kind === "invalid")
      return data<Reply>({ errors: outcome.errors, typed: { origin, numbers } }, { status: 422 });
    if (outcome.kind === "found") return data<Reply>({ finding: { file, people: outcome.people } });
    if (outcome.kind === "not-found" && !Object.hasOwn(work, intent)) throw refusedAs("not-found");
    // Changed in another window: its page says how it stands now.
    throw redirect(href("/admin/import/pdfs"), 303);
  });
}

const TITLE = "PDFs per client";

export const meta: Route.MetaFunction = (at) => privateMeta(at, TITLE);

export default function PdfsPerClient({ loaderData, actionData }: Route.ComponentProps) {
  const { errors, typed, finding }: Reply = actionData ?? {};
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/import")}>Import</BackLink>
      <PageHeading
        title={TITLE}
        intro="PDFs and pictures from Fresha, Jane or another system come into your clients’ health records, sealed and locked."
      />
      {errors && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      {!loaderData && (
        <Notice tone="danger">
          The health record is shut, because its key is missing. Nothing can be imported until it is back.
        </Notice>
      )}
      {loaderData && !loaderData.open && <Upload errors={errors ?? {}} typed={typed} />}
      {loaderData?.open && <Open {...loaderData.open} finding={finding} />}
      {loaderData && loaderData.done.length > 0 && (
        <section aria-labelledby="done" className="mt-12">
          <h2 id="done" className="text-xl">
            Finished imports
          </h2>
          {loaderData.done.map(({ id, when, lines }) => (
            <div key={id} className="mt-4">
              <Counts title={when} lines={lines} />
              <a
                href={href("/admin/import/pdfs/:id/certificate.txt", { id })}
                className="prose-link inline-flex min-h-6 items-center"
              >
                Download the certificate of {when}
              </a>
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

function Upload({ errors, typed }: { errors: Errors; typed: Typed | undefined }) {
  return (
    <Form method="post" encType="multipart/form-data" className="space-y-5" noValidate data-unsent="never">
      <p>
        Import your clients first. A file finds its client by the email address or the full name in its name or its
        folder, like <code>Jane Doe/Chart 2024-03-01.pdf</code> or <code>Doe, Jane.pdf</code>. A date in the name
        becomes the date in the record.
      </p>
      <Select name="origin" label="Where the files come from" defaultValue={typed?.origin} error={errors.origin}>
        <option value="">Choose</option>
        <option value="fresha">Fresha</option>
        <option value="jane">Jane</option>
        <option value="other">Another system</option>
      </Select>
      <Field
        name="files"
        label="Files"
        type="file"
        multiple
        accept=".pdf,.zip,application/pdf,application/zip,image/jpeg,image/png,image/webp,image/avif"
        hint={`PDFs, pictures, or a ZIP of them. Up to ${MOST_FILES} files of 10 MB each, 30 MB at once.`}
        error={errors.files}
      />
      <TextArea
        name="numbers"
        label="Client numbers (optional)"
        hint="If names of files hold numbers instead: a client a line, like 1042, jane@example.com"
        rows={3}
        defaultValue={typed?.numbers}
      />
      <p className="text-ink-soft">
        You see whose each file is before anything is stored. Until then the files are sealed, and we delete them after
        7 days. No email is sent to anyone.
      </p>
      <Button name="intent" value="send" data-confirm>
        Upload and preview
      </Button>
    </Form>
  );
}

type OpenProps = {
  id: string;
  state: "reading" | "waiting" | "running" | "done";
  origin: string;
  until: string;
  files: FileRow[];
  finding: Finding | undefined;
};

const LOOK_EVERY = 1_500;

function Open({ id, state, origin, until, files, finding }: OpenProps) {
  if (state !== "waiting") return <Progress id={id} isRunning={state === "running"} left={files.length} />;
  const coming = files.filter(({ found, client }) => client !== null && found !== "known");
  const groups = [
    ["Choose the client", files.filter(({ found }) => found === "several")],
    ["No client found", files.filter(({ found }) => found === "unknown")],
    ["To be imported", coming],
    ["Already in the record", files.filter(({ found }) => found === "known")],
    ["Left out", files.filter(({ found }) => found === "left" || found === "refused")],
  ] as const;
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className="text-lg">
        Nothing is stored yet
      </h2>
      <p className="mt-2">
        {counted(files.length, "files")} from {origin}. Check whose they are: once imported, no one can change or delete
        them. We delete what waits on {until}.
      </p>
      {groups.map(([title, group]) =>
        group.length === 0 ? null : (
          <div key={title} className="mt-6">
            <h3 className="text-base font-[650]">
              {title} ({group.length})
            </h3>
            <ul>
              {group.map((file) => (
                <Row key={file.id} file={file} people={finding?.file === file.id ? finding.people : null} />
              ))}
            </ul>
          </div>
        ),
      )}
      {coming.length > 0 && (
        <Form method="post" className="mt-8">
          <input type="hidden" name="id" value={id} />
          <p className="mb-3 text-ink-soft">Files without a client are left out.</p>
          <Button name="intent" value="start" data-confirm>
            Import {counted(coming.length, "files")}
          </Button>
        </Form>
      )}
      <Remove id={id} label="Throw away" />
    </section>
  );
}

const BY = { email: "by email address", number: "by client number", name: "by name", chosen: "chosen by you" } as const;

function Row({ file, people }: { file: FileRow; people: Finding["people"] | null }) {
  const { id, path, why, found, client, candidates, on } = file;
  const how = Object.hasOwn(BY, found) ? BY[found as keyof typeof BY] : null;
  const choices = people ?? candidates;
  return (
    <li className="border-t border-line py-3">
      <p className="font-[650] wrap-anywhere">{path}</p>
      <p className="text-sm text-ink-soft wrap-anywhere">
        {why ?? [client && (how ? `${client}, ${how}` : client), on].filter(Boolean).join(". ")}
      </p>
      {found !== "refused" && found !== "known" && (
        <div className="mt-2 flex flex-wrap items-end gap-3">
          {client === null && choices.length > 0 && (
            <Form method="post" className="flex flex-wrap items-end gap-3">
              <input type="hidden" name="file" value={id} />
              <Select id={`client-${id}`} name="client" label={`Client of ${path}`}>
                {choices.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </Select>
              <Button name="intent" value="choose" size="small" data-confirm>
                Choose client
              </Button>
            </Form>
          )}
          {client === null && (
            <Form method="post" className="flex flex-wrap items-end gap-3" data-unsent="never">
              <input type="hidden" name="file" value={id} />
              <Field
                id={`q-${id}`}
                name="q"
                label={`Find the client of ${path}`}
                autoComplete="off"
                error={people?.length === 0 ? "No matches. Try fewer letters." : undefined}
              />
              <Button name="intent" value="find" size="small" look="outline" data-confirm>
                Find client
              </Button>
            </Form>
          )}
          {found !== "left" && (
            <Form method="post">
              <input type="hidden" name="file" value={id} />
              <Button name="intent" value="leave" size="small" look="outline" data-confirm>
                Leave out
              </Button>
            </Form>
          )}
        </div>
      )}
    </li>
  );
}

/** How far it is. Without a script it is looked at again by the link. */
function Progress({ id, isRunning, left }: { id: string; isRunning: boolean; left: number }) {
  useFreshEvery(LOOK_EVERY);
  return (
    <section aria-labelledby="progress">
      <h2 id="progress" className="text-lg">
        {isRunning ? "Importing" : "Receiving files"}
      </h2>
      <p role="status" className="figures mt-2">
        {isRunning ? `${counted(left, "files")} left.` : `${counted(left, "files")} received so far.`}
      </p>
      <p className="mt-2 text-ink-soft">
        {isRunning
          ? "It goes on if you leave this page, and after a restart."
          : "If the upload was cut off, you can send the files again in 15 minutes. Throw them away to send them at once."}
      </p>
      <p className="mt-4">
        <a href={href("/admin/import/pdfs")} className="prose-link">
          Look again
        </a>
      </p>
      <Remove id={id} label="Stop and throw the rest away" />
    </section>
  );
}

function Remove({ id, label }: { id: string; label: string }) {
  return (
    <Form method="post" className="mt-6">
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value="remove" look="outline" data-confirm>
        {label}
      </Button>
    </Form>
  );
}
