import { data, Form } from "react-router";
import { type RowView, viewRow } from "#app/diary/lists/row-view.ts";
import { previewOffers } from "#app/diary/stranded/offered-times.server.ts";
import { listStrandedClients } from "#app/diary/stranded/stranded-list.server.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { ClientToCall } from "#app/routes/admin/client-to-call.tsx";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { DAYS_OFF } from "#app/routes/admin/hours/hours-tabs.tsx";
import { settle } from "#app/routes/admin/stranded/settle.server.ts";
import { UndoNotice } from "#app/routes/admin/undo-notice.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/stranded.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  const { ids, clients, open, total, zone, now } = await listStrandedClients(app, actor);
  const moment = (instant: number) => localeMoment(instant, zone, locale);
  return {
    open,
    total,
    preview: url.searchParams.has("preview") ? await previewIn(context, ids, moment) : null,
    clients: clients.map(({ row, places, rang, offered }) => ({
      appointment: viewRow(row, { zone, locale, now }),
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

/** Every mail of *Offer times to all*, before it is sent. */
async function previewIn(context: Route.LoaderArgs["context"], ids: string[], moment: (instant: number) => string) {
  const { app, actor } = openRequest(context);
  const { therapists } = await readPractice(app);
  const nameOf = (id: string) => therapists.find((one) => one.id === id)?.name ?? "our team";
  return (await previewOffers(app, actor, ids)).map(({ appointment: { id, sequence, name, email }, times }) => ({
    id,
    sequence,
    name: name ?? "Unknown",
    email: email ?? "",
    times: times.map(({ start, therapistId }) => `${moment(start)} with ${nameOf(therapistId)}`),
  }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor, locale } = openRequest(context);
  const form = await readFormBody(request);
  const settled = await settle({
    app,
    actor,
    locale,
    id: String(form.get("id") ?? ""),
    form,
  });
  if (settled.isMissing) throw refusedAs("not-found");
  return data(settled, { status: settled.isDone ? 200 : 409 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Clients to move");

const MINUTE_MS = 60_000;

export default function Stranded({ loaderData: { clients, open, total, preview }, actionData }: Route.ComponentProps) {
  useFreshEvery(MINUTE_MS);
  const sendsMail = useSendsMail();
  return (
    <div className="max-w-4xl">
      <BackLink to="/admin">Dashboard</BackLink>
      <PageHeading
        title="Clients to move"
        intro="These appointments are now outside working hours. You can come back to this list later."
      >
        {sendsMail && open > 0 && !preview && (
          <LinkButton to="?preview" preventScrollReset look="strong" size="small">
            Offer times to all
          </LinkButton>
        )}
        <LinkButton to={DAYS_OFF} look="outline" size="small">
          Close a day or a week
        </LinkButton>
      </PageHeading>
      <SavedNotice>Saved. These appointments are now outside working hours.</SavedNotice>
      {preview && <MailsToAll mails={preview} />}
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
        <p>No appointments outside working hours. They appear here when someone is off and clients are booked.</p>
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
          <StrandedCard key={client.appointment.id} client={client} />
        ))}
      </ol>
      {open > clients.length && <p className="mt-4">{open - clients.length} more come after these.</p>}
    </div>
  );
}

type Mail = { id: string; sequence: number; name: string; email: string; times: string[] };

/** One look at all mails, and one press that sends them. */
function MailsToAll({ mails }: { mails: readonly Mail[] }) {
  const ready = mails.filter(({ times }) => times.length > 0);
  return (
    <section aria-labelledby="mails" className="mb-6 rounded-lg border border-line bg-surface p-4">
      <h2 id="mails" className="text-xl">
        {ready.length === 0
          ? "No emails to send"
          : `Preview: ${ready.length === 1 ? "1 email" : `${ready.length} emails`}`}
      </h2>
      <p className="mt-1 text-ink-soft">
        {ready.length === 0
          ? "Everyone here has an offer already, has no email address or finds no free time. Call them."
          : "Each client chooses one of three times by a link. Their appointment stays until they choose."}
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line empty:hidden">
        {mails.map(({ id, name, email, times }) => (
          <li key={id} className="py-2">
            <p className="wrap-anywhere">
              <strong>{name}</strong>, {email}
            </p>
            <p>{times.length === 0 ? "No free time within two weeks. Call this client." : `${times.join("; ")}.`}</p>
          </li>
        ))}
      </ul>
      <Form method="post" action="/admin/stranded" preventScrollReset className="mt-4 flex flex-wrap gap-2">
        {ready.map(({ id, sequence }) => (
          <input key={id} type="hidden" name="clients" value={`${id} ${sequence}`} />
        ))}
        {ready.length > 0 && (
          <Button name="intent" value="offer-all">
            Send {ready.length === 1 ? "1 email" : `${ready.length} emails`}
          </Button>
        )}
        <LinkButton to="/admin/stranded" look="quiet">
          Not now
        </LinkButton>
      </Form>
    </section>
  );
}

type StrandedClient = {
  appointment: RowView;
  sequence: number;
  rang: { at: number; by: string | null; when: string } | null;
  offered: { by: string | null; when: string; times: string[] } | null;
  places: { therapist: { slug: string; name: string }; times: { start: number; words: string }[] }[];
};

/** One client of the list: how to reach them, where they could go, and the presses that end it. */
function StrandedCard({ client }: { client: StrandedClient }) {
  const sendsMail = useSendsMail();
  const { appointment, rang, offered, places } = client;
  const { id, name } = appointment;
  return (
    <li className="border-l-4 border-warning bg-surface p-4" aria-labelledby={`client-${id}`}>
      <ClientToCall appointment={appointment} headingId={`client-${id}`} />
      {rang && (
        <p className="mt-2 text-sm">
          {rang.by ?? "Someone"} called, {rang.when}, and will call back.
        </p>
      )}
      {offered && (
        <p className="mt-2 text-sm">
          Offered by email, {offered.when}
          {offered.by && `, by ${offered.by}`}: {offered.times.join("; ")}.
        </p>
      )}
      {places.length === 0 && <p className="mt-3">No therapist who offers this has a free time within two weeks.</p>}
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
        {sendsMail && appointment.email.includes("@") && places.length > 0 && (
          <Press client={client} intent="offer" label={`Offer three times by email: ${name}`}>
            Offer three times by email
          </Press>
        )}
        <Press
          client={client}
          intent="call"
          label={`Called, will call back: ${name}`}
          fields={{ seen: String(rang?.at ?? "") }}
        >
          Called, will call back
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
  const sent = { id: client.appointment.id, sequence: String(client.sequence), ...fields };
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
