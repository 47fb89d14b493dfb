import { Link } from "react-router";
import { attendanceWords } from "#app/appointments/client-history.ts";
import { MergeButton } from "#app/routes/admin/clients/merge-button.tsx";
import type { ShownRecord } from "#app/routes/admin/clients/shown-record.server.ts";
import { LinkButton } from "#app/ui/button.tsx";

export function Alike({ record: { client, alike } }: { record: ShownRecord }) {
  return (
    <section aria-labelledby="alike" className="mt-10">
      <h2 id="alike" className="mb-2 text-xl">
        The same person twice?
      </h2>
      {alike.length > 0 && (
        <ul className="mb-4 border-t border-line">
          {alike.map((other) => (
            <li
              key={other.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3"
            >
              <div className="min-w-0">
                <Link to={`/admin/clients/${other.id}`} className="prose-link inline-flex min-h-6 items-center">
                  {other.name}
                </Link>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {other.email}, {other.phone}. {attendanceWords(other)}.
                </p>
              </div>
              <MergeButton into={client} other={other} />
            </li>
          ))}
        </ul>
      )}
      <LinkButton to={`/admin/clients?into=${client.id}`} look="outline" size="small">
        Look for another record
      </LinkButton>
    </section>
  );
}
