import { href } from "react-router";
import { ShutRecord } from "#app/health/form/form-tag.tsx";
import { isComparable, viewProgress } from "#app/health/notes/progress.ts";
import { Progress } from "#app/health/notes/progress.tsx";
import { openProgress } from "#app/health/notes.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { notTheirs } from "#app/routes/admin/clients/emergency-way.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/progress.ts";

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const opened = await openProgress(app, actorOf(context), params.id);
  if (opened.kind === "not-found") throw await notTheirs(context, params.id);
  if (opened.kind === "shut") return null;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { searchParams } = new URL(request.url);
  return {
    client: { id: opened.client.id, name: opened.client.name ?? "Unknown" },
    progress: viewProgress(opened.notes, [searchParams.get("from"), searchParams.get("to")]),
    when: { zone, now: app.clock.now() },
  };
}

// No name stands in the title: it would in the browser's history.
export const meta: Route.MetaFunction = (at) => privateMeta(at, "Progress");

export default function ClientProgress({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Progress over time" />;
  const { client, progress, when } = loaderData;
  return (
    <>
      <BackLink to={href("/admin/clients/:id/treatment-notes", client)}>Notes</BackLink>
      <PageHeading title="Progress over time" intro={client.name} />
      <div className="max-w-3xl space-y-6">
        {!isComparable(progress) && (
          <p>Nothing to compare yet. Note the pain, activities or the body at two appointments.</p>
        )}
        <Progress progress={progress} when={when} />
      </div>
    </>
  );
}
