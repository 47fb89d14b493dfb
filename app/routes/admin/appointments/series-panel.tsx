import { Form, href, Link } from "react-router";
import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import type { ShownSeries } from "#app/series/shown-series.server.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

/** All appointments of a series, and the way to change this one with those after it. */
export function SeriesPanel({ id, series }: { id: string; series: ShownSeries }) {
  const sendsMail = useSendsMail();
  const can = useMay();
  const { rule, places, following, held } = series;
  return (
    <section aria-labelledby="series">
      <h2 id="series" className="text-xl">
        Series
      </h2>
      <p className="text-ink-soft">{rule}, booked together.</p>
      {held && can("change", "series") && (
        <Form
          method="post"
          action={href("/admin/appointments/:id/following/undo", { id })}
          className="mt-2 border-l-4 border-warning bg-warning-wash p-4"
        >
          <p>
            {held.count} {held.kind} together.{" "}
            {sendsMail ? `The email to the client goes out at ${held.at}.` : CALL_THEM}
          </p>
          <Button look="outline" size="small" className="mt-2">
            Undo all {held.count}
          </Button>
        </Form>
      )}
      <ol className="mt-2">
        {places.map((place) => (
          <li key={place.id} className="flex flex-wrap items-center gap-x-3 border-b border-line py-1.5">
            <span className="figures w-16 text-sm text-ink-soft">{place.place}</span>
            {place.id === id ? (
              <span className="flex-1 font-[650]">{place.when}, this one</span>
            ) : (
              <Link
                to={href("/admin/appointments/:id", place)}
                className="prose-link inline-flex min-h-6 flex-1 items-center"
              >
                {place.when}
              </Link>
            )}
            <AppointmentStatus status={place.status} />
          </li>
        ))}
      </ol>
      {following > 0 && can("change", "series") && (
        <p className="mt-3 flex flex-wrap gap-2">
          <LinkButton to={href("/admin/appointments/:id/following/move", { id })} look="outline" size="small">
            Move this and following
          </LinkButton>
          <LinkButton to={href("/admin/appointments/:id/following/cancel", { id })} look="outline" size="small">
            Cancel this and following
          </LinkButton>
        </p>
      )}
    </section>
  );
}
