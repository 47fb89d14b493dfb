/** What an uploaded film is, by its content. */
export type FilmFormat = "mp4" | "webm";

/** An uploaded film. It never changes, so its address never means another one. */
export type FilmFile = { id: string; format: FilmFormat };

/** Where a film is. */
export function filmAddress({ id, format }: FilmFile): string {
  return `/media/${id}.${format}`;
}

export function filmType({ format }: Pick<FilmFile, "format">): `video/${FilmFormat}` {
  return `video/${format}`;
}

/** Which film an address means; null for none. */
export function filmAt(file: string): FilmFile | null {
  const match = /^([0-9a-f-]{36})\.(mp4|webm)$/.exec(file);
  return match ? { id: match[1] as string, format: match[2] as FilmFormat } : null;
}
