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

export type PictureKind = "jpeg" | "png" | "webp" | "avif";

/** A file's type by its first bytes, or null if we don't accept it. Its name and declared type can't be trusted. */
export function kindOf(bytes: Uint8Array): PictureKind | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (latin(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (latin(bytes, 0, 4) === "RIFF" && latin(bytes, 8, 12) === "WEBP") return "webp";
  if (latin(bytes, 4, 8) === "ftyp" && ["avif", "avis"].includes(latin(bytes, 8, 12))) return "avif";
  return null;
}

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
