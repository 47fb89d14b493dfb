import { Plate, type PlateSize } from "#app/ui/art/plate.tsx";
import { Photograph, type PhotographImage } from "#app/ui/photograph.tsx";

type Props = {
  image: PhotographImage | null;
  drawing: string;
  size: PlateSize;
  /** Its width, as in HTML's `sizes`. */
  sizes: string;
  eager?: boolean;
  className?: string;
  /** Whether a drawing, but no photograph, answers the pointer. */
  releases?: boolean;
};

/** The practice's photograph, cropped to its place, or our drawing. */
export function Pictured({ image, drawing, size, sizes, eager, className = "", releases }: Props) {
  if (!image) return <Plate slug={drawing} size={size} className={className} releases={releases} />;
  return <Photograph image={image} sizes={sizes} eager={eager} className={`object-cover ${className}`} />;
}
