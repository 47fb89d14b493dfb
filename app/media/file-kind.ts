export type PictureKind = "jpeg" | "png" | "webp" | "avif";

/** What a file is by its first bytes; null for all that we don't take. Its name and declared type say nothing. */
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
