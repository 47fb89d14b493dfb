import { keepPicture, type PictureOutcome, preparePicture, type Upload } from "#app/media/commands.server.ts";
import { keepFilm, prepareFilm } from "#app/media/films/commands.server.ts";
import { letGoOfFilm } from "#app/media/films/store.server.ts";
import { letGoOfPicture } from "#app/media/store.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { type Asker, editorName } from "#app/platform/editor.ts";
import type { World } from "#app/platform/world.server.ts";
import { reworkSetting } from "#app/settings/editing/commands.server.ts";
import type { Video } from "#app/settings/videos.ts";

export type FilmOutcome = PictureOutcome | { kind: "refused"; field: "film"; message: string };

/** Puts an uploaded film in a place of the home page. An address that stood there would hide it, so it goes. */
export async function putFilm(
  world: World,
  asker: Asker,
  { place, bytes }: { place: number; bytes: Uint8Array },
): Promise<FilmOutcome> {
  if (!editorName(asker)) return { kind: "forbidden" };
  const prepared = prepareFilm(bytes);
  if (prepared.kind === "refused") return { ...prepared, field: "film" };
  return changePlace(world, asker, {
    ...{ place, action: "film.put" },
    next: async (tx, now) => ({ address: "", file: await keepFilm(tx, prepared.film, now) }),
  });
}

export async function removeFilm(world: World, asker: Asker, { place }: { place: number }): Promise<FilmOutcome> {
  return changePlace(world, asker, { place, action: "film.remove", next: async () => ({ file: null }) });
}

/** Puts up the picture that stands in a film's place until somebody plays it. */
export async function putPoster(
  world: World,
  asker: Asker,
  { place, upload }: { place: number; upload: Upload },
): Promise<FilmOutcome> {
  const prepared = await preparePicture(asker, upload);
  if (prepared.kind !== "prepared") return prepared;
  return changePlace(world, asker, {
    ...{ place, action: "film.poster-put" },
    next: async (tx, now) => ({ poster: await keepPicture(tx, prepared.picture, now) }),
  });
}

export async function removePoster(world: World, asker: Asker, { place }: { place: number }): Promise<FilmOutcome> {
  return changePlace(world, asker, { place, action: "film.poster-remove", next: async () => ({ poster: null }) });
}

type Changing = { place: number; action: string; next: (tx: Tx, now: number) => Promise<Partial<Video>> };

async function changePlace(world: World, asker: Asker, { place, action, next }: Changing): Promise<FilmOutcome> {
  return reworkSetting(world, asker, "videos", async ({ tx, now, noted, stored }) => {
    const before = stored[place];
    if (!before) return null;
    const after = { ...before, ...(await next(tx, now)) };
    await letGo(tx, { before, after, now });
    await noted(action, { kind: "film", id: String(place + 1) });
    return stored.with(place, after);
  });
}

/** Each file was uploaded for one place: without it there nothing shows it. */
async function letGo(tx: Tx, { before, after, now }: { before: Video; after: Video; now: number }): Promise<void> {
  if (before.file && before.file.id !== after.file?.id) await letGoOfFilm(tx, before.file.id, now);
  if (before.poster && before.poster.id !== after.poster?.id) await letGoOfPicture(tx, before.poster.id, now);
}
