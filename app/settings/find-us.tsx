import type { Location } from "#app/settings/location.ts";
import { LocationSketchDrawing } from "#app/settings/location-sketch.tsx";
import { buttonClasses } from "#app/ui/button.tsx";

/** The drawn way, if there is one, and a link to directions. Nothing of a map is loaded before the press. */
export function FindUs({ location, className }: { location: Location; className?: string }) {
  const { sketch, mapHref } = location;
  return (
    <div className={className}>
      {sketch && <LocationSketchDrawing sketch={sketch} className="mb-4" />}
      {mapHref && (
        <a
          href={mapHref}
          target="_blank"
          rel="noopener noreferrer"
          className={`print:hidden ${buttonClasses({ look: "outline", size: "small" })}`}
        >
          Directions in your map
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
    </div>
  );
}
