import { listOrder, lockPicture, type Ordered, replacePicture } from "#app/catalogue/edit-catalogue.db.server.ts";
import type { Picture } from "#app/media/picture.ts";
import {
  isAnother,
  listPictures,
  type PictureOutcome,
  preparePicture,
  releasePicture,
  savePicture,
  type Upload,
} from "#app/media/pictures.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { type Actor, may, mayWith } from "#app/platform/permissions.ts";

export type PictureOwner = { list: Ordered; id: string };

/** Puts an uploaded picture on a service or a therapist in place of the old one. */
export async function setPicture(
  app: AppContext,
  actor: Actor,
  { list, id, upload, seenId }: PictureOwner & { upload: Upload; seenId?: string },
): Promise<PictureOutcome> {
  const prepared = await preparePicture(actor, upload);
  if (prepared.kind !== "prepared") return prepared;
  return changePicture(app, actor, {
    ...{ list, id, seenId, action: "picture.put" },
    pictureId: async (tx, now) => (await savePicture(tx, prepared.picture, now)).id,
  });
}

/** Removes the picture: our drawing is shown again. */
export async function removePicture(
  app: AppContext,
  actor: Actor,
  { list, id, seenId }: PictureOwner & { seenId?: string },
): Promise<PictureOutcome> {
  return changePicture(app, actor, { list, id, seenId, action: "picture.remove", pictureId: async () => null });
}

type Changing = PictureOwner & {
  seenId?: string;
  action: string;
  pictureId: (tx: Tx, now: number) => Promise<string | null>;
};

async function changePicture(
  app: AppContext,
  actor: Actor,
  { list, id, seenId, action, pictureId }: Changing,
): Promise<PictureOutcome> {
  return change(app, actor, ["change", "profiles"], async ({ tx, now, noted }) => {
    if (!mayIllustrate(actor, { list, id }) || !(await listOrder(tx, list)).includes(id)) return { kind: "not-found" };
    if (isAnother(await lockPicture(tx, list, id), seenId)) return { kind: "conflict" };
    await replaceWith(tx, { list, id, pictureId: await pictureId(tx, now), now });
    await noted(action, { kind: list.slice(0, -1), id });
    return { kind: "changed" };
  });
}

/** The picture that a service or a therapist has now. */
export async function getOwnPicture(db: Queries, { list, id }: PictureOwner): Promise<Picture | null> {
  const row = await db.selectFrom(list).select("picture_id").where("id", "=", id).executeTakeFirst();
  const found = row?.picture_id ?? "";
  return (await listPictures(db, [found])).get(found) ?? null;
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
  if (before) await releasePicture(tx, before.id, now);
}
