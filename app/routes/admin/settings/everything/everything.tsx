import { useState } from "react";
import { href } from "react-router";
import { measureArchive } from "#app/archive/measure-archive.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { EverythingInside } from "#app/routes/admin/settings/everything/everything-inside.tsx";
import { refusalFrom, sizeInWords } from "#app/routes/admin/settings/everything/everything-words.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/everything.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = actorOf(context);
  if (!may(actor, "export", "everything")) throw refusedAs("forbidden");
  const measure = await measureArchive(appContextOf(context), actor);
  return { measure, refusal: refusalFrom(new URL(request.url).searchParams.get("refused")) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Take everything with you");

export default function Everything({ loaderData: { measure, refusal } }: Route.ComponentProps) {
  const [isTaken, setTaken] = useState(false);
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Take everything with you"
        intro={`Everything that is stored here, as one file of about ${sizeInWords(measure.bytes)}.`}
      />
      {refusal?.message && (
        <Notice tone="danger" live className="mb-6">
          {refusal.message}
        </Notice>
      )}
      {refusal?.password && <ErrorSummary errors={{ password: refusal.password }} />}
      <EverythingInside tables={measure.tables} />
      <form
        method="post"
        action={href("/admin/settings/everything/archive")}
        className="mt-8 max-w-md space-y-5"
        onSubmit={() => setTaken(true)}
      >
        <Field
          name="password"
          type="password"
          label="Your own password"
          hint="Whoever has the file has your clients’ data. Every owner is told by mail."
          autoComplete="current-password"
          required
          error={refusal?.password}
        />
        <Button>Download everything</Button>
        {isTaken && (
          <Notice tone="info" live>
            Your file is being put together. Your browser shows how much of it has arrived.
          </Notice>
        )}
      </form>
    </div>
  );
}
