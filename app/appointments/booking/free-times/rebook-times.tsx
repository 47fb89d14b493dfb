import type { SameAgain } from "#app/appointments/booking/free-times/rebook.server.ts";
import { givenName } from "#app/platform/person-name.ts";
import { buttonClasses } from "#app/ui/controls.tsx";
import { useOnlineBooking } from "#app/ui/shell/book-button.tsx";

const CELL = buttonClasses({ look: "outline" });

/** What they had last, on three other days: one press leads to the booking page with everything filled in. */
export function SameAgainTimes({ again, name, className }: { again: SameAgain; name: string; className?: string }) {
  if (!useOnlineBooking()) return null;
  return (
    <section aria-labelledby="same-again" className={className}>
      <h2 id="same-again" className="text-xl">
        Same again, {givenName(name)}?
      </h2>
      <p className="mt-1 text-ink-soft">{again.offer}.</p>
      <ul className="mt-4 grid max-w-4xl gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {again.times.map(({ label, href }) => (
          <li key={href} className="grid">
            <a href={href} className={`figures ${CELL}`}>
              {label}
            </a>
          </li>
        ))}
        <li className="grid">
          <a href={again.otherHref} className={`${CELL} px-2 sm:whitespace-nowrap`}>
            Choose another time
          </a>
        </li>
      </ul>
    </section>
  );
}
