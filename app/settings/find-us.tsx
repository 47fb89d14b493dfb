import type { Location, LocationSketch } from "#app/settings/location.ts";
import { buttonClasses } from "#app/ui/controls.tsx";

type Props = { location: Location; hasLink?: boolean; className?: string };

/** The drawn way, if there is one, and a link to directions. Nothing of a map is loaded before the press. */
export function FindUs({ location, hasLink = true, className }: Props) {
  const { sketch, mapHref } = location;
  return (
    <div className={className}>
      {sketch && <LocationSketchDrawing sketch={sketch} className="mb-4" />}
      {hasLink && mapHref && (
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

function LocationSketchDrawing({ sketch, className }: { sketch: LocationSketch; className?: string }) {
  const { width, height, words, ground, roads, buildings, entrance, walk, labels } = sketch;
  return (
    <svg
      role="img"
      aria-label={words}
      viewBox={`0 0 ${width} ${height}`}
      className={className ? `location-sketch ${className}` : "location-sketch"}
    >
      <rect width={width} height={height} fill="var(--wash)" />
      <use href={`${ground}#ground`} />
      <g fill="none" strokeLinejoin="round">
        {roads.map((road) => (
          <path key={road.path} d={road.path} stroke="var(--ink)" strokeWidth={road.width + 3} />
        ))}
        {roads.map((road) => (
          <path key={road.path} d={road.path} stroke="var(--paper)" strokeWidth={road.width} />
        ))}
      </g>
      <g stroke="var(--ink)" strokeWidth="1.8" fill="var(--surface)">
        {buildings.map((box) => (
          <rect key={box.label} x={box.x} y={box.y} width={box.width} height={box.height} />
        ))}
      </g>
      <path d={entrance} stroke="var(--accent)" strokeWidth="6" />
      <path className="location-sketch-walk" d={walk} />
      <g className="location-sketch-words" fill="var(--ink)">
        {buildings.map(({ x, y, width: wide, height: tall, label, isOurs }) => (
          <text key={label} x={x + wide / 2} y={y + tall / 2 + 4} textAnchor="middle" fontWeight={isOurs ? 700 : 400}>
            {label}
          </text>
        ))}
        {labels.map(({ x, y, text, turn = 0, isBold }) => (
          <text key={text} x={x} y={y} transform={`rotate(${turn} ${x} ${y})`} fontWeight={isBold ? 650 : 400}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  );
}
