import { Form, Link } from "react-router";
import { ClientCard } from "#app/diary/client-card.tsx";
import type { FoundClient } from "#app/diary/found-client.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

type Props = {
  text: string;
  found: { clients: FoundClient[]; more: boolean };
  client: FoundClient | null;
  day: string;
  time: string;
  therapist: string;
};

/** Finds the client by a search and a list of links. */
export function PlainFinder({ text, found, client, day, time, therapist }: Props) {
  const place = { day, time, with: therapist };
  const to = (id: string) => `/admin/appointments/new?${new URLSearchParams({ ...place, client: id })}`;
  return (
    <div className="mb-8">
      <Form method="get" role="search" aria-label="Find a client" className="flex flex-wrap items-end gap-3">
        <Field
          className="min-w-0 flex-1 basis-60"
          type="search"
          name="q"
          label="Client"
          hint="Two letters of the name, the end of a number, or an address"
          defaultValue={text}
        />
        {Object.entries(place).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button look="outline">Find</Button>
      </Form>
      {text && (
        <ul aria-label="Clients found" className="mt-3">
          {found.clients.map(({ id, name, line, visits }) => (
            <li key={id} className="border-b border-line py-2">
              <Link to={to(id)} className="prose-link inline-flex min-h-6 items-center font-[650] wrap-anywhere">
                {name}
              </Link>
              <span className="block text-sm wrap-anywhere text-ink-soft">
                {line}, {visits}
              </span>
            </li>
          ))}
        </ul>
      )}
      {text && (
        <p className="mt-2">
          {found.clients.length === 0
            ? "Nobody is found. What you enter below makes a new client."
            : found.more && "More match: search for more letters."}
        </p>
      )}
      {client && (
        <>
          <h2 className="mt-4 text-lg wrap-anywhere">{client.name}</h2>
          <ClientCard client={client} />
        </>
      )}
    </div>
  );
}
