import { href, Link } from "react-router";
import { openFiles } from "#app/health/files/files.server.ts";
import { FILE_KINDS, FILE_ORIGINS } from "#app/health/files/record-file.ts";
import { ShutRecord, WithdrawnNotice, withdrawalInWords } from "#app/health/form/form-tag.tsx";
import { dayInWords, localTimeOf, shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { notTheirs } from "#app/routes/admin/clients/emergency-way.server.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { Route } from "./+types/list.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const opened = await openFiles(app, actorOf(context), params.id);
  if (opened.kind === "not-found") throw await notTheirs(context, params.id);
  if (opened.kind === "shut") return null;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return {
    client: { id: opened.client.id, name: opened.client.name ?? "Unknown" },
    withdrawn: opened.withdrawal && withdrawalInWords(opened.withdrawal, zone),
    emergencyUntil: opened.emergencyUntil === null ? null : localTimeOf(opened.emergencyUntil, zone),
    files: opened.files.map(({ id, addedAt, by, isOwn, isForClient, details }) => ({
      ...{ id, isForClient },
      title: details?.title ?? "A file that can’t be opened",
      about: details ? `${FILE_KINDS[details.kind]} of ${dayInWords(details.on, { year: true })}` : "Changed",
      added: details?.origin
        ? `imported from ${FILE_ORIGINS[details.origin]} ${shortMoment(addedAt, zone)} by ${by}`
        : `added ${shortMoment(addedAt, zone)} by ${isOwn ? "you" : by}`,
    })),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Files");

/** Pictures, letters and papers of a record. */
export default function RecordFiles({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Files" />;
  const { client, files, withdrawn, emergencyUntil } = loaderData;
  return (
    <>
      {emergencyUntil === null ? (
        <BackLink to={href("/admin/clients/:id", client)}>{client.name}</BackLink>
      ) : (
        <BackLink to={href("/admin/clients/:id/emergency", client)}>Emergency access</BackLink>
      )}
      <PageHeading title="Files" intro={client.name}>
        {!withdrawn && emergencyUntil === null && (
          <>
            <LinkButton to={`${href("/admin/clients/:id/files/new", client)}?camera`} look="outline" size="small">
              Take a picture
            </LinkButton>
            <LinkButton to={href("/admin/clients/:id/files/new", client)} look="outline" size="small">
              Add a file
            </LinkButton>
            <LinkButton to={href("/admin/clients/:id/files/letter", client)} look="outline" size="small">
              Write a letter
            </LinkButton>
          </>
        )}
      </PageHeading>
      <SavedNotice />
      {withdrawn && <WithdrawnNotice {...withdrawn} />}
      {emergencyUntil !== null && (
        <Notice tone="warning" className="mb-6">
          You read these under emergency access until {emergencyUntil}.
        </Notice>
      )}
      {!withdrawn && files.length === 0 && <p>No files yet.</p>}
      {files.length > 0 && (
        <ul className="max-w-3xl border-t border-line">
          {files.map(({ id, title, about, added, isForClient }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
              <span className="min-w-0">
                <Link
                  to={href("/admin/clients/:id/files/:file", { id: client.id, file: id })}
                  className="prose-link inline-flex min-h-11 items-center font-[650] wrap-anywhere"
                >
                  {title}
                </Link>
                <span className="block text-sm text-ink-soft">
                  {about}, {added}
                </span>
              </span>
              {isForClient && <StatusTag look="plain">Client reads it</StatusTag>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
