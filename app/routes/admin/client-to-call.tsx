import { href, Link } from "react-router";
import type { RowView } from "#app/diary/lists/row-view.ts";
import { buttonClasses } from "#app/ui/controls.tsx";

/** The head of a card about one client's appointment: whose and which it is, and their number to press. */
export function ClientToCall({ appointment, headingId }: { appointment: RowView; headingId: string }) {
  const { id, name } = appointment;
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 wrap-anywhere">
        <h2 id={headingId} className="text-lg">
          <Link to={href("/admin/appointments/:id", { id })} className="prose-link inline-block min-h-6">
            {name}
          </Link>
        </h2>
        <p>
          <span className="figures font-[650]">{appointment.short}</span>, {appointment.service}, {appointment.minutes}{" "}
          min, with {appointment.therapist}
        </p>
      </div>
      {appointment.phoneHref ? (
        <a href={appointment.phoneHref} className={buttonClasses({ look: "outline", size: "small" })}>
          <span className="sr-only">Call {name}: </span>
          {appointment.phone}
        </a>
      ) : (
        <p className="text-sm text-ink-soft">No Phone</p>
      )}
    </div>
  );
}
