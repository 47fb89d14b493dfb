import type { Opening } from "#app/site/go-live/opening.server.ts";
import { Plate } from "#app/ui/art/plate.tsx";

/** The one page of a practice that is not open yet: its name, and how to reach it as far as it says. */
export function OpeningSoon({ name, phone, email, addressLines }: Opening) {
  return (
    <div className="relative overflow-clip">
      <div className="wrap section lg:flex lg:min-h-[34rem] lg:items-center">
        <div className="measure space-y-6 lg:w-1/2">
          <h1 className="text-4xl wrap-anywhere">{name || "Opening soon"}</h1>
          <p className="text-lg">{name && "Opening soon. "}This website is nearly ready.</p>
          {phone.label && (
            <p className="text-lg">
              Call{" "}
              <a href={phone.href} className="prose-link figures whitespace-nowrap font-[650]">
                {phone.label}
              </a>
              .
            </p>
          )}
          {email && (
            <p className="text-lg wrap-anywhere">
              Email{" "}
              <a href={`mailto:${email}`} className="prose-link">
                {email}
              </a>
              .
            </p>
          )}
          {addressLines.length > 0 && (
            <address className="text-lg not-italic wrap-anywhere">
              {addressLines.map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
            </address>
          )}
        </div>
      </div>
      <div className="max-lg:h-64 lg:absolute lg:inset-y-0 lg:right-0 lg:w-[38%]">
        <Plate slug="relaxation-massage" size="plate" className="h-full! aspect-auto!" />
      </div>
    </div>
  );
}
