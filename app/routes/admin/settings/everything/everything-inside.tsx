import type { ReactNode } from "react";
import { countedInWords } from "#app/platform/database/most-listed.ts";

/** What the file holds, counted as far as a list is, and what it doesn't. */
export function EverythingInside({ tables }: { tables: Readonly<Record<string, number>> }) {
  const n = (table: string) => countedInWords(tables[table] ?? 0);
  return (
    <>
      <div className="grid gap-8 sm:grid-cols-2">
        <Part title="What is inside">
          <li>Clients ({n("clients")}) and your notes about them</li>
          <li>Appointments ({n("appointments")}), who came, notes and cancellations</li>
          <li>
            Messages ({n("enquiries")}), complaints ({n("complaints")}) and your answers
          </li>
          <li>
            Services ({n("services")}), prices, therapists ({n("therapists")}), hours and closures
          </li>
          <li>
            Reviews ({n("reviews")}), pictures ({n("pictures")}), films ({n("films")}) and the words of your pages
          </li>
          <li>
            Settings, accounts ({n("users")}), who works here, and the audit ({n("audit")})
          </li>
          <li>A README that explains every file</li>
        </Part>
        <Part title="What is not">
          <li>Passwords, codes and passkeys: elsewhere, everybody sets a new password</li>
          <li>Anything that opens something: sessions, links of bookings, calendar addresses, invitations</li>
          <li>Keys of the mail server, EmailJS, Calendly and calendars</li>
          <li>Mails as they were sent: their links would open bookings</li>
          <li>Anybody who was erased</li>
        </Part>
      </div>
      <p className="mt-6">
        The spreadsheets (.csv) open with any program. Another Limber Yard takes the whole file:{" "}
        <code>npm run import-practice</code>, as README.md says. Nothing here changes: you can do this as often as you
        like.
      </p>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-xl">{title}</h2>
      <ul className="list-disc space-y-1.5 pl-5">{children}</ul>
    </section>
  );
}
