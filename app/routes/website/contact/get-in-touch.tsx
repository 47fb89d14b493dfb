import type { ReactNode } from "react";
import type { Business } from "#app/settings/business.ts";
import { FindUs } from "#app/settings/find-us.tsx";
import type { HoursLine } from "#app/settings/hours.ts";
import type { Location } from "#app/settings/location.ts";
import { Prose } from "#app/ui/prose.tsx";

type Props = {
  words: { questions: string; phone: string; email: string; hours: string };
  phone: { href: string; label: string };
  email: string;
  hours: { operation: HoursLine[]; opening: HoursLine[] };
  fullName: string;
  address: Business["address"];
  location: Location;
};

export function GetInTouch({ words, phone, email, hours, fullName, address, location }: Props) {
  return (
    <section aria-labelledby="get-in-touch" className="gap-x-12 md:max-lg:grid md:max-lg:grid-cols-2">
      <h2 id="get-in-touch" className="col-span-2 text-2xl">
        Get In Touch
      </h2>
      <p className="col-span-2 mt-3">
        <Prose>{words.questions}</Prose>
      </p>
      {phone.label && (
        <Way title="Phone" note={words.phone}>
          <a href={phone.href} className="prose-link figures inline-block min-h-6 text-lg font-[650]">
            {phone.label}
          </a>
        </Way>
      )}
      {email && (
        <Way title="E-mail" note={words.email}>
          <a href={`mailto:${email}`} className="prose-link inline-block min-h-6 text-lg font-[650] break-all">
            {email}
          </a>
        </Way>
      )}
      {isGiven(hours.operation) && (
        <Way title="Operation hours" note="When phone and messages are answered.">
          <Timetable lines={hours.operation} />
        </Way>
      )}
      {isGiven(hours.opening) && (
        <Way title="Treatment hours" note={words.hours}>
          <Timetable lines={hours.opening} />
        </Way>
      )}
      {!address.street && location.address && (
        <Way title="Area" note={location.directions}>
          {location.address}
        </Way>
      )}
      {address.street && (
        <Way title="Getting here" note={location.directions}>
          <address className="not-italic">
            {fullName}
            <br />
            {address.street}
            <br />
            {address.locality && (
              <>
                {address.locality}
                <br />
              </>
            )}
            {address.town} {address.postcode}
          </address>
          <FindUs location={location} className="mt-4" />
        </Way>
      )}
    </section>
  );
}

function isGiven(lines: readonly HoursLine[]): boolean {
  return lines.some(({ times }) => times !== "Closed");
}

function Way({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <div className="mt-6 border-t border-line pt-5">
      <h3 className="text-lg">{title}</h3>
      <div className="mt-1">{children}</div>
      {note && <p className="mt-2 max-w-[46ch] text-sm text-ink-soft">{note}</p>}
    </div>
  );
}

function Timetable({ lines }: { lines: readonly HoursLine[] }) {
  return (
    <dl className="figures mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 max-sm:text-sm sm:gap-x-8 md:max-lg:gap-x-3 md:max-lg:text-sm">
      {lines.map((line) => (
        <div key={line.days} className="contents">
          <dt>{line.days}</dt>
          <dd>{line.times}</dd>
        </div>
      ))}
    </dl>
  );
}
