import type { UploadedFile } from "#app/media/uploaded-file.ts";

/** These bytes as an uploaded file; writes to them show in the file. */
export function fileOf(sent: Uint8Array, name = "file"): UploadedFile {
  const bytes = new Uint8Array(sent);
  return {
    name,
    size: bytes.byteLength,
    read: async (at, length) => bytes.slice(at, at + length),
    write: async (at, over) => bytes.set(over, at),
  };
}
