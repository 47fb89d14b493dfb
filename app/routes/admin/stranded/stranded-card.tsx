import { Form } from "react-router";
import type { ShownRow } from "#app/diary/shown-row.ts";
import { ClientToCall } from "#app/routes/admin/client-to-call.tsx";
import { Button } from "#app/ui/button.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

export type Stranded = {
  shown: ShownRow;
  sequence: number;
  rang: { at: number; by: string | null; when: string } | null;
  offered: { by: string | null; when: string; times: string[] } | null;
  places: { therapist: { slug: string; name: string }; times: { start: number; words: string }[] }[];
};

/** One client of the list: how to reach them, where they could go, and the presses that end it. */
export function StrandedCard({ client }: { client: Stranded }) {
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
  client: Stranded;
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
