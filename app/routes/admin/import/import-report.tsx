import { href } from "react-router";
import { RefusedRows, RemoveForm } from "#app/routes/admin/import/import-preview.tsx";
import { inNumbers } from "#app/routes/admin/import/import-words.ts";
import type { ShownImport } from "#app/routes/admin/import/shown-import.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** What a finished import did, and the rows that it refused. */
export function ImportReport({ shown }: { shown: Extract<ShownImport, { state: "done" }> }) {
  const { id, kind, noun, counts, refused, until } = shown;
  return (
    <div className="max-w-3xl">
      <Notice tone="success" live className="mb-6">
        <b>Imported.</b> {inNumbers(counts.added)} {noun} added, {inNumbers(counts.known)} already here and left as they
        were, {inNumbers(counts.refused)} refused.
      </Notice>
      <p className="mb-6">
        <LinkButton to={kind === "clients" ? "/admin/clients" : "/appointments"} look="outline" size="small">
          {kind === "clients" ? "See the clients" : "See the appointments"}
        </LinkButton>
      </p>
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
            Download the {inNumbers(counts.refused)} refused rows
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
