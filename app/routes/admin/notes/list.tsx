import { href, Link } from "react-router";
import { ShutRecord, WithdrawnNotice, withdrawalInWords } from "#app/health/form/form-tag.tsx";
import { originInWords } from "#app/health/moving/imported.ts";
import { listClientNotes } from "#app/health/notes.server.ts";
import { shortMoment } from "#app/platform/date-words.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { localTimeOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { notTheirs } from "#app/routes/admin/clients/emergency-way.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
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

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Notes");

/** When notes were written, and by whom. What they say is read on their own pages. */
export default function ClientNotes({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Notes" />;
  const { client, notes, newNote, withdrawn, emergencyUntil } = loaderData;
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
