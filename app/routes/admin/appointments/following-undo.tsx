import { href, redirect } from "react-router";
import { undoFollowing } from "#app/diary/series/change-following.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/following-undo.ts";

export function loader({ params: { id } }: Route.LoaderArgs) {
  return { id };
}

export async function action({ params: { id }, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const outcome = await undoFollowing(app, actorOf(context), { appointmentId: id });
  if (outcome.kind === "undone") throw redirect(`${href("/admin/appointments/:id", { id })}?done=series-undone`, 303);
  if (outcome.kind === "not-found") throw new Response("There is no such series", { status: 404 });
  if (outcome.kind === "sent")
    return { words: "The email has gone out, or this was already undone. Nothing has changed." };
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const when = localeMoment(outcome.start, zone, requestInfoOf(context).locale);
  return { words: `Someone else has ${when} now. Nothing has changed: bring the others back one by one.` };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Undo for a series");

export default function UndoFollowing({ loaderData: { id }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/appointments/:id", { id })}>The appointment</BackLink>
      <PageHeading title="Undo for a series" />
      <Notice tone="warning" live>
        {actionData?.words ?? "You can undo on the appointment’s page until the email goes out."}
      </Notice>
    </div>
  );
}
