import type { ReactNode } from "react";
import { useState } from "react";
import { href } from "react-router";
import { measureArchive } from "#app/moving/archive/measure-archive.server.ts";
import { countedInWords } from "#app/platform/database/most-listed.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { sizeInWords } from "#app/routes/admin/settings/everything/everything-words.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
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

/** What the file holds, counted as far as a list is, and what it doesn't. */
function EverythingInside({ tables }: { tables: Readonly<Record<string, number>> }) {
  const n = (table: string) => countedInWords(tables[table] ?? 0);
  return (
    <>
      <div className="grid gap-8 sm:grid-cols-2">
        <Part title="What is inside">
          <li>Clients ({n("clients")}) and your notes about them</li>
          <li>Appointments ({n("appointments")}), who came, notes and cancellations</li>
          <li>
            Messages ({n("enquiries")}), complaints ({n("complaints")}) and your answers
          </li>
          <li>
            Services ({n("services")}), prices, therapists ({n("therapists")}), hours and closures
          </li>
          <li>
            Reviews ({n("reviews")}), pictures ({n("pictures")}), films ({n("films")}) and the words of your pages
          </li>
          <li>
            Settings, accounts ({n("users")}), who works here, and the audit ({n("audit")})
          </li>
          <li>A README that explains every file</li>
        </Part>
        <Part title="What is not">
          <li>Passwords, codes and passkeys: elsewhere, everyone sets a new password</li>
          <li>Anything that opens something: sessions, links of bookings, calendar addresses, invitations</li>
          <li>Keys of the mail server, EmailJS, Calendly and calendars</li>
          <li>Emails as they were sent: their links would open bookings</li>
          <li>Anyone who was erased</li>
        </Part>
      </div>
      <p className="mt-6">
        The spreadsheets (.csv) open with any program. Another Limber Yard imports the whole file:{" "}
        <code>npm run import-practice</code>, as README.md says. Nothing here changes: you can do this as often as you
        like.
      </p>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-xl">{title}</h2>
      <ul className="list-disc space-y-1.5 pl-5">{children}</ul>
    </section>
  );
}
