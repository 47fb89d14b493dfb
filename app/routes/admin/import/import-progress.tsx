import { Link } from "react-router";
import { RemoveForm } from "#app/routes/admin/import/import-preview.tsx";
import type { ImportView } from "#app/routes/admin/import/import-view.server.ts";
import { inNumbers } from "#app/routes/admin/import/import-words.ts";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";

const LOOK_EVERY = 1_500;

/** How far a running import is. Without a script it is looked at again by the link. */
export function ImportProgress({ shown: { counts, total } }: { shown: ImportView }) {
  useFreshEvery(LOOK_EVERY);
  const done = counts.added + counts.known + counts.refused;
  const soFar = `${inNumbers(done)} of ${inNumbers(total)} rows`;
  return (
    <section aria-labelledby="progress" className="max-w-3xl">
      <h2 id="progress" className="text-lg">
        Importing
      </h2>
      <progress
        max={total}
        value={done}
        aria-labelledby="progress"
        className="mt-3 block h-3 w-full accent-(--primary)"
      >
        {soFar}
      </progress>
      <p role="status" className="figures mt-2">
        {soFar}: {inNumbers(counts.added)} added, {inNumbers(counts.known)} already here, {inNumbers(counts.refused)}{" "}
        refused.
      </p>
      <p className="mt-2 text-ink-soft">It goes on if you leave this page, and after a restart.</p>
      <p className="mt-4">
        <Link to="?" reloadDocument className="prose-link">
          Look again
        </Link>
      </p>
      <RemoveForm label="Stop it and delete the list" />
    </section>
  );
}
