import { Form, href } from "react-router";
import { personField } from "#app/moving/csv/import.form.ts";
import { NEW_CLIENT } from "#app/moving/csv/import-choices.ts";
import { RefusedRows, RemoveForm } from "#app/routes/admin/import/import-preview.tsx";
import type { ImportView } from "#app/routes/admin/import/import-view.server.ts";
import { counted, inNumbers } from "#app/routes/admin/import/import-words.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Select } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** What a finished import did, and the rows that it refused. */
export function ImportReport({ shown }: { shown: Extract<ImportView, { state: "done" }> }) {
  const { id, kind, noun, counts, refused, until, undecided, undecidedCount } = shown;
  return (
    <div className="max-w-3xl">
      <Notice tone="success" live className="mb-6">
        <b>Imported.</b> {counted(counts.added, noun)} added, {inNumbers(counts.known)} already here and left as they
        were, {inNumbers(counts.refused)} refused.
      </Notice>
      <p className="mb-6">
        <LinkButton to={kind === "appointments" ? "/appointments" : "/admin/clients"} look="outline" size="small">
          {kind === "appointments" ? "See the appointments" : "See the clients"}
        </LinkButton>
      </p>
      {undecidedCount > 0 && (
        <section aria-labelledby="namesakes" className="mb-8">
          <h2 id="namesakes" className="text-lg">
            Clients with the same name ({inNumbers(undecidedCount)})
          </h2>
          <p className="mt-1">
            Choose whose these appointments are. Their times are in your diary meanwhile, so nobody else can book them.
            If you delete the list first, each of these becomes a new client.
          </p>
          <ul className="mt-3">
            {undecided.map(({ number, name, what, candidates }) => (
              <li key={number} className="border-t border-line py-3 wrap-anywhere">
                <Form method="post" className="flex flex-wrap items-end gap-3">
                  <Select name={personField(number)} label={`${name}, ${what}`} defaultValue="" className="min-w-0">
                    <option value="">Choose</option>
                    {candidates.map(({ id: client, label }) => (
                      <option key={client} value={client}>
                        {label}
                      </option>
                    ))}
                    <option value={NEW_CLIENT}>New client</option>
                  </Select>
                  <Button name="intent" value={`choose:${number}`} look="outline" size="small">
                    Save<span className="sr-only"> the client of row {number}</span>
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
          {undecidedCount > undecided.length && (
            <p className="text-ink-soft">These are the first {undecided.length}.</p>
          )}
        </section>
      )}
      {counts.refused > 0 && (
        <section aria-labelledby="refused">
          <h2 id="refused" className="text-lg">
            Refused rows
          </h2>
          <p className="mt-1 mb-4">
            Mend them in the file, and import it again: what is here already stays as it is. The rows are deleted on{" "}
            {until}.
          </p>
          <LinkButton to={href("/admin/import/:id/refused.csv", { id })} reloadDocument look="outline" size="small">
            Download the {counted(counts.refused, "refused rows")}
          </LinkButton>
          <div className="mt-4">
            <RefusedRows rows={refused} />
          </div>
          {counts.refused > refused.length && <p className="text-ink-soft">These are the first {refused.length}.</p>}
        </section>
      )}
      <RemoveForm label="Delete what is left of the list now" />
    </div>
  );
}
