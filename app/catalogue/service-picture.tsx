import type { Service } from "#app/catalogue/service.ts";
import { imageOf } from "#app/media/picture.ts";
import { isDrawn } from "#app/ui/art/drawn.ts";
import { Pictured } from "#app/ui/art/pictured.tsx";
import type { PlateSize } from "#app/ui/art/plate.tsx";

const RINGS = "personalized-wellness-plans";

type Props = {
  service: Pick<Service, "slug" | "picture">;
  size: PlateSize;
  /** Its width, as in HTML's `sizes`. */
  sizes: string;
  className?: string;
  releases?: boolean;
};

/** The practice's photograph, else our drawing, else growth rings, which differ for each service. */
export function ServicePicture({ service: { slug, picture }, size, sizes, className = "", releases }: Props) {
  const drawing = isDrawn(slug) ? slug : RINGS;
  return (
    <Pictured
      image={picture && imageOf(picture)}
      {...{ drawing, size, sizes, releases }}
      className={`aspect-4/5 ${className}`}
    />
  );
}
