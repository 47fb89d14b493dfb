import { keepPicture, type PictureOutcome, preparePicture, type Upload } from "#app/media/commands.server.ts";
import { letGoOfPicture } from "#app/media/store.server.ts";
import type { Asker } from "#app/platform/editor.ts";
import type { World } from "#app/platform/world.server.ts";
import { reworkSetting } from "#app/settings/editing/commands.server.ts";
import type { PicturePlace } from "#app/settings/pictures.ts";

/** Puts an uploaded photograph in a place of the public pages, instead of our drawing or the one before. */
export async function putPlacePicture(
  world: World,
  asker: Asker,
  { place, upload }: { place: PicturePlace; upload: Upload },
): Promise<PictureOutcome> {
  const prepared = await preparePicture(asker, upload);
  if (prepared.kind !== "prepared") return prepared;
  return reworkSetting(world, asker, "pictures", async ({ tx, now, noted, stored }) => {
    if (stored[place]) await letGoOfPicture(tx, stored[place].id, now);
    await noted("picture.put", { kind: "place", id: place });
    return { ...stored, [place]: await keepPicture(tx, prepared.picture, now) };
  });
}

/** Takes the photograph away: our drawing stands again. */
export async function removePlacePicture(world: World, asker: Asker, place: PicturePlace): Promise<PictureOutcome> {
  return reworkSetting(world, asker, "pictures", async ({ tx, now, noted, stored }) => {
    if (!stored[place]) return stored;
    await letGoOfPicture(tx, stored[place].id, now);
    await noted("picture.remove", { kind: "place", id: place });
    return { ...stored, [place]: null };
  });
}
