import { data, href, redirect, useActionData, useSearchParams } from "react-router";
import { localeMoment } from "#app/appointments/time-words.ts";
import { daysInWords } from "#app/availability/exception-in-words.ts";
import { type Fields, readFields } from "#app/platform/form-fields.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { acceptedIn } from "#app/routes/admin/hours/accepted.ts";
import { StrandedNotice, type StrandedReply } from "#app/routes/admin/hours/stranded-notice.tsx";
import { answeredBeforeInWords } from "#app/routes/admin/time-off/answered-before.ts";
import { RequestToAnswer } from "#app/routes/admin/time-off/request-to-answer.tsx";
import { hasTeam } from "#app/staff/staff.db.server.ts";
import { type AnswerOutcome, confirmTimeOff, declineTimeOff } from "#app/time-off/answer-time-off.server.ts";
import { listTimeOffToAnswer } from "#app/time-off/list-time-off.server.ts";
import { declineForm } from "#app/time-off/time-off.form.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/time-off.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const actor = actorOf(context);
  if (!may(actor, "see", "settings")) throw refusedAs("forbidden");
  const { locale } = requestInfoOf(context);
  const app = appContextOf(context);
  const { zone, requests } = await listTimeOffToAnswer(app, actor);
  // Nobody asks a sole owner.
  if (requests.length === 0 && !(await hasTeam(app.db.kysely))) throw redirect(href("/admin"));
  return {
    zone,
    requests: requests.map(({ id, therapist, reason, publicNote, askedAt, ...days }) => ({
      id,
      therapist,
      reason,
      publicNote,
      days: daysInWords(days),
      asked: localeMoment(askedAt, zone, locale),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const { fields, intent } = await sentTo(request);
  const id = fields.id ?? "";
  if (intent !== "decline") {
    return answer(fields, await confirmTimeOff(app, actor, { id, accepted: acceptedIn(fields) }), "confirmed");
  }
  const form = readFields(declineForm, fields);
  if (form.kind === "invalid") {
    return data(
      { kind: "invalid" as const, id, answer: fields.answer ?? "", error: form.errors.answer },
      { status: 422 },
    );
  }
  return answer(fields, await declineTimeOff(app, actor, { id, ...form.value }), "declined");
}

function answer({ id = "" }: Fields, outcome: AnswerOutcome, done: keyof typeof DONE) {
  if (outcome.kind === "answered" && outcome.stranded.length > 0) throw saved(href("/admin/stranded"));
  if (outcome.kind === "answered") throw redirect(`${href("/admin/time-off")}?done=${done}`, 303);
  if (outcome.kind === "strands") {
    return data<StrandedReply>({ ...outcome, typed: { id, intent: "confirm" } }, { status: 409 });
  }
  if (outcome.kind === "before") {
    return data({ kind: "before" as const, words: answeredBeforeInWords(outcome) }, { status: 409 });
  }
  throw refusedAs(outcome.kind);
}

const DONE = {
  confirmed: { done: "Confirmed. The time is closed.", mail: "We email them." },
  declined: { done: "Declined.", mail: "We email them your reason." },
} as const;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Time off to answer");

const MINUTE_MS = 60_000;

export default function TimeOff({ loaderData: { zone, requests }, actionData }: Route.ComponentProps) {
  useFreshEvery(MINUTE_MS);
  const refused = actionData?.kind === "invalid" ? actionData : null;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin")}>Dashboard</BackLink>
      <PageHeading title="Time off to answer" intro="What is asked for stays open to bookings until you confirm it." />
      <Done />
      {actionData?.kind === "before" && (
        <Notice tone="warning" live className="mb-6">
          {actionData.words}
        </Notice>
      )}
      {actionData?.kind === "strands" && (
        <StrandedNotice stranded={actionData} zone={zone} goAhead="Confirm, and keep these outside the hours" />
      )}
      {requests.length === 0 && <p>Nobody asks for time off.</p>}
      <ol className="space-y-6">
        {requests.map((request) => (
          <RequestToAnswer
            key={request.id}
            request={request}
            refused={refused?.id === request.id ? { answer: refused.answer, error: refused.error ?? "" } : null}
          />
        ))}
      </ol>
    </div>
  );
}

function Done() {
  const [query] = useSearchParams();
  const words = DONE[query.get("done") as keyof typeof DONE];
  const sendsMail = useSendsMail();
  const isAnswered = useActionData() !== undefined;
  if (!words || isAnswered) return null;
  return (
    <Notice tone="success" live className="mb-6">
      {words.done}
      {sendsMail && ` ${words.mail}`}
    </Notice>
  );
}
