import { prepareFilm, releaseFilm, saveFilm } from "#app/media/films.server.ts";
import {
  isAnother,
  type PictureOutcome,
  preparePicture,
  releasePicture,
  savePicture,
  type Upload,
} from "#app/media/pictures.server.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { type Actor, may } from "#app/platform/permissions.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";
import { type Video, withoutDescription } from "#app/settings/schemas/videos.ts";

export type FilmOutcome = PictureOutcome | { kind: "refused"; field: "film" | "fetch"; message: string };

/** Puts an uploaded film in a place of the home page, and removes that place's web address, which would hide it. */
export async function setFilm(
  app: AppContext,
  actor: Actor,
  { place, file, seenId }: { place: number; file: UploadedFile | null; seenId?: string },
): Promise<FilmOutcome> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  const prepared = await prepareFilm(file);
  if (prepared.kind === "refused") return { ...prepared, field: "film" };
  return changePlace(app, actor, {
    place,
    action: "film.put",
    seen: { part: "file", seenId },
    next: async (tx, { now, before }) => ({
      ...withoutDescription(before),
      address: "",
      file: await saveFilm(tx, prepared.film, now),
    }),
  });
}

export async function removeFilm(
  app: AppContext,
  actor: Actor,
  { place, seenId }: { place: number; seenId?: string },
): Promise<FilmOutcome> {
  return changePlace(app, actor, {
    place,
    action: "film.remove",
    seen: { part: "file", seenId },
    next: async () => ({ file: null }),
  });
}

/** Sets the picture that a place shows until its film is played. */
export async function setPoster(
  app: AppContext,
  actor: Actor,
  { place, upload, seenId }: { place: number; upload: Upload; seenId?: string },
): Promise<FilmOutcome> {
  const prepared = await preparePicture(actor, upload);
  if (prepared.kind !== "prepared") return prepared;
  return changePlace(app, actor, {
    place,
    action: "film.poster-put",
    seen: { part: "poster", seenId },
    next: async (tx, { now }) => ({ poster: await savePicture(tx, prepared.picture, now) }),
  });
}

export async function removePoster(
  app: AppContext,
  actor: Actor,
  { place, seenId }: { place: number; seenId?: string },
): Promise<FilmOutcome> {
  return changePlace(app, actor, {
    place,
    action: "film.poster-remove",
    seen: { part: "poster", seenId },
    next: async () => ({ poster: null }),
  });
}

type At = { now: number; before: Video };
type Changing = {
  place: number;
  action: string;
  /** The file that the form showed: another one is not replaced. */
  seen?: { part: "file" | "poster"; seenId?: string };
  next: (tx: Tx, at: At) => Promise<Partial<Video> | null>;
};

/** Changes one place from what it is now; null: nothing is changed. Files that it no longer shows are released. */
export async function changePlace(
  app: AppContext,
  actor: Actor,
  { place, action, seen, next }: Changing,
): Promise<FilmOutcome> {
  return reworkSetting(app, actor, "videos", async ({ tx, now, noted, stored }) => {
    const before = stored[place];
    if (!before) return null;
    if (seen && isAnother(before[seen.part], seen.seenId)) return "conflict";
    const parts = await next(tx, { now, before });
    if (parts === null) return null;
    const after = { ...before, ...parts };
    await releaseUnused(tx, { before, after, now });
    await noted(action, { kind: "film", id: String(place + 1) });
    return stored.with(place, after);
  });
}

/** Each file was uploaded for one place: once out of it, nothing shows it. */
export async function releaseUnused(
  tx: Tx,
  { before, after, now }: { before: Video; after: Video; now: number },
): Promise<void> {
  if (before.file && before.file.id !== after.file?.id) await releaseFilm(tx, before.file.id, now);
  if (before.poster && before.poster.id !== after.poster?.id) await releasePicture(tx, before.poster.id, now);
}
