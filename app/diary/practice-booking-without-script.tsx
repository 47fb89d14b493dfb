import { useSearchParams } from "react-router";
import { Notice } from "#app/ui/notice.tsx";

/** Shown in place of the booking dialog, which needs a script: the way to its page. */
export function PracticeBookingWithoutScript() {
  const [query] = useSearchParams();
  const therapist = query.get("therapist") ?? query.get("with");
  const chosen = Object.entries({ day: query.get("day"), time: query.get("time"), with: therapist }).flatMap(
    ([name, value]) => (value ? [[name, value]] : []),
  );
  return (
    <noscript>
      <Notice className="mb-6">
        <a href={`/admin/appointments/new?${new URLSearchParams(chosen)}`} className="prose-link">
          Add the appointment
        </a>
        : the form has a page of its own where JavaScript does not run.
      </Notice>
    </noscript>
  );
}
