import { data, Form } from "react-router";
import { localeMoment } from "#app/appointments/time-words.ts";
import { type RowView, viewRow } from "#app/diary/lists/row-view.ts";
import { listStrandedClients } from "#app/diary/stranded/stranded-list.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-body.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { ClientToCall } from "#app/routes/admin/client-to-call.tsx";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { settle } from "#app/routes/admin/stranded/settle.server.ts";
import { UndoNotice } from "#app/routes/admin/undo-notice.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { SavedNotice } from "#app/ui/admin/saved-notice.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/stranded.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { locale } = requestInfoOf(context);
  const { clients, open, total, zone, now } = await listStrandedClients(appContextOf(context), actorOf(context));
  const moment = (instant: number) => localeMoment(instant, zone, locale);
  return {
    open,
    total,
    clients: clients.map(({ row, places, rang, offered }) => ({
      shown: viewRow(row, { zone, locale, now }),
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
  if (settled.isMissing) throw refusedAs("not-found");
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

type StrandedClient = {
  shown: RowView;
  sequence: number;
  rang: { at: number; by: string | null; when: string } | null;
  offered: { by: string | null; when: string; times: string[] } | null;
  places: { therapist: { slug: string; name: string }; times: { start: number; words: string }[] }[];
};

/** One client of the list: how to reach them, where they could go, and the presses that end it. */
function StrandedCard({ client }: { client: StrandedClient }) {
  const sendsMail = useSendsMail();
  const { shown, rang, offered, places } = client;
  const { id, name } = shown;
  return (
    <li className="border-l-4 border-warning bg-surface p-4" aria-labelledby={`client-${id}`}>
      <ClientToCall shown={shown} headingId={`client-${id}`} />
      {rang && (
        <p className="mt-2 text-sm">
          {rang.by ?? "Somebody"} rang, {rang.when}, and will ring back.
        </p>
      )}
      {offered && (
        <p className="mt-2 text-sm">
          Offered by mail, {offered.when}
          {offered.by && `, by ${offered.by}`}: {offered.times.join("; ")}.
        </p>
      )}
      {places.length === 0 && <p className="mt-3">Nobody who gives this has a free time within two weeks.</p>}
      {places.map(({ therapist, times }) => (
        <div key={therapist.slug} className="mt-3">
          <h3 className="mb-1 text-sm">Move to {therapist.name}</h3>
          <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
            {times.map(({ start, words }) => (
              <Press
                key={start}
                client={client}
                intent="move"
                label={`Move ${name} to ${words} with ${therapist.name}`}
                fields={{ start: String(start), therapist: therapist.slug }}
              >
                {words}
              </Press>
            ))}
          </div>
        </div>
      ))}
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-3">
        {sendsMail && shown.email.includes("@") && places.length > 0 && (
          <Press client={client} intent="offer" label={`Offer three times by mail: ${name}`}>
            Offer three times by mail
          </Press>
        )}
        <Press
          client={client}
          intent="call"
          label={`Rang, will ring back: ${name}`}
          fields={{ seen: String(rang?.at ?? "") }}
        >
          Rang, will ring back
        </Press>
        <Press client={client} intent="cancel" label={`Cancel: ${name}`}>
          Cancel
        </Press>
      </div>
    </li>
  );
}

type PressProps = {
  client: StrandedClient;
  intent: "move" | "offer" | "call" | "cancel";
  label: string;
  fields?: Record<string, string>;
  children: React.ReactNode;
};

function Press({ client, intent, label, fields = {}, children }: PressProps) {
  const sent = { id: client.shown.id, sequence: String(client.sequence), ...fields };
  return (
    <Form method="post" preventScrollReset>
      {Object.entries(sent).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button name="intent" value={intent} look="outline" size="small" className="w-full" aria-label={label}>
        {children}
      </Button>
    </Form>
  );
}
