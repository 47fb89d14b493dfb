/** An uploaded picture: its alternative text, and its size in pixels as drawn anew. */
export type Picture = { id: string; alt: string; width: number; height: number };

const WIDTHS = [480, 960, 1600];

/** The widths in which a picture is stored: none wider than itself, and at least one. */
export function widthsOf({ width }: Pick<Picture, "width">): number[] {
  const narrower = WIDTHS.filter((candidate) => candidate < width);
  return narrower.length === WIDTHS.length ? WIDTHS : [...narrower, width];
}

function pictureAddress(id: string, width: number): string {
  return `/media/${id}-${width}.webp`;
}

export type Image = { src: string; srcSet: string; width: number; height: number; alt: string };

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

export function sizeAt(file: string): { id: string; width: number } | null {
  const match = /^([0-9a-f-]{36})-(\d{1,4})\.webp$/.exec(file);
  return match ? { id: match[1] as string, width: Number(match[2]) } : null;
}
