import { data, Form, href } from "react-router";
import { viewName } from "#app/clients/client.ts";
import { beginLeaving, closeRecords, noteAnswer, viewLeaving } from "#app/health/leaving/departure.server.ts";
import { NOTES_NEXT } from "#app/health/leaving/leaving.ts";
import { LONGEST_REASON } from "#app/health/note.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, buttonClasses, Notice, Select, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/leaving.ts";

const ANSWERS = { follows: "Follows", stays: "Stays" } as const;

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const view = await viewLeaving(app, actorOf(context), params.id);
  if (view.kind !== "found") throw refusedAs(view.kind);
  const { name, departure, clients, own, ofPractice } = view;
  const { business, bookingRules } = (await readPractice(app)).settings;
  const moment = (at: number | null) => (at === null ? null : shortMoment(at, bookingRules.zone));
  return {
    ...{ id: params.id, name, own, ofPractice, practice: business.name },
    departure: departure && {
      begun: moment(departure.begun_at),
      closed: moment(departure.closed_at),
      taken: moment(departure.taken_at),
      finished: moment(departure.finished_at),
    },
    clients: clients.map((row) => ({
      ...{ id: row.id, name: viewName({ name: row.name, erasedAt: null }), answer: row.answer },
      hasAddress: row.email !== null,
      when: moment(row.answered_at),
      isNoted: row.answered_by !== null,
      gone: moment(row.gone_at),
    })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { fields, intent } = await sentTo(request);
  const { reason = "", notesNext = "", client: choiceId = "", answer = "" } = fields;
  const therapistId = params.id;
  const outcome =
    intent === "close"
      ? await closeRecords(app, actor, therapistId)
      : intent === "note"
        ? await noteAnswer(app, actor, { therapistId, choiceId, answer })
        : await beginLeaving(app, actor, { therapistId, reason, notesNext });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "invalid") return data({ reason, message: outcome.message, intent }, { status: 422 });
  if (outcome.kind === "shut")
    return data({ reason, message: "The health records are shut, because their key is missing.", intent }, 503);
  if (outcome.kind !== "saved") throw refusedAs(outcome.kind);
  throw saved(href("/admin/therapists/:id/leaving", params));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "A therapist leaves");

/** Step by step: ask their clients, close the records, and read what became of them. */
export default function Leaving({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, departure } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/therapists/:id/records", { id })}>Their clients</BackLink>
      <PageHeading title={`${name} leaves`} intro="What becomes of the health records" />
      <SavedNotice />
      {actionData && actionData.intent !== "begin" && (
        <Notice tone="danger" className="mb-6" live>
          {actionData.message}
        </Notice>
      )}
      {departure ? <Steps {...loaderData} departure={departure} /> : <Begin {...loaderData} reply={actionData} />}
    </div>
  );
}

type Loaded = Route.ComponentProps["loaderData"];

function Begin({
  name,
  own,
  ofPractice,
  practice,
  reply,
}: Loaded & { reply: { reason: string; message: string } | undefined }) {
  const isReason = reply?.message.includes("reason");
  return (
    <Form method="post" className="space-y-5" noValidate data-unsent="never">
      <p>
        {ofPractice === 1 ? "1 record" : `${ofPractice} records`} with notes by {name} belong to {practice} and stay.{" "}
        {own === 1 ? "1 record is" : `${own} records are`} {name}’s own: each of these clients is emailed and asked
        whether it goes along. No one loses anything before you close the records in the next step.
      </p>
      <Select
        name="notesNext"
        label={`Who reads ${name}’s notes of ${practice}’s clients next`}
        hint="From when you close the records. Someone else in an emergency, with a reason, as always."
        error={reply && !isReason ? reply.message : undefined}
      >
        {Object.entries(NOTES_NEXT).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      <TextArea
        name="reason"
        label="Reason"
        hint={`The clients of ${name} read it in their account.`}
        rows={2}
        maxLength={LONGEST_REASON}
        defaultValue={reply?.reason}
        error={isReason ? reply?.message : undefined}
      />
      <Button name="intent" value="begin" data-confirm>
        Ask their clients
      </Button>
    </Form>
  );
}

function Steps({ id, name, practice, departure, clients }: Loaded & { departure: NonNullable<Loaded["departure"]> }) {
  const { begun, closed, taken, finished } = departure;
  const follow = clients.filter(({ answer }) => answer === "follows").length;
  const silent = clients.filter(({ answer }) => answer === null).length;
  return (
    <div className="space-y-10">
      <section aria-labelledby="asked">
        <h2 id="asked" className="text-xl">
          1. Their clients are asked
        </h2>
        <p className="mt-2">
          Asked {begun}. {follow} {follow === 1 ? "follows" : "follow"}, {clients.length - follow - silent} said that it
          stays, {silent} {silent === 1 ? "has" : "have"} not answered: without an answer it stays.
        </p>
        <ul className="mt-4 border-t border-line">
          {clients.map((client) => (
            <li key={client.id} className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-2">
              <span className="min-w-0 wrap-anywhere">
                {client.name}
                <span className="block text-sm text-ink-soft">{answerInWords(client)}</span>
              </span>
              {!closed && <NoteAnswer client={client} />}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="close" className="space-y-4">
        <h2 id="close" className="text-xl">
          2. The records are closed
        </h2>
        {closed ? (
          <p>
            Closed {closed}: no one at {practice} can read them, and nor can {name} here.
          </p>
        ) : (
          <>
            <p>
              Do this on {name}’s last day. All their own records are closed to everyone. What follows waits for {name}{" "}
              in a sealed file, and the rest stays, sealed, until its day. A client who comes again begins a new record
              with {practice}. Alerts stay as they are.
            </p>
            <Form method="post">
              <Button name="intent" value="close" data-confirm>
                Close the records
              </Button>
            </Form>
          </>
        )}
      </section>
      {closed && (
        <section aria-labelledby="taken" className="space-y-4">
          <h2 id="taken" className="text-xl">
            3. {follow === 0 ? "Nothing goes along" : `${name} takes what follows`}
          </h2>
          {!finished && (
            <>
              <p>
                {taken
                  ? `Downloaded ${taken}. It is deleted here once ${name} has typed the code that is in the file.`
                  : `Signed in with their own account, ${name} opens this page and downloads the file. Only they can.`}
              </p>
              <p className="wrap-anywhere">{href("/admin/therapists/:id/own-file", { id })}</p>
            </>
          )}
          {finished && (
            <>
              <p>Finished {finished}. Now end their access under Settings, People.</p>
              <a
                download
                href={href("/admin/therapists/:id/certificate.pdf", { id })}
                className={buttonClasses({ look: "outline" })}
              >
                Download certificate
              </a>
            </>
          )}
        </section>
      )}
    </div>
  );
}

type Client = Loaded["clients"][number];

function answerInWords({ answer, when, isNoted, gone, hasAddress }: Client): string {
  if (gone) return `Went along, and was deleted here ${gone}`;
  if (answer) return `${ANSWERS[answer]}: ${isNoted ? "noted by the practice" : "their own answer"} ${when}`;
  return hasAddress ? "Emailed, no answer yet" : "No email address: ask them, and note the answer";
}

function NoteAnswer({ client: { id, name } }: { client: Client }) {
  return (
    <Form method="post" className="flex flex-wrap gap-2">
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="client" value={id} />
      {Object.entries(ANSWERS).map(([answer, words]) => (
        <Button
          key={answer}
          name="answer"
          value={answer}
          look="outline"
          size="small"
          aria-label={`${name}: ${words.toLowerCase()}`}
          data-confirm
        >
          {words}
        </Button>
      ))}
    </Form>
  );
}
