import { data } from "react-router";
import { moveAnswerFrom } from "#app/appointments/move-request.ts";
import { localeMoment } from "#app/appointments/time-words.ts";
import { answerMoveRequest, reopenMoveRequest } from "#app/diary/answer-move-request.server.ts";
import { listMoveRequestsToAnswer } from "#app/diary/list-move-requests.server.ts";
import { shownRow } from "#app/diary/shown-row.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { type Answered, answeredInWords } from "#app/routes/admin/requests/answered.ts";
import { RequestCard } from "#app/routes/admin/requests/request-card.tsx";
import { UndoNotice } from "#app/routes/admin/undo-notice.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/requests.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { locale } = requestInfoOf(context);
  const { requests, zone, now } = await listMoveRequestsToAnswer(appContextOf(context), actorOf(context));
  return requests.map(({ row, words, at }) => ({
    shown: shownRow(row, { zone, locale, now }),
    words,
    asked: localeMoment(at, zone, locale),
  }));
}

/** One answer, or its Undo. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  const answer = moveAnswerFrom(form.get("answer"));
  if (!answer) {
    const answered: Answered = { words: "Choose what to do. Nothing has changed.", undo: null };
    return data(answered, { status: 422 });
  }
  const write = form.has("undo") ? reopenMoveRequest : answerMoveRequest;
  const appointmentId = String(form.get("id") ?? "");
  const outcome = await write(appContextOf(context), actorOf(context), { appointmentId, answer });
  if (outcome.kind === "not-found") throw refusedAs("unknown");
  const answered = answeredInWords(outcome, {
    answer,
    isUndo: form.has("undo"),
    sendsMail: await canMailLeave(appContextOf(context)),
  });
  return data(answered, { status: outcome.kind === "answered" ? 200 : 409 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Requests to move");

const MINUTE_MS = 60_000;

export default function Requests({ loaderData: requests, actionData }: Route.ComponentProps) {
  useFreshEvery(MINUTE_MS);
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin">Dashboard</BackLink>
      <PageHeading title="Requests to move" intro="Too late to move online. Nothing moves until you move it." />
      {actionData && (
        <UndoNotice
          key={JSON.stringify(actionData)}
          tone={actionData.undo ? "success" : "info"}
          words={actionData.words}
          undo={actionData.undo && { ...actionData.undo, undo: "on" }}
          className="mb-4"
        />
      )}
      {requests.length === 0 && <p>Nobody waits for an answer.</p>}
      <ol className="space-y-6">
        {requests.map((request) => (
          <RequestCard key={request.shown.id} {...request} />
        ))}
      </ol>
    </div>
  );
}
