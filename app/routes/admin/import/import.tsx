import { data, Form, href, Link, redirect } from "react-router";
import { changeImport, chooseClient, removeImport } from "#app/moving/csv/change-import.server.ts";
import { choicesFrom, personField } from "#app/moving/csv/import.form.ts";
import { NEW_CLIENT } from "#app/moving/csv/import-choices.ts";
import { getImport } from "#app/moving/csv/imports.db.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { ImportPreview, RefusedRows, RemoveForm } from "#app/routes/admin/import/import-preview.tsx";
import { type ImportView, viewImport } from "#app/routes/admin/import/import-view.server.ts";
import { counted, inNumbers } from "#app/routes/admin/import/import-words.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { Button, ErrorSummary, LinkButton, Notice, Select } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/import.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, locale } = openRequest(context, "see", "imports");
  const job = await getImport(app.db.kysely, params.id);
  if (!job) throw refusedAs("not-found");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return { view: await viewImport(app, job, { zone, locale }) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { fields, intent } = await sentTo(request);
  if (intent === "remove") {
    const removed = await removeImport(app, actor, params);
    if (removed.kind !== "changed") throw refusedAs(removed.kind === "forbidden" ? "forbidden" : "not-found");
    throw redirect(`${href("/admin/import")}?saved`, 303);
  }
  if (intent.startsWith("choose:")) {
    const number = Number.parseInt(intent.slice("choose:".length), 10) || 0;
    const choice = fields[personField(number)] ?? "";
    const chosen = await chooseClient(app, actor, { id: params.id, number, choice });
    if (chosen.kind === "forbidden") throw refusedAs("forbidden");
    if (chosen.kind === "not-found") throw refusedAs("not-found");
    if (chosen.kind === "invalid") return data({ errors: { [personField(number)]: chosen.message } }, { status: 422 });
    throw redirect(href("/admin/import/:id", params), 303);
  }
  const job = await getImport(app.db.kysely, params.id);
  if (!job) throw refusedAs("not-found");
  const starts = intent === "start";
  const outcome = await changeImport(app, actor, { id: job.id, choices: choicesFrom(fields, job), starts });
  if (outcome.kind === "refused") return data({ errors: { "column.0": outcome.message } }, { status: 422 });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  // Started in another window: its page says so.
  throw redirect(href("/admin/import/:id", params), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Import");

export default function ImportPage({ loaderData: { view }, actionData }: Route.ComponentProps) {
  const { fileName, total, noun } = view;
  return (
    <>
      <BackLink to={href("/admin/import")}>Import</BackLink>
      <PageHeading title={fileName} intro={`${counted(total, "rows")} of ${noun}`} />
      {actionData && <ErrorSummary key={JSON.stringify(actionData.errors)} errors={actionData.errors} />}
      {view.state === "waiting" && <ImportPreview noun={noun} kind={view.kind} look={view.look} />}
      {view.state === "running" && <ImportProgress view={view} />}
      {view.state === "done" && <ImportReport view={view} />}
    </>
  );
}

const LOOK_EVERY = 1_500;

/** How far a running import is. Without a script it is looked at again by the link. */
function ImportProgress({ view: { counts, total } }: { view: ImportView }) {
  useFreshEvery(LOOK_EVERY);
  const done = counts.added + counts.known + counts.refused;
  const soFar = `${inNumbers(done)} of ${inNumbers(total)} rows`;
  return (
    <section aria-labelledby="progress" className="max-w-3xl">
      <h2 id="progress" className="text-lg">
        Importing
      </h2>
      <progress
        max={total}
        value={done}
        aria-labelledby="progress"
        className="mt-3 block h-3 w-full accent-(--primary)"
      >
        {soFar}
      </progress>
      <p role="status" className="figures mt-2">
        {soFar}: {inNumbers(counts.added)} added, {inNumbers(counts.known)} already here, {inNumbers(counts.refused)}{" "}
        refused.
      </p>
      <p className="mt-2 text-ink-soft">It goes on if you leave this page, and after a restart.</p>
      <p className="mt-4">
        <Link to="?" reloadDocument className="prose-link">
          Look again
        </Link>
      </p>
      <RemoveForm label="Stop it and delete the list" />
    </section>
  );
}

/** What a finished import did, and the rows that it refused. */
function ImportReport({ view }: { view: Extract<ImportView, { state: "done" }> }) {
  const { id, kind, noun, counts, refused, until, undecided, undecidedCount } = view;
  return (
    <div className="max-w-3xl">
      <Notice tone="success" live className="mb-6">
        <b>Imported.</b> {counted(counts.added, noun)} added, {inNumbers(counts.known)} already here and left as they
        were, {inNumbers(counts.refused)} refused.
      </Notice>
      <p className="mb-6">
        <LinkButton to={kind === "appointments" ? "/appointments" : "/admin/clients"} look="outline" size="small">
          {kind === "appointments" ? "See the appointments" : "See the clients"}
        </LinkButton>
      </p>
      {undecidedCount > 0 && (
        <section aria-labelledby="namesakes" className="mb-8">
          <h2 id="namesakes" className="text-lg">
            Clients with the same name ({inNumbers(undecidedCount)})
          </h2>
          <p className="mt-1">
            Choose whose these appointments are. Their times are in your diary meanwhile, so no one else can book them.
            If you delete the list first, each of these becomes a new client.
          </p>
          <ul className="mt-3">
            {undecided.map(({ number, name, what, candidates }) => (
              <li key={number} className="border-t border-line py-3 wrap-anywhere">
                <Form method="post" className="flex flex-wrap items-end gap-3">
                  <Select name={personField(number)} label={`${name}, ${what}`} defaultValue="" className="min-w-0">
                    <option value="">Choose</option>
                    {candidates.map(({ id: client, label }) => (
                      <option key={client} value={client}>
                        {label}
                      </option>
                    ))}
                    <option value={NEW_CLIENT}>New client</option>
                  </Select>
                  <Button name="intent" value={`choose:${number}`} look="outline" size="small">
                    Save<span className="sr-only"> the client of row {number}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
          {undecidedCount > undecided.length && (
            <p className="text-ink-soft">These are the first {undecided.length}.</p>
          )}
        </section>
      )}
      {counts.refused > 0 && (
        <section aria-labelledby="refused">
          <h2 id="refused" className="text-lg">
            Refused rows
          </h2>
          <p className="mt-1 mb-4">
            Fix these rows in your file and import it again. Rows already imported do not change. The rows are deleted
            on {until}.
          </p>
          <LinkButton to={href("/admin/import/:id/refused.csv", { id })} reloadDocument look="outline" size="small">
            Download the {counted(counts.refused, "refused rows")}
          </LinkButton>
          <div className="mt-4">
            <RefusedRows rows={refused} />
          </div>
          {counts.refused > refused.length && <p className="text-ink-soft">These are the first {refused.length}.</p>}
        </section>
      )}
      <RemoveForm label="Delete what is left of the list now" />
    </div>
  );
}
