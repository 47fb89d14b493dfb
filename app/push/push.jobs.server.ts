import { z } from "zod";
import type { User } from "#app/accounts/user.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { type Leased, leaseDue, markDone, markFailed } from "#app/mail/delivery.db.server.ts";
import { PUSH_CHANNEL } from "#app/mail/message.ts";
import { waitAfter } from "#app/mail/retry-waits.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { type Posted, postPush } from "#app/push/post-push.server.ts";
import { isStillNotified, type PushDevice } from "#app/push/push-device.ts";
import { countOutcome, getDevice } from "#app/push/push-devices.db.server.ts";
import { type PushInUse, pushInUse } from "#app/push/push-in-use.server.ts";
import type { PushNote } from "#app/push/push-note.ts";

/** Writes a message when it is sent, from the facts at that time. Null: there is nothing left to say to this person. */
export type PushRenderer = (
  app: AppContext,
  data: unknown,
  to: { user: User; device: PushDevice },
) => Promise<PushNote | null>;
export type PushRenderers = Readonly<Record<string, PushRenderer>>;

const LOOK_EVERY = 3_000;
const LEASE = 60_000;

/** Sends what waits for devices. Returns a function that stops it. Any number of servers may run one. */
export function startPushes(app: AppContext, renderers: PushRenderers): () => Promise<void> {
  const worker = newId();
  const job = (given: AppContext) => sendPushes(given, { renderers, worker });
  return repeat(app, { every: LOOK_EVERY, job, failed: "devices could not be told" });
}

type Sender = { renderers: PushRenderers; worker: string; ms?: number };

/** Sends one batch of what is due. Returns how many it handled. While it is switched off or shut, all of it waits. */
export async function sendPushes(app: AppContext, sender: Sender): Promise<number> {
  const inUse = await pushInUse(app);
  if (inUse.kind !== "on") return 0;
  const now = app.clock.now();
  const lease = { worker: sender.worker, now, until: now + LEASE, unread: false, channel: PUSH_CHANNEL };
  const messages = await leaseDue(app.db, lease);
  await Promise.all(messages.map((message) => deliver(app, { ...sender, inUse, message })));
  return messages.length;
}

type Delivery = Sender & { inUse: Extract<PushInUse, { kind: "on" }>; message: Leased };

async function deliver(app: AppContext, delivery: Delivery): Promise<void> {
  const { message, worker } = delivery;
  const lease = { id: message.id, worker };
  const db = app.db.kysely;
  const content = await renderPush(app, delivery);
  if (content === null || content.note.until <= app.clock.now()) {
    await countOutcome(db, "dropped");
    await markDone(db, { ...lease, now: app.clock.now() });
    return;
  }
  const { inUse, ms } = delivery;
  const posted = await postPush(app, { ...content, inUse, id: message.id, ...(ms && { ms }) });
  const now = app.clock.now();
  if (posted.outcome !== "gone") await noteAdapter(app, "push", posted.outcome === "sent" ? null : faultOf(posted));
  if (posted.outcome === "sent" || posted.outcome === "gone") {
    await markDone(db, { ...lease, now });
    return;
  }
  const again = now + (posted.wait ?? waitAfter(message.attempts, 0) ?? Number.POSITIVE_INFINITY);
  const isOver = posted.outcome === "refused" || again >= content.note.until;
  await markFailed(db, { ...lease, error: posted.words, again: isOver ? null : again, now });
}

// Not its status: a device's own 401 is no lost key of the practice's.
function faultOf({ words }: Posted) {
  return { status: null, words };
}

const addressed = z.object({ deviceId: z.string() });

async function renderPush(app: AppContext, { renderers, message }: Delivery) {
  const data: unknown = JSON.parse(message.data);
  const device = await getDevice(app.db.kysely, addressed.parse(data).deviceId);
  const user = device && (await getUser(app.db.kysely, device.userId));
  if (!device || !user || !isStillNotified(device, user, app.clock.now())) return null;
  const renderer = Object.hasOwn(renderers, message.kind) ? renderers[message.kind] : undefined;
  if (!renderer) throw new Error(`No renderer for ${message.kind}`);
  const note = await renderer(app, data, { user, device });
  return note && { note, device };
}
