import { data, Form, href } from "react-router";
import { addFile } from "#app/health/files/add-file.server.ts";
import { openFiles } from "#app/health/files/files.server.ts";
import { FILE_KINDS, LONGEST_TITLE } from "#app/health/files/record-file.ts";
import { ShutRecord } from "#app/health/form/form-tag.tsx";
import { withUpload } from "#app/media/busboy.gateway.server.ts";
import { MOST_PAPER_BYTES, readPaper } from "#app/media/paper.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, Select, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/new.ts";

type Fields = Record<string, string>;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const opened = await openFiles(app, actorOf(context), params.id);
  if (opened.kind === "shut") return null;
  if (opened.kind === "not-found" || opened.withdrawal || opened.emergencyUntil !== null) throw refusedAs("not-found");
  const { bookingRules, health } = (await readPractice(app)).settings;
  return {
    client: { id: opened.client.id, name: opened.client.name ?? "Unknown" },
    isCamera: new URL(request.url).searchParams.has("camera"),
    today: localDateOf(app.clock.now(), bookingRules.zone),
    isForClient: health.showsNotes,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  return withUpload(app.config, { request, most: MOST_PAPER_BYTES, isSecret: true }, async ({ fields, file }) => {
    const read = () => readPaper(file("file"));
    const outcome = await addFile(app, actorOf(context), { clientId: params.id, fields, read });
    if (outcome.kind === "not-found") throw refusedAs("not-found");
    if (outcome.kind === "shut") return data<null>(null, 503);
    if (outcome.kind === "added") throw saved(href("/admin/clients/:id/files", params));
    return data<{ errors: Fields; typed: Fields }>({ errors: outcome.errors, typed: fields }, 422);
  });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Add a file");

export default function NewFile({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Add a file" />;
  const { client, isCamera, today, isForClient } = loaderData;
  const [errors, typed] = [actionData?.errors ?? {}, actionData?.typed];
  const title = isCamera ? "Take a picture" : "Add a file";
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/clients/:id/files", client)}>Files</BackLink>
      <PageHeading title={title} intro={client.name} />
      {actionData && <ErrorSummary errors={errors} />}
      {/* Words of a record stay out of the browser's storage. */}
      <Form method="post" encType="multipart/form-data" className="space-y-6" noValidate data-unsent="never">
        <Field
          name="file"
          label={isCamera ? "Picture" : "Picture or PDF"}
          hint={
            isCamera
              ? "The camera opens. We remove place and camera from the picture."
              : "JPEG, PNG, WebP, AVIF or PDF, up to 10 MB. We remove place and camera from a picture."
          }
          type="file"
          accept={`image/jpeg,image/png,image/webp,image/avif${isCamera ? "" : ",application/pdf"}`}
          capture={isCamera ? "environment" : undefined}
          required
          error={errors.file}
        />
        <Select name="kind" label="What it is" defaultValue={typed?.kind ?? "photo"} error={errors.kind}>
          {Object.entries(FILE_KINDS).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </Select>
        <Field
          name="title"
          label="Title"
          maxLength={LONGEST_TITLE}
          required
          autoComplete="off"
          defaultValue={typed?.title}
          error={errors.title}
        />
        <Field
          className="max-w-xs"
          name="on"
          label="Date of the picture or paper"
          type="date"
          defaultValue={typed?.on ?? today}
          error={errors.on}
        />
        <TickBox
          name="forClient"
          defaultChecked={typed ? typed.forClient === "on" : isForClient}
          hint="You can change this later."
        >
          The client reads it in their account
        </TickBox>
        <Button>Add to the record</Button>
      </Form>
    </div>
  );
}
