type Score = { done: number; all: number };

const GAP = 16;
const TALLEST = 72;

/** A batten for each line, filled as the lines turn green. The words beside it say the same. */
export function Battens({ done, all }: Score) {
  const battens = Array.from({ length: all }, (_, index) => ({
    x: 4 + index * GAP,
    isDone: index < done,
    rise: index * 2,
  }));
  return (
    <div className="grid justify-items-end gap-1">
      <svg viewBox={`0 0 ${all * GAP} ${TALLEST}`} height={TALLEST} aria-hidden="true" className="max-w-full">
        {battens.map(({ x, isDone, rise }) => (
          <path
            key={x}
            d={`M${x} ${TALLEST - 4 - rise}v-${TALLEST - 40}`}
            fill="none"
            strokeLinecap="round"
            strokeWidth={isDone ? 6 : 4}
            className={isDone ? "stroke-success" : "stroke-line forced-colors:stroke-[GrayText]"}
          />
        ))}
      </svg>
      <p className="figures text-sm font-[650]">
        {done} of {all}
      </p>
    </div>
  );
}
