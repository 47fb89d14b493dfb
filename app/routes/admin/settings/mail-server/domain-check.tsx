import { Form } from "react-router";
import type { CheckedDomain } from "#app/mail/server/find-provider.server.ts";
import type { DomainLine } from "#app/mail/server/sender-domain.ts";
import { Button, Notice, TextArea } from "#app/ui/controls.tsx";

/** What receivers find of the sender's domain, with the records to copy. */
export function DomainCheck({ from, checked }: { from: string; checked: CheckedDomain | null }) {
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return (
    <section aria-labelledby="domain" className="mt-12 border-t border-line pt-8">
      <h2 id="domain" className="mb-2 text-xl">
        Stay out of spam
      </h2>
      <p className="mb-4 max-w-prose text-ink-soft">
        Three records of {domain} show receivers that your emails are yours. You add them where you bought the domain,
        under DNS.
      </p>
      {checked && <Checked key={JSON.stringify(checked)} checked={checked} />}
      <Form method="post" className="space-y-4">
        <details>
          <summary className="min-h-11 cursor-pointer py-2 underline underline-offset-4">
            Paste an email’s headers
          </summary>
          <TextArea
            label="Headers (optional)"
            name="headers"
            rows={4}
            spellCheck={false}
            hint="Open an email that came from your address and select “Show original” or “View source”."
          />
        </details>
        <Button name="intent" value="check-domain" look="outline">
          Check {domain}
        </Button>
      </Form>
    </section>
  );
}

function Checked({ checked }: { checked: CheckedDomain }) {
  if (checked.owner) {
    return (
      <Notice live tone="success" className="mb-6">
        {checked.domain} belongs to {checked.owner}, who looks after these records.
      </Notice>
    );
  }
  if (checked.lines === null) {
    return (
      <Notice live tone="danger" className="mb-6">
        There is no line “DKIM-Signature” in what you pasted. Copy all headers, or turn on DKIM at your provider.
      </Notice>
    );
  }
  return (
    <ul role="status" className="mb-6 divide-y divide-line border-y border-line">
      {checked.lines.map((line) => (
        <Line key={line.what} line={line} />
      ))}
    </ul>
  );
}

const MARKS = { good: "✓", wrong: "✗", unknown: "?" } as const;
const COLOURS = { good: "text-success", wrong: "text-danger", unknown: "text-ink-soft" } as const;
const SAID = { good: "Right", wrong: "To do", unknown: "Not known" } as const;

function Line({ line: { what, state, words, record } }: { line: DomainLine }) {
  return (
    <li className="grid grid-cols-[1.75rem_1fr] gap-x-2 py-3">
      <span aria-hidden className={COLOURS[state]}>
        {MARKS[state]}
      </span>
      <div className="min-w-0">
        <p>
          <strong>{what}</strong> <span className="sr-only">{SAID[state]}: </span>
          {words}
        </p>
        {record && (
          <dl className="mt-2 grid grid-cols-[4rem_1fr] gap-y-1 rounded-sm bg-wash p-3 text-sm">
            <dt>Type</dt>
            <dd>{record.type}</dd>
            <dt>Name</dt>
            <dd className="wrap-anywhere">
              <code>{record.name}</code>
            </dd>
            <dt>Value</dt>
            <dd className="wrap-anywhere">
              <code>{record.value}</code>
            </dd>
          </dl>
        )}
      </div>
    </li>
  );
}
