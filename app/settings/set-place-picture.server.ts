import { releasePicture } from "#app/media/pictures.db.server.ts";
import {
  isAnother,
  type PictureOutcome,
  preparePicture,
  savePicture,
  type Upload,
} from "#app/media/save-picture.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { PicturePlace } from "#app/settings/place-pictures.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";

export async function setPlacePicture(
  app: AppContext,
  actor: Actor,
  { place, upload, shown }: { place: PicturePlace; upload: Upload; shown?: string },
): Promise<PictureOutcome> {
  const prepared = await preparePicture(actor, upload);
  if (prepared.kind !== "prepared") return prepared;
  return reworkSetting(app, actor, "pictures", async ({ tx, now, noted, stored }) => {
    if (isAnother(stored[place], shown)) return "stale";
    if (stored[place]) await releasePicture(tx, stored[place].id, now);
    await noted("picture.put", { kind: "place", id: place });
    return { ...stored, [place]: await savePicture(tx, prepared.picture, now) };
  });
}

export async function removePlacePicture(
  app: AppContext,
  actor: Actor,
  place: PicturePlace,
  shown?: string,
): Promise<PictureOutcome> {
  return reworkSetting(app, actor, "pictures", async ({ tx, now, noted, stored }) => {
    if (isAnother(stored[place], shown)) return "stale";
    if (!stored[place]) return stored;
    await releasePicture(tx, stored[place].id, now);
    await noted("picture.remove", { kind: "place", id: place });
    return { ...stored, [place]: null };
  });
}
