import { data, Form, href, Link } from "react-router";
import { answerCorrection, LONGEST_CORRECTION } from "#app/health/corrections.server.ts";
import { ShutRecord, WithdrawnNotice, withdrawalInWords } from "#app/health/form/form-tag.tsx";
import { originInWords } from "#app/health/moving/imported.ts";
import { listClientNotes } from "#app/health/notes.server.ts";
import { localTimeOf, shortMoment } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { notTheirs } from "#app/routes/admin/clients/emergency-way.server.ts";
import { refusedAs, saved } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, LinkButton, Notice, TextArea } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { Route } from "./+types/list.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const listed = await listClientNotes(app, actorOf(context), params.id);
  if (listed.kind === "not-found") throw await notTheirs(context, params.id);
  if (listed.kind === "shut") return null;
  const practice = await readPractice(app);
  const { zone } = practice.settings.bookingRules;
  return {
    client: { id: listed.client.id, name: listed.client.name ?? "Unknown" },
    withdrawn: listed.withdrawal && withdrawalInWords(listed.withdrawal, zone),
    newNote: newId(),
    corrections: listed.corrections.map(({ id, at, words, answer }) => ({
      ...{ id, when: shortMoment(at, zone), words: words ?? "It can’t be opened." },
      answer: answer && { name: answer.name, when: shortMoment(answer.at, zone), words: answer.words },
    })),
    longest: LONGEST_CORRECTION,
    emergencyUntil: listed.emergencyUntil === null ? null : localTimeOf(listed.emergencyUntil, zone),
    notes: listed.notes.map(({ id, therapistId, isOwn, isLocked, firstSavedAt, locksAt, start, source }) => ({
      ...{ id, isLocked },
      when:
        source === null ? shortMoment(start ?? firstSavedAt, zone) : shortMoment(firstSavedAt, zone, app.clock.now()),
      about: source === null ? (start === null ? "Without an appointment" : "Appointment") : originInWords(source),
      by:
        source !== null
          ? null
          : isOwn
            ? "you"
            : (practice.therapists.find((one) => one.id === therapistId)?.short ?? "a colleague"),
      locks: shortMoment(locksAt, zone),
    })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  const [id, typed] = [String(form.get("id") ?? ""), String(form.get("words") ?? "")];
  const outcome = await answerCorrection(appContextOf(context), actorOf(context), { clientId: params.id, id, typed });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "shut") return data(null, 503);
  if (outcome.kind === "invalid") return data({ id, typed, error: outcome.message }, 422);
  throw saved(href("/admin/clients/:id/treatment-notes", params));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Notes");

/** When notes were written, and by whom. What they say is read on their own pages. */
export default function ClientNotes({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Notes" />;
  const { client, notes, newNote, withdrawn, corrections, longest, emergencyUntil } = loaderData;
  if (withdrawn) {
    return (
      <>
        <BackLink to={href("/admin/clients/:id", client)}>{client.name}</BackLink>
        <PageHeading title="Treatment notes" intro={client.name} />
        <WithdrawnNotice {...withdrawn} />
      </>
    );
  }
  return (
    <>
      {emergencyUntil === null ? (
        <BackLink to={href("/admin/clients/:id", client)}>{client.name}</BackLink>
      ) : (
        <BackLink to={href("/admin/clients/:id/emergency", client)}>Emergency access</BackLink>
      )}
      <PageHeading title="Treatment notes" intro={client.name}>
        {notes.length > 1 && (
          <LinkButton to={href("/admin/clients/:id/progress", client)} look="outline" size="small">
            Progress over time
          </LinkButton>
        )}
        {emergencyUntil === null && (
          <LinkButton
            to={href("/admin/clients/:id/treatment-notes/:note", { id: client.id, note: newNote })}
            look="outline"
            size="small"
          >
            Write note without an appointment
          </LinkButton>
        )}
        <LinkButton to={href("/admin/clients/:id/files", client)} look="outline" size="small">
          Files
        </LinkButton>
        {emergencyUntil === null && notes.some(({ by }) => by === "you") && (
          <LinkButton to={href("/admin/clients/:id/bundle", client)} look="outline" size="small">
            File for an insurer
          </LinkButton>
        )}
      </PageHeading>
      {emergencyUntil !== null && (
        <Notice tone="warning" className="mb-6">
          You read these under emergency access until {emergencyUntil}.
        </Notice>
      )}
      <SavedNotice />
      {corrections.map((one) => (
        <CorrectionNotice
          key={one.id}
          {...one}
          longest={longest}
          reply={actionData?.id === one.id ? actionData : undefined}
        />
      ))}
      {notes.length === 0 ? (
        <p>No notes yet. Write the first one from an appointment.</p>
      ) : (
        <ul className="max-w-3xl border-t border-line">
          {notes.map(({ id, when, about, by, isLocked, locks }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
              <span>
                <Link
                  to={href("/admin/clients/:id/treatment-notes/:note", { id: client.id, note: id })}
                  className="prose-link inline-flex min-h-11 items-center font-[650]"
                >
                  {when}
                </Link>
                <span className="block text-sm text-ink-soft">{by === null ? about : `${about}, by ${by}`}</span>
              </span>
              {isLocked ? (
                <StatusTag look="plain">Locked</StatusTag>
              ) : (
                <StatusTag look="waiting">{`Locks ${locks}`}</StatusTag>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type CorrectionProps = NonNullable<Route.ComponentProps["loaderData"]>["corrections"][number] & {
  longest: number;
  reply?: { typed: string; error: string };
};

/** What the client says is wrong. A locked note stays as it is: what is right goes into an amendment or a new note. */
function CorrectionNotice({ id, when, words, answer, longest, reply }: CorrectionProps) {
  return (
    <Notice tone={answer ? "info" : "warning"} className="mb-6 max-w-3xl">
      <h2 className="text-lg">The client asked for a correction on {when}</h2>
      <p className="whitespace-pre-line wrap-anywhere">{words}</p>
      {answer ? (
        <p className="mt-2 whitespace-pre-line wrap-anywhere">
          {answer.name} answered on {answer.when}: {answer.words ?? "It can’t be opened."}
        </p>
      ) : (
        <Form method="post" className="mt-3 space-y-3" noValidate data-unsent="never">
          <input type="hidden" name="id" value={id} />
          <TextArea
            name="words"
            label="Your answer"
            hint="The client reads it. Say what you added to which note, or why it stays. Due within one month."
            rows={3}
            maxLength={longest}
            defaultValue={reply?.typed}
            error={reply?.error}
          />
          <Button size="small">Send answer</Button>
        </Form>
      )}
    </Notice>
  );
}
