/** What an uploaded film is, by its content. */
export type FilmFormat = "mp4" | "webm";

/** An uploaded film. It is served as it was sent: it never changes, so its address never means another one. */
export type FilmFile = { id: string; format: FilmFormat };

/** Where a film is, and what it is called there. */
export function filmAddress({ id, format }: FilmFile): string {
  return `/media/${id}.${format}`;
}

export function filmType({ format }: Pick<FilmFile, "format">): `video/${FilmFormat}` {
  return `video/${format}`;
}
