import { data, Form, href } from "react-router";
import { type Readers, readersIn } from "#app/health/access.server.ts";
import { openFile, removeFile, shareFile } from "#app/health/files/files.server.ts";
import { consentInWords } from "#app/health/files/letter.ts";
import { FILE_KINDS, FILE_ORIGINS } from "#app/health/files/record-file.ts";
import { ShutRecord } from "#app/health/form/form-tag.tsx";
import { dayInWords, shortMoment } from "#app/platform/date-time.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { notTheirs } from "#app/routes/admin/clients/emergency-way.server.ts";
import { refusedAs, saved } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, buttonClasses, Notice, RadioCell, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/file.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const opened = await openFile(app, actor, { clientId: params.id, fileId: params.file });
  if (opened.kind === "not-found") throw await notTheirs(context, params.id);
  if (opened.kind === "shut") return null;
  const { settings, therapists } = await readPractice(app);
  const { zone } = settings.bookingRules;
  const { client, file, bytes } = opened;
  const { details, readers, isForClient, isOwn, isNew } = file;
  return {
    client: { id: client.id, name: client.name ?? "Unknown" },
    file: { id: file.id, readers, isForClient, isOwn, isNew },
    title: details?.title ?? "A file that can’t be opened",
    added: details?.origin
      ? `Imported from ${FILE_ORIGINS[details.origin]} ${shortMoment(file.addedAt, zone)} by ${file.by}. No one can change it.`
      : `Added ${shortMoment(file.addedAt, zone)} by ${isOwn ? "you" : file.by}.`,
    about: details && `${FILE_KINDS[details.kind]} of ${dayInWords(details.on, { year: true })}.`,
    letter: details?.letter ? consentInWords(details.letter.consent) : null,
    size: details && bytes ? { type: details.type, width: details.width, height: details.height } : null,
    colleagues: therapists.map(({ id, short }) => ({ id, name: short })),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const form = await readFormBody(request);
  const which = { clientId: params.id, fileId: params.file };
  const isRemoval = form.get("intent") === "remove";
  const outcome = isRemoval
    ? await removeFile(app, actor, which)
    : await shareFile(app, actor, { ...which, readers: readersIn(form), isForClient: form.get("forClient") === "on" });
  if (outcome.kind === "not-found" || outcome.kind === "forbidden") throw refusedAs(outcome.kind);
  if (outcome.kind === "shut") return data({ message: "The health record is shut, because its key is missing." }, 503);
  if (outcome.kind === "invalid") return data({ message: outcome.message }, 422);
  throw saved(isRemoval ? href("/admin/clients/:id/files", params) : href("/admin/clients/:id/files/:file", params));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "File");

export default function RecordFile({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="File" />;
  const { client, file, title, about, added, letter, size, colleagues } = loaderData;
  const content = href("/admin/clients/:id/files/:file/content", { id: client.id, file: file.id });
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/clients/:id/files", client)}>Files</BackLink>
      <PageHeading title={title} intro={client.name} />
      <SavedNotice />
      {actionData?.message && (
        <Notice tone="danger" className="mb-6" live>
          {actionData.message}
        </Notice>
      )}
      <p className="mb-4">
        {about} {added}
      </p>
      {letter && <p className="mb-4 wrap-anywhere">{letter}. The client reads this letter in their account.</p>}
      {!size && <Notice tone="danger">This file can’t be opened: it was changed after it was stored.</Notice>}
      {size?.type === "webp" && (
        <img src={content} alt={title} width={size.width} height={size.height} className="h-auto max-w-full" />
      )}
      {size && (
        <p className="mt-4">
          <a href={`${content}?download`} download className={buttonClasses({ look: "outline" })}>
            {size.type === "pdf" ? "Download PDF" : "Download picture"}
          </a>
        </p>
      )}
      {file.isOwn && (!letter || colleagues.length > 1) && (
        <Form method="post" className="mt-8 space-y-4" data-unsent="never">
          {colleagues.length > 1 && <Choices file={file} colleagues={colleagues} />}
          {!letter && (
            <TickBox name="forClient" defaultChecked={file.isForClient}>
              The client reads it in their account
            </TickBox>
          )}
          <Button look="outline">Save who reads it</Button>
        </Form>
      )}
      {file.isOwn && file.isNew && (
        <Form method="post" className="mt-8 border-t border-line pt-5">
          <h2 className="mb-2 text-lg">On the wrong record?</h2>
          <p className="mb-3">
            Within a day of adding it you may take a file out. The client reads that one was taken out.
          </p>
          <Button name="intent" value="remove" look="outline" size="small">
            Take it out
          </Button>
        </Form>
      )}
    </div>
  );
}

const CHOICES = {
  me: "Only you",
  treating: "Colleagues who treat this client",
  named: "Colleagues you name",
} as const;

type ChoicesProps = { file: { readers: Readers }; colleagues: { id: string; name: string }[] };

function Choices({ file: { readers }, colleagues }: ChoicesProps) {
  const [choice, named] = typeof readers === "string" ? [readers, []] : ["named", readers];
  return (
    <fieldset className="space-y-2">
      <legend className="font-[650]">Who else reads it</legend>
      <div className="flex flex-wrap gap-2">
        {Object.entries(CHOICES).map(([one, words]) => (
          <RadioCell key={one} name="readers" value={one} cellClassName="px-3" defaultChecked={choice === one}>
            {words}
          </RadioCell>
        ))}
      </div>
      <details>
        <summary className="min-h-6 cursor-pointer">Colleagues to name</summary>
        {colleagues.map(({ id, name }) => (
          <TickBox key={id} name="name" value={id} defaultChecked={named.includes(id)}>
            {name}
          </TickBox>
        ))}
      </details>
    </fieldset>
  );
}
