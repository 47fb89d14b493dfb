import {
  countEnquiries,
  deleteEnquiry,
  type EnquiryFilter,
  findEnquiry,
  insertReply,
  listEnquiries,
  listReplies,
  updateState,
} from "#app/enquiries/desk/store.server.ts";
import type { Enquiry, EnquiryState, Reply } from "#app/enquiries/enquiry.ts";
import { enqueue } from "#app/outbox/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { type Asker, editorName } from "#app/platform/editor.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

export const ENQUIRIES_A_PAGE = 30;

export type EnquiryOutcome = { kind: "changed" | "unknown" | "forbidden" };

/** A page of the practice's messages. `page` counts from 1. Null: not an admin. */
export async function showEnquiries(
  world: World,
  asker: Asker,
  { state, page }: { state: EnquiryFilter; page: number },
): Promise<{ enquiries: Enquiry[]; total: number; unread: number } | null> {
  if (!editorName(asker)) return null;
  const db = world.db.kysely;
  const from = (page - 1) * ENQUIRIES_A_PAGE;
  return {
    enquiries: await listEnquiries(db, { state, from, limit: ENQUIRIES_A_PAGE }),
    total: await countEnquiries(db, state),
    unread: await countEnquiries(db, "unread"),
  };
}

/** One message with what was written back. Null: there is none, or the asker is not an admin. */
export async function showEnquiry(
  world: World,
  asker: Asker,
  id: string,
): Promise<{ enquiry: Enquiry; replies: Reply[] } | null> {
  if (!editorName(asker)) return null;
  const enquiry = await findEnquiry(world.db.kysely, id);
  return enquiry && { enquiry, replies: await listReplies(world.db.kysely, id) };
}

/** Notes that a message has been read, dealt with, or is spam; `unread` takes that back. */
export async function putInState(
  world: World,
  asker: Asker,
  { id, state }: { id: string; state: EnquiryState },
): Promise<EnquiryOutcome> {
  return changing(world, asker, async ({ tx, now, actor }) => {
    if (!(await findEnquiry(tx, id))) return { kind: "unknown" };
    if (await updateState(tx, { id, state, now, actor })) {
      await writeAudit(tx, { at: now, actor, action: `enquiry.${state}`, subject: { kind: "enquiry", id } });
    }
    return { kind: "changed" };
  });
}

/** Writes back to whoever sent the message, by mail, and notes it as dealt with. */
export async function replyTo(
  world: World,
  asker: Asker,
  { id, text }: { id: string; text: string },
): Promise<EnquiryOutcome> {
  return changing(world, asker, async ({ tx, now, actor }) => {
    // Who complains may want an answer by phone or post: then there is nothing to reply to.
    if (!(await findEnquiry(tx, id))?.email) return { kind: "unknown" };
    const replyId = newId();
    await insertReply(tx, { id: replyId, enquiryId: id, text, at: now, actor });
    await enqueue(tx, [{ kind: "enquiry-reply", data: { replyId } }], now);
    await updateState(tx, { id, state: "done", now, actor });
    await writeAudit(tx, { at: now, actor, action: "enquiry.reply", subject: { kind: "enquiry", id } });
    return { kind: "changed" };
  });
}

/** Removes a message for good, with what was written back. The audit keeps that it was there. */
export async function removeEnquiry(world: World, asker: Asker, id: string): Promise<EnquiryOutcome> {
  return changing(world, asker, async ({ tx, now, actor }) => {
    if (!(await deleteEnquiry(tx, id))) return { kind: "unknown" };
    await writeAudit(tx, { at: now, actor, action: "enquiry.delete", subject: { kind: "enquiry", id } });
    return { kind: "changed" };
  });
}

type Work = (changing: { tx: Tx; now: number; actor: string }) => Promise<EnquiryOutcome>;

// No public page shows messages: nothing of the kept pages has changed.
async function changing(world: World, asker: Asker, work: Work): Promise<EnquiryOutcome> {
  const actor = editorName(asker);
  if (!actor) return { kind: "forbidden" };
  const now = world.clock.now();
  return world.db.kysely.transaction().execute((tx) => work({ tx, now, actor }));
}
