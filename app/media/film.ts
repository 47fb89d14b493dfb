export type FilmFormat = "mp4" | "webm";

/** An uploaded film. It never changes, so its address always means the same film. */
export type FilmFile = { id: string; format: FilmFormat };

export function filmAddress({ id, format }: FilmFile): string {
  return `/media/${id}.${format}`;
}

export function filmType({ format }: Pick<FilmFile, "format">): `video/${FilmFormat}` {
  return `video/${format}`;
}

export function filmAt(file: string): FilmFile | null {
  const match = /^([0-9a-f-]{36})\.(mp4|webm)$/.exec(file);
  return match ? { id: match[1] as string, format: match[2] as FilmFormat } : null;
}
