import { useEffect, useRef } from "react";
import { data, href, Link } from "react-router";
import { addClient } from "#app/clients/add-clients.server.ts";
import { viewName } from "#app/clients/client.ts";
import { newClientForm } from "#app/clients/person.form.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { CONTACT_LABELS, ContactFields } from "#app/routes/admin/contact-fields.tsx";
import { invalid, refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/new.ts";

/** `alike`: clients of this name, number or address, to be looked at before another record is made. */
type Reply = EditReply & { alike?: { id: string; name: string; contact: string }[] };

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  const form = readFields(newClientForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const despite = sent.intent === "despite";
  const outcome = await addClient(appContextOf(context), actorOf(context), { ...form.value, despite });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "added") throw saved(href("/admin/clients/:id", { id: outcome.id }));
  const alike = outcome.alike.map((client) => ({
    id: client.id,
    name: viewName(client),
    contact: [client.phone && readablePhone(client.phone), client.email].filter(Boolean).join(", "),
  }));
  return data<Reply>({ kind: "preview", typed: sent.fields, alike }, { status: 409 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "New client");

export default function NewClient({ actionData }: Route.ComponentProps) {
  const reply: Reply | undefined = actionData;
  const alike = reply?.alike ?? [];
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector("input")?.focus(), []);
  return (
    <div className="max-w-xl">
      <BackLink to={href("/admin/clients")}>Clients</BackLink>
      <PageHeading title="New client" intro="For someone who has not booked yet. Nothing is emailed." />
      <EditForm
        stored={{}}
        version={0}
        reply={reply}
        labels={CONTACT_LABELS}
        saveLabel="Add client"
        after={() => alike.length > 0 && <Alike key={JSON.stringify(alike)} clients={alike} />}
      >
        {(edited) => (
          <div ref={fields} className="space-y-4">
            <ContactFields {...edited} />
          </div>
        )}
      </EditForm>
    </div>
  );
}

/** Its button comes after Save, which the Enter key presses. */
function Alike({ clients }: { clients: NonNullable<Reply["alike"]> }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Notice tone="warning">
      <h2 ref={heading} tabIndex={-1} className="font-[650]">
        {clients.length === 1 ? "Is this the same person?" : "Is one of these the same person?"}
      </h2>
      <ul className="my-2">
        {clients.map(({ id, name, contact }) => (
          <li key={id} className="py-1">
            <Link to={href("/admin/clients/:id", { id })} className="prose-link inline-flex min-h-6 items-center">
              {name}
            </Link>
            {contact && <span className="wrap-anywhere">, {contact}</span>}
          </li>
        ))}
      </ul>
      <Button name="intent" value="despite" look="outline" size="small">
        Add as a new client
      </Button>
    </Notice>
  );
}
