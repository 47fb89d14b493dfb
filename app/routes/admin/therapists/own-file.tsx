import { data, Form, href } from "react-router";
import { ShutRecord } from "#app/health/form/form-tag.tsx";
import { confirmFile, makeFileKey, viewLeaversFile } from "#app/health/leaving/leavers-file.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, buttonClasses, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/own-file.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const view = await viewLeaversFile(appContextOf(context), actorOf(context), params.id);
  if (view.kind === "not-found") throw refusedAs("not-found");
  if (view.kind === "shut") return null;
  return { id: params.id, state: view.state, follow: view.follow };
}

type Reply = { key: string | null; error: string | null };

export async function action({ request, params, context }: Route.ActionArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { fields, intent } = await sentTo(request);
  const outcome =
    intent === "key"
      ? await makeFileKey(app, actor, params.id)
      : await confirmFile(app, actor, { therapistId: params.id, code: fields.code ?? "" });
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "shut") return data<Reply | null>(null, 503);
  if (outcome.kind === "made") return data<Reply | null>({ key: outcome.key, error: null });
  if (outcome.kind === "invalid") return data<Reply | null>({ key: null, error: outcome.message }, 422);
  throw saved(href("/admin/therapists/:id/own-file", params));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your file");

/** Who leaves takes the records of those who follow, sealed by a key that is shown once. */
export default function OwnFile({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Your file" />;
  const { id, state, follow } = loaderData;
  return (
    <div className="max-w-prose">
      <PageHeading title="Your file" intro="The records of the clients who follow you" />
      <SavedNotice />
      {state === "open" && <p>It is ready once the records are closed, on your last day.</p>}
      {state === "finished" && (
        <>
          <p className="mb-4">
            {follow === 0
              ? "No record goes along."
              : "You have the file, and what is in it is deleted here. Keep the file and its key safe."}
          </p>
          <a
            download
            href={href("/admin/therapists/:id/certificate.pdf", { id })}
            className={buttonClasses({ look: "outline" })}
          >
            Download certificate
          </a>
        </>
      )}
      {state === "closed" && <Take id={id} follow={follow} reply={actionData ?? null} />}
    </div>
  );
}

function Take({ id, follow, reply }: { id: string; follow: number; reply: Reply | null }) {
  return (
    <div className="space-y-10">
      <section aria-labelledby="key" className="space-y-4">
        <h2 id="key" className="text-xl">
          1. Download
        </h2>
        <p>
          {follow === 1 ? "One client follows" : `${follow} clients follow`} you. The file is a ZIP archive with
          AES-256: 7-Zip, Keka and WinZip open it with the key below. The key is shown once and kept nowhere. With a new
          key, download again.
        </p>
        {reply?.key ? (
          <>
            <Notice tone="warning" live>
              <p>Write the key down or put it into your password manager now:</p>
              <p className="mt-2 font-mono text-lg wrap-anywhere">{reply.key}</p>
            </Notice>
            <form method="post" action={href("/admin/therapists/:id/own-file.zip", { id })}>
              <input type="hidden" name="key" value={reply.key} />
              <Button>Download the file</Button>
            </form>
          </>
        ) : (
          <Form method="post" data-unsent="never">
            <Button name="intent" value="key" data-confirm>
              Make the key
            </Button>
          </Form>
        )}
      </section>
      <section aria-labelledby="have" className="space-y-4">
        <h2 id="have" className="text-xl">
          2. Say that you have it
        </h2>
        <p>
          Open the file and look into it. “code.txt” has a code: once you type it here, the records in the file are
          deleted at the practice for good.
        </p>
        <Form method="post" className="space-y-4" noValidate data-unsent="never">
          <Field
            className="max-w-xs"
            name="code"
            label="Code from the file"
            autoComplete="off"
            required
            error={reply?.error ?? undefined}
          />
          <Button name="intent" value="confirm" data-confirm>
            I have the file
          </Button>
        </Form>
      </section>
    </div>
  );
}
