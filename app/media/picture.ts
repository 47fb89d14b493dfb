/** An uploaded picture: its alternative text, and its size in pixels as drawn anew. */
export type Picture = { id: string; alt: string; width: number; height: number };

const WIDTHS = [480, 960, 1600];

/** The widths in which a picture is stored: none wider than itself, and at least one. */
export function widthsOf({ width }: Pick<Picture, "width">): number[] {
  const narrower = WIDTHS.filter((candidate) => candidate < width);
  return narrower.length === WIDTHS.length ? WIDTHS : [...narrower, width];
}

export type Image = { src: string; srcSet: string; width: number; height: number; alt: string };

export function imageOf(picture: Picture): Image {
  const widths = widthsOf(picture);
  return {
    src: fileAddress(picture.id, widths.find((width) => width >= 960) ?? (widths.at(-1) as number), "webp"),
    srcSet: widths.map((width) => `${fileAddress(picture.id, width, "webp")} ${width}w`).join(", "),
    width: picture.width,
    height: picture.height,
    alt: picture.alt,
  };
}

export type FileType = "webp" | "png" | "svg";

export const MEDIA_TYPES: Record<FileType, string> = { webp: "image/webp", png: "image/png", svg: "image/svg+xml" };

export function fileAddress(id: string, width: number, type: FileType): string {
  return `/media/${id}-${width}.${type}`;
}

/** Which file of a picture this name asks for. */
export function sizeAt(file: string): { id: string; width: number; type: FileType } | null {
  const match = /^([0-9a-f-]{36})-(\d{1,4})\.(webp|png|svg)$/.exec(file);
  return match ? { id: match[1] as string, width: Number(match[2]), type: match[3] as FileType } : null;
}
