import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { AdapterName } from "#app/adapters/adapter.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { calendlyInUse, SIGNING_CELL } from "#app/connections/calendly/calendly-in-use.server.ts";
import { eventShape, factsFrom, inviteeShape } from "#app/connections/calendly/invitee.ts";
import { syncInviteeWithin } from "#app/connections/calendly/sync-invitee.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { readSealingKey, unseal } from "#app/platform/encryption.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";

type Report = { body: Uint8Array; headers: Headers };
/** `unknown`: nothing that concerns us; it is not sent again. */
export type ReportOutcome = { kind: "off" | "unsigned" | "not-found" | "repeated" | "received" };

const reportShape = z.object({
  event: z.enum(["invitee.created", "invitee.canceled"]),
  payload: inviteeShape.extend({ scheduled_event: eventShape }),
});

/** What Calendly reports by itself: signed with the key that we gave it, and taken once. */
export async function receiveReport(app: AppContext, { body, headers }: Report): Promise<ReportOutcome> {
  const found = await calendlyInUse(app);
  if (found.kind !== "on") return { kind: "off" };
  const key = readSealingKey(app.config);
  const signingKey = key && unseal(key, SIGNING_CELL, found.facts.signingKey);
  const now = app.clock.now();
  if (!signingKey || !isSignedNow({ key: signingKey, ...signatureFrom(headers), body, now }))
    return { kind: "unsigned" };
  const report = reportShape.safeParse(jsonOf(body));
  const facts = report.success && factsFrom(report.data.payload, report.data.payload.scheduled_event);
  if (!report.success || !facts) return { kind: "not-found" };
  const id = hashOf(`${report.data.event} ${facts.event} ${facts.invitee}`);
  return schedule.retryOnConflict(app, async (tx, at): Promise<ReportOutcome | schedule.Conflict> => {
    await lockForReading(tx, "offer");
    if (!(await insertHookEvent(tx, { adapter: "calendly", id, at }))) return { kind: "repeated" };
    const synced = await syncInviteeWithin(tx, { app, facts, now: at });
    return synced.kind === "conflict" ? synced : { kind: "received" };
  });
}

/** `t=1795208400,v1=a62c…` */
function signatureFrom(headers: Headers): { timestamp: number; signature: string } {
  const parts = (headers.get("calendly-webhook-signature") ?? "").split(",").map((part) => part.trim().split("="));
  const partOf = (name: string) => parts.find(([key]) => key === name)?.[1] ?? "";
  return { timestamp: Number(partOf("t") || Number.NaN), signature: partOf("v1") };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

const TOLERANCE_MS = 300_000;

type Signed = { key: string; timestamp: number; signature: string; body: Uint8Array; now: number };

/** Whether `key` signed `<timestamp>.<body>` (HMAC-SHA256, hex) within five minutes of now. `timestamp`: seconds. */
export function isSignedNow({ key, timestamp, signature, body, now }: Signed): boolean {
  if (!Number.isInteger(timestamp) || Math.abs(now - timestamp * 1000) > TOLERANCE_MS) return false;
  if (key === "" || !/^[0-9a-f]{64}$/.test(signature)) return false;
  const expected = createHmac("sha256", key).update(`${timestamp}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}

const KEPT_FOR = 90 * 86_400_000;

/** False when this report has had its effect before. In the transaction of the effect. */
async function insertHookEvent(
  tx: Tx,
  { adapter, id, at }: { adapter: AdapterName; id: string; at: number },
): Promise<boolean> {
  await tx
    .deleteFrom("hook_events")
    .where("adapter", "=", adapter)
    .where("at", "<", at - KEPT_FOR)
    .execute();
  const outcome = await tx
    .insertInto("hook_events")
    .values({ adapter, id, at })
    .onConflict((conflict) => conflict.columns(["adapter", "id"]).doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === 1;
}
