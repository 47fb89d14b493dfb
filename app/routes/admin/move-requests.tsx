import { data, Form, href, Link } from "react-router";
import type { Appointment } from "#app/appointments/appointment.ts";
import { type MoveAnswer, moveAnswerFrom } from "#app/appointments/requests/move-request.ts";
import {
  answerMoveRequest,
  listMoveRequestsToAnswer,
  reopenMoveRequest,
} from "#app/diary/lists/move-requests.server.ts";
import { type RowView, viewRow } from "#app/diary/lists/row-view.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { ClientToCall } from "#app/routes/admin/client-to-call.tsx";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { UndoNotice } from "#app/routes/admin/undo-notice.tsx";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { Button, buttonClasses } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/move-requests.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { locale } = requestInfoOf(context);
  const { requests, zone, now } = await listMoveRequestsToAnswer(appContextOf(context), actorOf(context));
  return requests.map(({ row, words, at }) => ({
    appointment: viewRow(row, { zone, locale, now }),
    words,
    when: localeMoment(at, zone, locale),
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
  if (outcome.kind === "not-found") throw refusedAs("not-found");
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
      <PageHeading
        title="Requests to move"
        intro="These clients asked too late to move online. Nothing changes until you act."
      />
      {actionData && (
        <UndoNotice
          key={JSON.stringify(actionData)}
          tone={actionData.undo ? "success" : "info"}
          words={actionData.words}
          undo={actionData.undo && { ...actionData.undo, undo: "on" }}
          className="mb-4"
        />
      )}
      {requests.length === 0 && (
        <p>No requests yet. They appear here when a client asks to move too late to do it online.</p>
      )}
      <ol className="space-y-6">
        {requests.map((request) => (
          <RequestCard key={request.appointment.id} {...request} />
        ))}
      </ol>
    </div>
  );
}

/** What a press did; `undo`: the press that takes it back. */
type Answered = { words: string; undo: { id: string; answer: MoveAnswer } | null };

type Outcome =
  | { kind: "answered"; appointment: Pick<Appointment, "id" | "name" | "email"> }
  | { kind: "conflict"; by: string | null };

function answeredInWords(
  outcome: Outcome,
  { answer, isUndo, sendsMail }: { answer: MoveAnswer; isUndo: boolean; sendsMail: boolean },
): Answered {
  if (outcome.kind === "conflict") {
    return { words: `${outcome.by ?? "Someone"} was quicker, or it has moved. Nothing else has changed.`, undo: null };
  }
  const { id, name, email } = outcome.appointment;
  const who = name || "Unknown";
  if (isUndo) return { words: `${who}: the request is open again.`, undo: null };
  const withEmail = sendsMail ? "Our email goes out in two minutes." : CALL_THEM;
  const notice = email ? withEmail : "There is no email address, so call them.";
  const words = answer === "declined" ? `${who}: cannot be moved. ${notice}` : `${who}: done.`;
  return { words, undo: { id, answer } };
}

type RequestProps = { appointment: RowView; words: string; when: string };

/** One client who asks for another time: what they wrote, how to reach them, and the answers. */
function RequestCard({ appointment, words, when }: RequestProps) {
  const { id, name } = appointment;
  const page = href("/admin/appointments/:id", { id });
  return (
    <li className="border-l-4 border-accent bg-surface p-4" aria-labelledby={`request-${id}`}>
      <ClientToCall appointment={appointment} headingId={`request-${id}`} />
      <p className="mt-3 whitespace-pre-line wrap-anywhere">“{words}”</p>
      <p className="mt-1 text-sm text-ink-soft">Asked {when}</p>
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-3">
        <Link
          to={`${page}#move`}
          className={buttonClasses({ look: "strong", size: "small" })}
          aria-label={`Move: ${name}`}
        >
          Move
        </Link>
        <Answer id={id} answer="declined" label={`Cannot be moved (tell the client): ${name}`}>
          Cannot be moved (tell the client)
        </Answer>
        <Answer id={id} answer="settled" label={`Done: ${name}`}>
          Done
        </Answer>
      </div>
    </li>
  );
}

function Answer({ id, answer, label, children }: { id: string; answer: MoveAnswer; label: string; children: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button name="answer" value={answer} look="outline" size="small" aria-label={label}>
        {children}
      </Button>
    </Form>
  );
}
