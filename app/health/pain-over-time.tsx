type Point = { pain: number; when: string };

const STEP = 46;
const TOP = 22;
const HEIGHT = 66;

/** Pain at each appointment as a line with its numbers; the same in words for screen readers. */
export function PainOverTime({ points }: { points: readonly Point[] }) {
  const shown = points.slice(-8);
  if (shown.length < 2) return null;
  const places = shown.map(({ pain }, at) => ({ x: 14 + at * STEP, y: TOP + ((10 - pain) * HEIGHT) / 10, pain }));
  return (
    <figure className="mt-4">
      <figcaption className="font-[650]">Pain, by appointment</figcaption>
      <svg
        viewBox={`0 0 ${28 + (shown.length - 1) * STEP} ${TOP + HEIGHT + 12}`}
        role="img"
        aria-label={shown.map(({ pain, when }) => `${when}: ${pain}`).join(". ")}
        className="note-pain mt-1 w-full max-w-96"
      >
        <polyline points={places.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {places.map(({ x, y, pain }) => (
          <g key={x}>
            <circle cx={x} cy={y} r={4} />
            <text x={x} y={y - 9} textAnchor="middle">
              {pain}
            </text>
          </g>
        ))}
      </svg>
      <p aria-hidden="true" className="flex max-w-96 justify-between text-xs text-ink-soft">
        <span>{shown[0]?.when}</span>
        <span>{shown.at(-1)?.when}</span>
      </p>
    </figure>
  );
}
