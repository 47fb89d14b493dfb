import type { FilmFile, FilmFormat } from "#app/media/film.ts";
import { filmFormatOf } from "#app/media/film-format.ts";
import { insertFilm } from "#app/media/films.db.server.ts";
import { FREE, isWholeMp4, metadataIn } from "#app/media/mp4.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";

export const MOST_FILM_BYTES = 30 * 1024 * 1024;
const PIECE = 64 * 1024;

type PreparedFilm = { format: FilmFormat; upload: UploadedFile };

type PrepareFilmOutcome = { kind: "prepared"; film: PreparedFilm } | { kind: "refused"; message: string };

export async function prepareFilm(upload: UploadedFile | null): Promise<PrepareFilmOutcome> {
  if (!upload || upload.size === 0) return refused("Choose a film");
  if (upload.size > MOST_FILM_BYTES) return refused("Choose a film of 30 MB or less");
  const format = filmFormatOf(await upload.read(0, 96));
  if (!format) return refused("Choose an MP4 or a WebM film");
  if (format === "webm") return { kind: "prepared", film: { format, upload } };
  if (!(await isWholeMp4(upload.read, upload.size))) {
    return refused("That film could not be read: it may have been cut short. Choose it again");
  }
  await blankRemarks(upload);
  return { kind: "prepared", film: { format, upload } };
}

async function blankRemarks(upload: UploadedFile): Promise<void> {
  for (const { at, from, to } of await metadataIn(upload.read, upload.size)) {
    await upload.write(at + 4, FREE);
    for (let blank = from; blank < to; blank += PIECE)
      await upload.write(blank, new Uint8Array(Math.min(PIECE, to - blank)));
  }
}

export async function saveFilm(tx: Tx, { format, upload }: PreparedFilm, now: number): Promise<FilmFile> {
  const film = { id: newId(), format };
  await insertFilm(tx, { film, upload, now });
  return film;
}

function refused(message: string): PrepareFilmOutcome {
  return { kind: "refused", message };
}
