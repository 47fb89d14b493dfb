import { listOrder, type Ordered, replacePicture } from "#app/catalogue/edit-catalogue.db.server.ts";
import { releasePicture } from "#app/media/pictures.db.server.ts";
import { type PictureOutcome, preparePicture, savePicture, type Upload } from "#app/media/save-picture.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/change.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { may, mayWith } from "#app/platform/permissions.ts";

export type PictureOwner = { list: Ordered; id: string };

/** Puts an uploaded picture on a service or a therapist in place of the old one. */
export async function setPicture(
  app: AppContext,
  actor: Actor,
  { list, id, upload }: PictureOwner & { upload: Upload },
): Promise<PictureOutcome> {
  const prepared = await preparePicture(actor, upload);
  if (prepared.kind !== "prepared") return prepared;
  return change(app, actor, ["change", "profiles"], async ({ tx, now, noted }) => {
    if (!mayIllustrate(actor, { list, id }) || !(await listOrder(tx, list)).includes(id)) return { kind: "unknown" };
    const picture = await savePicture(tx, prepared.picture, now);
    await replaceWith(tx, { list, id, pictureId: picture.id, now });
    await noted("picture.put", { kind: list.slice(0, -1), id });
    return { kind: "changed" };
  });
}

/** Removes the picture: our drawing is shown again. */
export async function removePicture(
  app: AppContext,
  actor: Actor,
  { list, id }: PictureOwner,
): Promise<PictureOutcome> {
  return change(app, actor, ["change", "profiles"], async ({ tx, now, noted }) => {
    if (!mayIllustrate(actor, { list, id }) || !(await listOrder(tx, list)).includes(id)) return { kind: "unknown" };
    await replaceWith(tx, { list, id, pictureId: null, now });
    await noted("picture.remove", { kind: list.slice(0, -1), id });
    return { kind: "changed" };
  });
}

function mayIllustrate(actor: Actor, { list, id }: PictureOwner): boolean {
  return list === "therapists" ? mayWith(actor, ["change", "profiles"], id) : may(actor, "change", "services");
}

/** A picture belongs to one record only, so nothing else shows the old one. */
async function replaceWith(
  tx: Tx,
  { list, id, pictureId, now }: PictureOwner & { pictureId: string | null; now: number },
): Promise<void> {
  const before = await replacePicture(tx, list, { id, pictureId, now });
  if (before) await releasePicture(tx, before, now);
}
