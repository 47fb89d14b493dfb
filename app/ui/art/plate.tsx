/** Plate: 400 px wide and more. Card: 220 to 400 px, or a thumb (`plate-narrow-on-phones`). Thumb: 90 to 220 px. */
export type PlateSize = "plate" | "card" | "thumb";

type PlateProps = {
  slug: string;
  size: PlateSize;
  className?: string;
  /** Whether its pressure is released while a card (`group`) round it is pointed at. For a card's size. */
  releases?: boolean;
};

/** The drawing of one treatment, 4:5, in the page's colours. Decorative: the title beside it carries the meaning. */
export function Plate({ slug, size, className, releases = false }: PlateProps) {
  const drawing = (
    <svg
      aria-hidden="true"
      className={className ? `plate ${className}` : "plate"}
      focusable="false"
      preserveAspectRatio="xMidYMid slice"
      viewBox="0 0 800 1000"
    >
      <use href={`/art/${slug}-${size}.svg#plate`} />
    </svg>
  );
  if (!releases) return drawing;
  return (
    <div className="plate-releases" data-drawing={slug}>
      {drawing}
    </div>
  );
}
