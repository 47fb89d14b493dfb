import type { Image } from "#app/media/picture.ts";
import { Plate } from "#app/ui/art/plate.tsx";
import { Photograph } from "#app/ui/photograph.tsx";

type Props = {
  image: Image | null;
  /** The drawing that stands there otherwise. */
  drawing: string;
  /** How wide it stands, as in HTML's `sizes`. */
  sizes: string;
  /** Whether it is among the first things seen. */
  eager?: boolean;
  className?: string;
};

/** A place of a page where the practice's photograph stands, else a drawing. */
export function PlacePicture({ image, drawing, sizes, eager, className = "" }: Props) {
  if (!image) return <Plate slug={drawing} size="plate" className={className} />;
  return <Photograph image={image} sizes={sizes} eager={eager} className={`w-full object-cover ${className}`} />;
}
