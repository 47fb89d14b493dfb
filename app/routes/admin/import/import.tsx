import { data, href, redirect } from "react-router";
import { changeImport, chooseClient, removeImport } from "#app/moving/csv/change-import.server.ts";
import { choicesFrom, personField } from "#app/moving/csv/import.form.ts";
import { getImport } from "#app/moving/csv/imports.db.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { ImportPreview } from "#app/routes/admin/import/import-preview.tsx";
import { ImportProgress } from "#app/routes/admin/import/import-progress.tsx";
import { ImportReport } from "#app/routes/admin/import/import-report.tsx";
import { viewImport } from "#app/routes/admin/import/import-view.server.ts";
import { counted } from "#app/routes/admin/import/import-words.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/import.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "imports")) throw refusedAs("forbidden");
  const job = await getImport(app.db.kysely, params.id);
  if (!job) throw refusedAs("not-found");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return { shown: await viewImport(app, job, { zone, locale: requestInfoOf(context).locale }) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
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

export default function ImportPage({ loaderData: { shown }, actionData }: Route.ComponentProps) {
  const { fileName, total, noun } = shown;
  return (
    <>
      <BackLink to={href("/admin/import")}>Import</BackLink>
      <PageHeading title={fileName} intro={`${counted(total, "rows")} of ${noun}`} />
      {actionData && <ErrorSummary key={JSON.stringify(actionData.errors)} errors={actionData.errors} />}
      {shown.state === "waiting" && <ImportPreview noun={noun} kind={shown.kind} look={shown.look} />}
      {shown.state === "running" && <ImportProgress shown={shown} />}
      {shown.state === "done" && <ImportReport shown={shown} />}
    </>
  );
}
