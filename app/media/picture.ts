/** An uploaded picture: the words in its place, and its size in pixels as it was drawn anew. */
export type Picture = { id: string; alt: string; width: number; height: number };

/** The widths that are kept, as far as the upload was that wide. */
export const WIDTHS = [480, 960, 1600];

/** The widths that a picture of this width is kept in: none wider than itself, and always one. */
export function widthsOf({ width }: Pick<Picture, "width">): number[] {
  const narrower = WIDTHS.filter((candidate) => candidate < width);
  return narrower.length === WIDTHS.length ? WIDTHS : [...narrower, width];
}

/** Where one size of a picture is. */
export function pictureAddress(id: string, width: number): string {
  return `/media/${id}-${width}.webp`;
}

/** What an `<img>` needs to show a picture. */
export type Image = { src: string; srcSet: string; width: number; height: number; alt: string };

/** A picture in all its sizes, for a page. */
export function imageOf(picture: Picture): Image {
  const widths = widthsOf(picture);
  return {
    src: pictureAddress(picture.id, widths.find((width) => width >= 960) ?? (widths.at(-1) as number)),
    srcSet: widths.map((width) => `${pictureAddress(picture.id, width)} ${width}w`).join(", "),
    width: picture.width,
    height: picture.height,
    alt: picture.alt,
  };
}

/** Which picture and size an address means; null for none. */
export function sizeAt(file: string): { id: string; width: number } | null {
  const match = /^([0-9a-f-]{36})-(\d{1,4})\.webp$/.exec(file);
  return match ? { id: match[1] as string, width: Number(match[2]) } : null;
}
