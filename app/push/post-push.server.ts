import type { AppContext } from "#app/platform/app-context.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { FAULT_WORDS } from "#app/platform/outbound/outbound-fault.ts";
import { sendOut } from "#app/platform/outbound/send-out.server.ts";
import { isPushEndpoint } from "#app/push/push-device.form.ts";
import type { PushDevice } from "#app/push/push-device.ts";
import { countOutcome, deleteDevice, markReached } from "#app/push/push-devices.db.server.ts";
import type { PushInUse } from "#app/push/push-in-use.server.ts";
import { type PushNote, pushText } from "#app/push/push-note.ts";
import { sealPush } from "#app/push/web-push.gateway.server.ts";

/** `status` null: nothing was answered. `words`: for the owner. */
export type Posted = { outcome: PushOutcome; status: number | null; wait: number | null; words: string };

type Post = {
  inUse: Extract<PushInUse, { kind: "on" }>;
  device: PushDevice;
  note: PushNote;
  /** The same for every try at one message. */
  id: string;
  ms?: number;
};

const ANSWERS_WITHIN = 10_000;
const LONGEST_ANSWER = 200;

/** Hands one note to the push service of a device, once. A device that is gone there is removed here. */
export async function postPush(app: AppContext, { inUse, device, note, id, ms = ANSWERS_WITHIN }: Post) {
  const posted = await handOver(app, { inUse, device, note, id, ms });
  const now = app.clock.now();
  if (posted.outcome === "sent") await markReached(app.db.kysely, { id: device.id, now });
  if (posted.outcome === "gone") await deleteDevice(app.db.kysely, device);
  await countOutcome(app.db.kysely, posted.outcome);
  return posted;
}

async function handOver(app: AppContext, { inUse, device, note, id, ms }: Required<Post>): Promise<Posted> {
  const { publicUrl, outboundPrivate } = app.config;
  const { endpoint } = device;
  const now = app.clock.now();
  if (!isPushEndpoint(endpoint, outboundPrivate)) return unanswered("gone", "Its address is none of a push service.");
  const mark = hashOf(id).slice(0, 32);
  const { headers, body } = await sealPush(device, {
    text: pushText(note, { siteUrl: publicUrl, tag: mark }),
    keys: inUse.keys,
    subject: inUse.subject,
    ttlSeconds: Math.max(1, Math.floor((note.until - now) / 1000)),
    urgency: note.isUrgent ? "high" : "normal",
    topic: mark,
  });
  const answer = await sendOut(app, { url: endpoint, method: "POST", headers, body, limits: { ms } });
  if (answer.kind === "failed") return unanswered("retry", FAULT_WORDS[answer.fault]);
  const { status, text } = answer;
  const { host } = new URL(endpoint);
  const said = text
    .replaceAll(endpoint, "…")
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, LONGEST_ANSWER);
  return {
    outcome: pushOutcomeOf(status),
    status,
    wait: retryAfterOf(answer.headers["retry-after"], now),
    words: `${host} answered ${status}${said && `: ${said}`}`,
  };
}

function unanswered(outcome: PushOutcome, words: string): Posted {
  return { outcome, status: null, wait: null, words };
}

/**
 * What became of a try. `gone`: the browser has ended it there. `retry`: later, by itself. `refused`: it would be
 * refused again, so that somebody has to look.
 */
type PushOutcome = "sent" | "gone" | "retry" | "refused";

/** What a push service's status means (RFC 8030, 5 and 8). A redirect is not followed. */
export function pushOutcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return "sent";
  if (status === 404 || status === 410) return "gone";
  return status === 408 || status === 429 || status >= 500 ? "retry" : "refused";
}

const SECOND = 1_000;
const LONGEST = 3_600_000;

/** How long the service asks us to wait, in ms; null where it doesn't say. An hour at most. */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  if (!header) return null;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, SECOND), LONGEST);
}
