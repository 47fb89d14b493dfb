import { type RefObject, useEffect, useState } from "react";
import { type InviteeIds, idsFrom } from "#app/connections/calendly/invitee-ids.ts";

/** What has become of the booking in the frame. */
export type FrameBooking =
  | { kind: "nothing" }
  /** `long`: for ten seconds already. */
  | { kind: "confirming"; long: boolean }
  | { kind: "scheduled"; date: string; time: string }
  | { kind: "not-found" };

const LONG_MS = 10_000;
const AGAIN_MS = 2000;
const MOST_TRIES = 150;

type Frame = { origin: string; frame: RefObject<HTMLIFrameElement | null>; phone: string };

/** Listens for a booking in the frame, and asks our server until that has found it on Calendly. */
export function useScheduled({ origin, frame, phone }: Frame): FrameBooking {
  const [ids, setIds] = useState<InviteeIds | null>(null);
  const [heard, setHeard] = useState<FrameBooking>({ kind: "nothing" });

  useEffect(() => {
    const listen = (message: MessageEvent) => {
      const found = scheduledFrom(message, { origin, window: frame.current?.contentWindow ?? null });
      if (found) setIds((known) => (known?.invitee === found.invitee ? known : found));
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [origin, frame]);

  useEffect(() => {
    if (!ids) return;
    const stopped = new AbortController();
    setHeard({ kind: "confirming", long: false });
    const late = setTimeout(
      () => setHeard((now) => (now.kind === "confirming" ? { ...now, long: true } : now)),
      LONG_MS,
    );
    void resolved({ ids, phone, signal: stopped.signal }).then((found) => found && setHeard(found));
    return () => {
      clearTimeout(late);
      stopped.abort();
    };
  }, [ids, phone]);

  return heard;
}

type Asking = { ids: InviteeIds; phone: string; signal: AbortSignal };

async function resolved({ ids, phone, signal }: Asking): Promise<FrameBooking | null> {
  for (let tries = 0; tries < MOST_TRIES && !signal.aborted; tries++) {
    const answer = await askOnce({ ids, phone, signal });
    if (answer && answer.kind !== "pending") return answer;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return null;
}

type Answer = Exclude<FrameBooking, { kind: "nothing" | "confirming" }> | { kind: "pending" };

/** Null: no answer came, or none that could be read. */
async function askOnce({ ids, phone, signal }: Asking): Promise<Answer | null> {
  try {
    const body = JSON.stringify({ ...ids, phone });
    const headers = { "Content-Type": "application/json" };
    const response = await fetch("/book/scheduled", { method: "POST", headers, body, signal });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

type CalendlyMessage = { origin: string; source: unknown; data: unknown };

/**
 * The booking that a message tells of; null for any other message. Anybody can post a message to a page, so it counts
 * only from Calendly's origin, from the very frame that shows it, and in the one shape.
 */
export function scheduledFrom(heard: CalendlyMessage, frame: { origin: string; window: unknown }): InviteeIds | null {
  if (heard.origin !== frame.origin || !frame.window || heard.source !== frame.window) return null;
  if (!isObject(heard.data) || heard.data.event !== "calendly.event_scheduled") return null;
  const { payload } = heard.data;
  const invitee = isObject(payload) && isObject(payload.invitee) ? payload.invitee.uri : null;
  return idsFrom(invitee);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
