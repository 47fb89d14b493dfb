import { data, Form, href, redirect, useActionData, useSearchParams } from "react-router";
import { daysInWords } from "#app/hours/exception-in-words.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { type Fields, readFields } from "#app/platform/form-fields.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { acceptedIn, StrandedNotice, type StrandedReply } from "#app/routes/admin/hours/stranded-notice.tsx";
import { answeredBeforeInWords } from "#app/routes/admin/time-off/answered-before.ts";
import { hasTeam } from "#app/team/staff.db.server.ts";
import { type AnswerOutcome, confirmTimeOff, declineTimeOff, listTimeOffToAnswer } from "#app/team/time-off.server.ts";
import { declineForm } from "#app/team/time-off-request.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { Button, Notice, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/time-off.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context, "see", "settings");
  const { zone, requests } = await listTimeOffToAnswer(app, actor);
  // Nobody asks a sole owner.
  if (requests.length === 0 && !(await hasTeam(app.db.kysely))) throw redirect(href("/admin"));
  return {
    zone,
    requests: requests.map(({ id, therapist, reason, publicNote, requestedAt, ...days }) => ({
      id,
      therapist,
      reason,
      publicNote,
      days: daysInWords(days),
      when: localeMoment(requestedAt, zone, locale),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
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
  if (outcome.kind === "conflict") {
    return data({ kind: "refused" as const, words: answeredBeforeInWords(outcome) }, { status: 409 });
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
      <PageHeading
        title="Time off to answer"
        intro="Clients can still book these times until you approve the request."
      />
      <Done />
      {actionData?.kind === "refused" && (
        <Notice tone="warning" live className="mb-6">
          {actionData.words}
        </Notice>
      )}
      {actionData?.kind === "strands" && (
        <StrandedNotice stranded={actionData} zone={zone} goAhead="Confirm and deal with these later" />
      )}
      {requests.length === 0 && <p>No time off requests yet. They appear here when a therapist asks.</p>}
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

type RequestProps = {
  request: {
    id: string;
    therapist: string;
    days: string;
    when: string;
    reason: string | null;
    publicNote: string | null;
  };
  /** What was typed to decline it, and what is wrong with it. */
  refused: { answer: string; error: string } | null;
};

/** One therapist who asks to be off: when, why, and the two answers. */
function RequestToAnswer({ request: { id, therapist, days, when, reason, publicNote }, refused }: RequestProps) {
  return (
    <li className="border-l-4 border-accent bg-surface p-4" aria-labelledby={`request-${id}`}>
      <h2 id={`request-${id}`} className="text-lg wrap-anywhere">
        {therapist}
      </h2>
      <p className="font-[650]">{days}</p>
      {reason && <p className="mt-2 wrap-anywhere">“{reason}”</p>}
      {publicNote && <p className="mt-1 text-sm text-ink-soft wrap-anywhere">Visitors would read: {publicNote}</p>}
      <p className="mt-1 text-sm text-ink-soft">Asked {when}</p>
      <div className="mt-4 space-y-2 border-t border-line pt-3">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button name="intent" value="confirm" size="small" aria-label={`Confirm: ${therapist}, ${days}`}>
            Confirm
          </Button>
        </Form>
        <details open={refused !== null}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-[650] underline underline-offset-4">
            Decline, and say why<span className="sr-only">: {therapist}</span>
          </summary>
          <Form method="post" preventScrollReset noValidate className="mt-2 space-y-3">
            <input type="hidden" name="id" value={id} />
            <TextArea
              id={`answer-${id}`}
              name="answer"
              label="Why"
              hint={useSendsMail() ? "They read it by email and under Hours." : "They read it under Hours."}
              rows={2}
              maxLength={300}
              defaultValue={refused?.answer}
              error={refused?.error}
            />
            <Button name="intent" value="decline" look="outline" size="small">
              Decline
            </Button>
          </Form>
        </details>
      </div>
    </li>
  );
}
