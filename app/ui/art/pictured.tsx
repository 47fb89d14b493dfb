import { Plate, type PlateSize } from "#app/ui/art/plate.tsx";
import { Photograph, type PhotographImage } from "#app/ui/photograph.tsx";

type Props = {
  image: PhotographImage | null;
  /** The drawing that stands there otherwise, by its slug. */
  drawing: string;
  size: PlateSize;
  /** How wide it stands, as in HTML's `sizes`. */
  sizes: string;
  /** Whether it is among the first things seen. */
  eager?: boolean;
  className?: string;
};

/** The practice's photograph, cut to its place; without one our drawing. */
export function Pictured({ image, drawing, size, sizes, eager, className = "" }: Props) {
  if (!image) return <Plate slug={drawing} size={size} className={className} />;
  return <Photograph image={image} sizes={sizes} eager={eager} className={`object-cover ${className}`} />;
}
