import { useState } from "react";
import { href } from "react-router";
import { measureArchive } from "#app/moving/archive/measure-archive.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { EverythingInside } from "#app/routes/admin/settings/everything/everything-inside.tsx";
import { sizeInWords } from "#app/routes/admin/settings/everything/everything-words.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/everything.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = actorOf(context);
  if (!may(actor, "export", "everything")) throw refusedAs("forbidden");
  const measure = await measureArchive(appContextOf(context), actor);
  return { measure, isBusy: new URL(request.url).searchParams.get("refused") === "busy" };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Export everything");

export default function Everything({ loaderData: { measure, isBusy } }: Route.ComponentProps) {
  const sendsMail = useSendsMail();
  const [isTaken, setTaken] = useState(false);
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Export everything"
        intro={`Everything that is stored here, as one file of about ${sizeInWords(measure.bytes)}.`}
      />
      {isBusy && (
        <Notice tone="danger" live className="mb-6">
          A download is already running. Wait for it to finish, or stop it and try again.
        </Notice>
      )}
      <EverythingInside tables={measure.tables} />
      <form
        method="post"
        action={href("/admin/settings/everything/archive")}
        className="mt-8 max-w-md space-y-5"
        onSubmit={() => setTaken(true)}
      >
        <p className="text-ink-soft">
          Keep this file safe: it holds your clients’ data.
          {sendsMail && " We email every owner when it is downloaded."}
        </p>
        <Button data-confirm>Download everything</Button>
        {isTaken && (
          <Notice tone="info" live>
            Your file is being put together. Your browser shows how much of it has arrived.
          </Notice>
        )}
      </form>
    </div>
  );
}
