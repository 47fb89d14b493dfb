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
