import { z } from "zod";
import { type Image, imageOf, type Picture } from "#app/media/picture.ts";

export const storedPicture = z.object({
  id: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
}) satisfies z.ZodType<Picture>;

const place = storedPicture.nullable().default(null);

/** The practice's photographs on its own pages; our drawing appears where there is none. */
export const pictures = z.object({ home: place, services: place, about: place, room: place, contact: place });

export type PicturePlace = keyof z.output<typeof pictures>;

export function picturePlace(word: string): PicturePlace | null {
  return pictures.keyof().safeParse(word).data ?? null;
}

/** The photographs by place, as pages show them; null where our drawing appears. */
export function placeImagesOf(stored: z.output<typeof pictures>): Record<PicturePlace, Image | null> {
  const images = Object.entries(stored).map(([name, picture]) => [name, picture && imageOf(picture)]);
  return Object.fromEntries(images) as Record<PicturePlace, Image | null>;
}
