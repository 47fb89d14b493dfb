import { type Ref, useEffect } from "react";
import { useFetcher } from "react-router";
import { type Found, type FoundClient, newContact, stillFits } from "#app/diary/lists/found-client.ts";
import type { RowView } from "#app/diary/lists/row-view.ts";
import { Finder, FoundLetters } from "#app/ui/admin/finder.tsx";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  text: string;
  onText: (text: string) => void;
  chosen: FoundClient | null;
  onChoose: (client: FoundClient) => void;
  /** The typed name, number or address is nobody's yet. */
  onNew: (typed: string) => void;
  error?: string;
  ref?: Ref<HTMLInputElement>;
};

const LEAST = 3;

type Item = { client: FoundClient } | { client: null; typed: string };

/** Finds the client by a few letters, or makes a new one of what was typed, and shows who was chosen. */
export function ClientFinder({ text, onText, chosen, onChoose, onNew, error, ref }: Props) {
  const query = chosen ? "" : text;
  const { clients, more, isCurrent } = useFound(query);
  const items: Item[] = chosen ? [] : clients.map((client) => ({ client }));
  const typed = text.trim();
  if (isCurrent && !chosen && typed.length >= LEAST) items.push({ client: null, typed });
  return (
    <div className="md:col-span-2">
      <Finder
        name="find"
        label="Client"
        placeholder="Name, phone or email"
        error={error}
        text={text}
        onText={onText}
        items={items}
        keyOf={({ client }) => client?.id ?? "new"}
        mayEnter={(item) => item.client !== null || newContact(item.typed).name === ""}
        onPick={(item) => (item.client ? onChoose(item.client) : onNew(item.typed))}
        status={isCurrent ? countInWords(clients.length, more, typed) : ""}
        ref={ref}
      >
        {(item) => (item.client ? <Line client={item.client} typed={text} /> : <NewClient typed={item.typed} />)}
      </Finder>
      {chosen && <ClientCard client={chosen} />}
    </div>
  );
}

function Line({ client, typed }: { client: FoundClient; typed: string }) {
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-[650] wrap-anywhere">
          <FoundLetters name={client.name} typed={typed} />
        </span>
        <span className="block text-sm wrap-anywhere text-ink-soft">{client.line}</span>
        {client.alert && <span className="block text-sm font-[650]">Alert: {client.alert}</span>}
      </span>
      <span className="shrink-0 text-sm">{client.visits}</span>
    </>
  );
}

function NewClient({ typed }: { typed: string }) {
  const how = newContact(typed).name ? "called" : "with";
  return (
    <>
      <Icon name="plus" />
      <span className="min-w-0 font-[650] wrap-anywhere">
        New client {how} “{typed}”
      </span>
    </>
  );
}

function countInWords(count: number, more: boolean, typed: string): string {
  if (count === 0) return typed.length >= LEAST ? "No matches. Add a new client." : "No matches. Type another letter.";
  const found = count === 1 ? "1 client found" : `${count} clients found`;
  return more ? `${found}, and more: type another letter` : found;
}

/** Who was chosen, with what a booking needs to know of them. */
export function ClientCard({ client }: { client: FoundClient }) {
  const facts = [
    ["Next", client.next],
    ["Last", client.last],
    ["Missed", client.missed],
    ["Alert", client.alert],
    ["Practical note", client.practicalNote],
    ["Note", client.note],
  ];
  return (
    <section aria-label={`Chosen: ${client.name}`} className="mt-2 border-l-4 border-primary pl-3">
      <dl className="flex flex-wrap gap-x-6 gap-y-0.5 text-sm">
        {facts.map(
          ([term, words]) =>
            words && (
              <div key={term} className="flex min-w-0 gap-2">
                <dt className="text-ink-soft">{term}</dt>
                <dd className="min-w-0 wrap-anywhere">{words}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

const PAUSE = 80;
const FEWEST_LETTERS = 2;

type FoundNow = Found & { appointment: RowView | null };

/** What the letters find, read from the server after a short pause. `isCurrent`: found by all of them. */
export function useFound(text: string): FoundNow & { isCurrent: boolean } {
  const { load, data } = useFetcher<FoundNow & { text: string }>();
  const typed = text.trim();
  const isEnough = typed.length >= FEWEST_LETTERS;
  useEffect(() => {
    if (!isEnough) return;
    const pause = window.setTimeout(() => load(`/admin/find?${new URLSearchParams({ q: typed })}`), PAUSE);
    return () => window.clearTimeout(pause);
  }, [load, typed, isEnough]);
  if (!isEnough || !data) return { clients: [], more: false, appointment: null, isCurrent: false };
  if (data.text === typed) return { ...data, isCurrent: true };
  // Enter takes the first of the list: nobody may stand there whom the last letter has ruled out.
  const clients = data.clients.filter((client) => stillFits(client, typed));
  return { clients, more: data.more, appointment: null, isCurrent: false };
}
