import { data, Form, href, Link, redirect } from "react-router";
import {
  beginCliniko,
  removeCliniko,
  resumeCliniko,
  startCliniko,
  viewCliniko,
} from "#app/health/moving/change-cliniko.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { Counts } from "#app/routes/admin/import/cliniko-counts.tsx";
import { type OpenImport, viewImports } from "#app/routes/admin/import/cliniko-view.server.ts";
import { counted, inNumbers } from "#app/routes/admin/import/import-words.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { Button, ErrorSummary, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/cliniko.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const view = await viewCliniko(app, actorOf(context));
  if (view.kind === "forbidden") throw refusedAs("forbidden");
  if (view.kind === "shut") return null;
  if (view.kind !== "found") throw refusedAs("not-found");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return viewImports(view.imports, view.unmatched, { zone, now: app.clock.now() });
}

const CHANGES = { start: startCliniko, resume: resumeCliniko, remove: removeCliniko };

export async function action({ request, context }: Route.ActionArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { fields, intent } = await sentTo(request);
  const work = Object.hasOwn(CHANGES, intent) ? CHANGES[intent as keyof typeof CHANGES] : null;
  const outcome = work ? await work(app, actor, fields.id ?? "") : await beginCliniko(app, actor, fields.key ?? "");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "invalid") return data({ errors: { key: outcome.message } }, { status: 422 });
  if (outcome.kind === "not-found" && !work) throw refusedAs("not-found");
  // Changed in another window: its page says how it stands now.
  throw redirect(href("/admin/import/cliniko"), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "From Cliniko");

const TITLE = "From Cliniko";

export default function FromCliniko({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/import")}>Import</BackLink>
      <PageHeading
        title={TITLE}
        intro="Treatment notes and completed forms come into your clients’ health records, sealed and locked."
      />
      {actionData && <ErrorSummary key={actionData.errors.key} errors={actionData.errors} />}
      {!loaderData && (
        <Notice tone="danger">
          The health record is shut, because its key is missing. Nothing can be imported until it is back.
        </Notice>
      )}
      {loaderData && !loaderData.open && <KeyForm error={actionData?.errors.key} />}
      {loaderData?.open && <Open open={loaderData.open} />}
      {loaderData && loaderData.unmatched.length > 0 && <UnmatchedPatients patients={loaderData.unmatched} />}
      {loaderData && loaderData.done.length > 0 && (
        <section aria-labelledby="done" className="mt-12">
          <h2 id="done" className="text-xl">
            Finished imports
          </h2>
          <ul className="mt-2">
            {loaderData.done.map(({ id, when, records }) => (
              <li key={id} className="border-t border-line py-3">
                <Link
                  to={href("/admin/import/cliniko/:id", { id })}
                  className="prose-link inline-flex min-h-6 items-center font-[650]"
                >
                  Certificate of {when}
                </Link>
                <p className="text-sm text-ink-soft">{counted(records, "records")} stored</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function KeyForm({ error }: { error: string | undefined }) {
  return (
    <Form method="post" className="space-y-5" noValidate>
      <ol className="list-decimal space-y-1 pl-5">
        <li>
          Import your clients first, from Cliniko’s CSV file. Notes find their client by name, and by email or phone.
        </li>
        <li>In Cliniko, open “My info” as an administrator, then “Manage API keys”, and add a key.</li>
        <li>Paste it here. We count first, and store nothing until you say so.</li>
      </ol>
      <Field
        label="API key"
        name="key"
        type="password"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="It is stored sealed while the import needs it, and deleted at the end. Delete it in Cliniko then, too."
        error={error}
      />
      <p className="text-ink-soft">
        Therapists who treat a client can read what comes, whoever wrote it. No email is sent to anyone, and nothing
        changes in Cliniko.
      </p>
      <Button name="intent" value="begin" data-confirm>
        Count what is there
      </Button>
    </Form>
  );
}

function Open({ open }: { open: OpenImport }) {
  if (open.state === "counting" || open.state === "running") return <Progress open={open} />;
  return open.state === "stopped" ? <Stopped open={open} /> : <Counted open={open} />;
}

const READING = { patients: "patients", treatment_notes: "treatment notes", patient_forms: "forms" } as const;
const LOOK_EVERY = 1_500;

/** How far it is. Without a script it is looked at again by the link. */
function Progress({ open: { id, state, kind, read, pausedUntil, fault } }: { open: OpenImport }) {
  useFreshEvery(LOOK_EVERY);
  return (
    <section aria-labelledby="progress">
      <h2 id="progress" className="text-lg">
        {state === "counting" ? "Counting" : "Importing"}
      </h2>
      <p role="status" className="figures mt-2">
        Reading {READING[kind]}. {counted(read, "entries")} read so far.
      </p>
      {pausedUntil && (
        <p className="mt-2">
          {fault ?? "Cliniko takes no more calls in this minute."} It goes on by itself at {pausedUntil}.
        </p>
      )}
      <p className="mt-2 text-ink-soft">It goes on if you leave this page, and after a restart.</p>
      <p className="mt-4">
        <Link to="?" reloadDocument className="prose-link">
          Look again
        </Link>
      </p>
      <Remove id={id} label="Stop and delete the key" />
    </section>
  );
}

function Stopped({ open: { id, fault } }: { open: OpenImport }) {
  return (
    <section aria-labelledby="stopped">
      <h2 id="stopped" className="text-lg">
        The import stopped
      </h2>
      <p className="mt-2">{fault} What was stored so far stays.</p>
      <Form method="post" className="mt-4">
        <input type="hidden" name="id" value={id} />
        <Button name="intent" value="resume" data-confirm>
          Go on from there
        </Button>
      </Form>
      <Remove id={id} label="End it and delete the key" />
    </section>
  );
}

/** The dry run’s counts, for an owner to decide. */
function Counted({ open: { id, patients, coming, notes, forms } }: { open: OpenImport }) {
  return (
    <section aria-labelledby="counted">
      <h2 id="counted" className="text-lg">
        Counted, and nothing is stored yet
      </h2>
      <p className="mt-2">
        {inNumbers(patients.added)} of {counted(patients.read, "patients")} are clients here.
      </p>
      <div className="mt-4 grid gap-6 sm:grid-cols-2">
        <Counts title="Treatment notes" lines={notes} />
        <Counts title="Forms" lines={forms} />
      </div>
      <Form method="post" className="mt-6">
        <input type="hidden" name="id" value={id} />
        <Button name="intent" value="start" data-confirm>
          Import {counted(coming, "records")}
        </Button>
      </Form>
      <Remove id={id} label="Import nothing and delete the key" />
    </section>
  );
}

function Remove({ id, label }: { id: string; label: string }) {
  return (
    <Form method="post" className="mt-4">
      <input type="hidden" name="id" value={id} />
      <Button name="intent" value="remove" look="outline" size="small" data-confirm>
        {label}
      </Button>
    </Form>
  );
}

const WHY = {
  unknown: "No client here has this name with the same email or phone.",
  several: "More than one person fits. Merge duplicates, or correct one of them.",
  missing: "Deleted in Cliniko.",
} as const;

type UnmatchedProps = { patients: { name: string; reason: keyof typeof WHY; records: number }[] };

function UnmatchedPatients({ patients }: UnmatchedProps) {
  return (
    <section aria-labelledby="unmatched" className="mt-12">
      <h2 id="unmatched" className="text-xl">
        Patients who are not clients here
      </h2>
      <p className="mt-1 text-ink-soft">
        We don’t guess whose notes these are. Add or correct the client, then import again: only what is missing comes.
      </p>
      <ul className="mt-2">
        {patients.map(({ name, reason, records }, at) => (
          <li key={`${name} ${at}`} className="border-t border-line py-2 wrap-anywhere">
            <span className="font-[650]">{name || "Unknown"}</span>, {counted(records, "records")}
            <span className="block text-sm text-ink-soft">{WHY[reason]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
