import heroMap from "./hero.svg?url";
import { heroFibres, heroView } from "./hero-fibres.ts";

/**
 * The upper back as a survey map, with the fibres under the hands in oxide. Decorative: the headline beside it carries
 * the meaning. The map is a cached file; only the moving fibres are inline.
 */
export function HeroDrawing({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={className}
      focusable="false"
      preserveAspectRatio="xMidYMin slice"
      viewBox={heroView}
    >
      <use href={`${heroMap}#map`} />
      <g className="hero-fibres">
        {heroFibres.map((fibre) => (
          <path d={fibre} key={fibre} pathLength={1} />
        ))}
      </g>
    </svg>
  );
}
