import { data } from "react-router";
import { localeMoment } from "#app/appointments/time-words.ts";
import { shownRow } from "#app/diary/shown-row.ts";
import { getStrandedWalk } from "#app/diary/stranded-walk.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-form-body.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { settle } from "#app/routes/admin/stranded/settle.server.ts";
import { StrandedCard } from "#app/routes/admin/stranded/stranded-card.tsx";
import { UndoNotice } from "#app/routes/admin/undo-notice.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/stranded.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { locale } = requestInfoOf(context);
  const { clients, open, total, zone, now } = await getStrandedWalk(appContextOf(context), actorOf(context));
  const moment = (instant: number) => localeMoment(instant, zone, locale);
  return {
    open,
    total,
    clients: clients.map(({ row, places, rang, offered }) => ({
      shown: shownRow(row, { zone, locale, now }),
      sequence: row.sequence,
      rang: rang && { ...rang, when: moment(rang.at) },
      offered: offered && { by: offered.by, when: moment(offered.at), times: offered.starts.map(moment) },
      places: places.map(({ therapist, starts }) => ({
        therapist,
        times: starts.map((start) => ({ start, words: moment(start) })),
      })),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readFormBody(request);
  const settled = await settle({
    app: appContextOf(context),
    actor: actorOf(context),
    locale: requestInfoOf(context).locale,
    id: String(form.get("id") ?? ""),
    form,
  });
  if (settled.isMissing) throw refusedAs("unknown");
  return data(settled, { status: settled.isDone ? 200 : 409 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Clients to move");

const MINUTE_MS = 60_000;

export default function Stranded({ loaderData: { clients, open, total }, actionData }: Route.ComponentProps) {
  useFreshEvery(MINUTE_MS);
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin">Dashboard</BackLink>
      <PageHeading title="Clients to move" intro="Booked, and outside the hours now. You can stop, and go on later.">
        <LinkButton to="/admin/hours" look="outline" size="small">
          Close a day or a week
        </LinkButton>
      </PageHeading>
      <SavedNotice>Saved. These clients are booked outside the hours now.</SavedNotice>
      {actionData && (
        <UndoNotice
          key={JSON.stringify(actionData)}
          tone={actionData.isDone ? "success" : "warning"}
          words={actionData.words}
          undo={actionData.undo ?? null}
          className="mb-6"
        />
      )}
      {open === 0 ? (
        <p>Nobody is booked outside the hours.</p>
      ) : (
        <div className="mb-6">
          <label htmlFor="walked" className="font-[650]">
            {total - open} of {total} done, {open} to go
          </label>
          <progress id="walked" max={total} value={total - open} className="mt-1 block h-3 w-full accent-(--primary)" />
        </div>
      )}
      <ol className="space-y-6">
        {clients.map((client) => (
          <StrandedCard key={client.shown.id} client={client} />
        ))}
      </ol>
      {open > clients.length && <p className="mt-4">{open - clients.length} more come after these.</p>}
    </div>
  );
}
