import type { FoundClient } from "#app/diary/found-client.ts";

/** Who was chosen, with what a booking needs to know of them. */
export function ClientCard({ client }: { client: FoundClient }) {
  const facts = [
    ["Next", client.next],
    ["Last", client.last],
    ["Missed", client.missed],
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
