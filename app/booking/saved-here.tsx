import type { SavedAppointment } from "#app/booking/saved.ts";
import { useSaved } from "#app/booking/use-saved.tsx";
import { Button } from "#app/ui/button.tsx";

/** Bookings saved in this browser, for a visitor (decisions/0001, row 11). Renders nothing when there are none. */
export function SavedHere() {
  const [saved, store] = useSaved();
  if (saved.length === 0) return null;
  return (
    <section aria-labelledby="saved-here" className="mt-12">
      <h2 id="saved-here" className="text-xl">
        Saved on this device
      </h2>
      <ul className="measure mt-3 mb-6 border-t border-line">
        {saved.map((booking) => (
          <Saved key={booking.link} booking={booking} />
        ))}
      </ul>
      <Button type="button" look="outline" size="small" onClick={() => store([])}>
        Clear
      </Button>
    </section>
  );
}

function Saved({ booking: { date, time, treatment, status, link } }: { booking: SavedAppointment }) {
  return (
    <li className="border-b border-line py-4">
      <a href={link} className="prose-link font-[650]">
        {date}, {time}
      </a>
      <p className="text-ink-soft">
        {treatment}. {status} when it was saved.
      </p>
    </li>
  );
}
