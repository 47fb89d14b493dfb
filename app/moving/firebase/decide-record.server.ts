import * as schedule from "#app/appointments/schedule.server.ts";
import { getOwnerOf } from "#app/moving/firebase/duplicate.db.server.ts";
import { readAppointment } from "#app/moving/firebase/exported-appointment.ts";
import {
  type FirebaseRecord,
  getRecord,
  listReviewFor,
  settleRecord,
} from "#app/moving/firebase/firebase-records.db.server.ts";
import { textIn } from "#app/moving/firebase/firestore-value.ts";
import { ownerOf } from "#app/moving/firebase/import-appointments.server.ts";
import { storedAsOf } from "#app/moving/firebase/mapping.server.ts";
import { type Decision, datesOf } from "#app/moving/firebase/review-choice.ts";
import { type StoredAs, storeAppointment } from "#app/moving/firebase/store-appointment.server.ts";
import { UnreadableExport } from "#app/moving/firebase/streamparser.gateway.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";
import { readWallTime } from "#app/platform/wall-time.ts";

/** `asksWhich`: the time happens twice. */
type Refused = { kind: "refused"; message: string; asksWhich?: boolean };

type DecideOutcome =
  | { kind: "decided" }
  /** Somebody else was faster, or there is no such record. */
  | { kind: "not-found" }
  | Refused
  | { kind: "forbidden" };

/** Ends the review of one record: it is stored at the time that was chosen, joined to what is here, or left out. */
export async function decideRecord(
  app: AppContext,
  actor: Actor,
  { source, decision }: { source: string; decision: Decision },
): Promise<DecideOutcome> {
  if (!may(actor, "change", "imports")) return { kind: "forbidden" };
  const record = await getRecord(app.db.kysely, source);
  if (record?.outcome !== "review") return { kind: "not-found" };
  const storedAs = await storedAsNow(app, record);
  if ("message" in storedAs) return storedAs;
  return schedule.retryOnConflict(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    const outcome = await decideWithin(tx, { app, record, storedAs, decision, now });
    if (outcome.kind !== "decided") return outcome;
    const subject = { kind: "import", id: source };
    const detail = { decision: decision.kind };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "import.decide", subject, detail });
    return outcome;
  });
}

/** As the import was told; that treatment may have gone since. */
async function storedAsNow(app: AppContext, { raw }: FirebaseRecord): Promise<StoredAs | Refused> {
  for (const typed of [raw?.storedAs, null]) {
    const found = await storedAsOf(app, typed).catch((error: unknown) => {
      if (error instanceof UnreadableExport) return error;
      throw error;
    });
    if (!(found instanceof Error)) return found;
  }
  return { kind: "refused", message: "No treatment is offered here yet: add one, with a therapist, under Services" };
}

type Deciding = { app: AppContext; record: FirebaseRecord; storedAs: StoredAs; decision: Decision; now: number };

async function decideWithin(
  tx: Tx,
  { app, record, storedAs, decision, now }: Deciding,
): Promise<DecideOutcome | schedule.Conflict> {
  const { source, raw } = record;
  if (decision.kind === "leave-out") return settled(await settleRecord(tx, source, { outcome: "skipped" }));
  if (decision.kind === "merge") return merge(tx, record);
  if (!source.startsWith("appointments/") || !raw) return { kind: "not-found" };
  const at = readWallTime(decision, storedAs.rules.zone);
  if (at.kind === "invalid") return { kind: "refused", message: at.message, asksWhich: at.field === "which" };
  const { start } = at;
  const document = readAppointment(raw);
  const oldAppointment = { source, start, document, userId: await ownerOf(tx, document) };
  const outcome = await storeAppointment(tx, {
    app,
    oldAppointment,
    storedAs,
    now,
    despite: record.reason === "double",
  });
  if (outcome.kind === "conflict") return outcome;
  if (outcome.kind !== "saved") return { kind: "refused", message: REFUSALS[outcome.kind] };
  return settled(await settleRecord(tx, source, { outcome: "done", appointmentId: outcome.id }));
}

const REFUSALS = {
  double: "The same person has an appointment at that time already. Leave this one out, or choose another time",
  taken: "No one who gives this treatment is free then. Choose another time",
  "off-grid": "Enter a time of whole five minutes, like 10:35",
};

/** The record and what is here are the same. */
async function merge(tx: Tx, { source, appointmentId, raw }: FirebaseRecord): Promise<DecideOutcome> {
  if (source.startsWith("appointments/")) {
    return appointmentId ? settled(await settleRecord(tx, source, { outcome: "matched", appointmentId })) : GONE;
  }
  const userId = await getOwnerOf(tx, textIn(raw?.email));
  return userId ? settled(await settleRecord(tx, source, { outcome: "matched", userId })) : GONE;
}

const GONE = { kind: "refused", message: "What it would be joined to is no longer here. Leave it out" } as const;

function settled(isSettled: boolean): DecideOutcome {
  return { kind: isSettled ? "decided" : "not-found" };
}

const AT_ONCE = 500;

/**
 * Takes every date that may be two days as one or the other. What can't be stored so stays. Returns how many were, and
 * how many are left.
 */
export async function decideDates(
  app: AppContext,
  actor: Actor,
  order: "day-first" | "month-first",
): Promise<{ kind: "decided"; stored: number; left: number } | { kind: "forbidden" }> {
  if (!may(actor, "change", "imports")) return { kind: "forbidden" };
  const waiting = await listReviewFor(app.db.kysely, "two-dates");
  let stored = 0;
  for (const { source, raw } of waiting.slice(0, AT_ONCE)) {
    const time = datesOf(raw ?? {}, order);
    if (!time) continue;
    const outcome = await decideRecord(app, actor, { source, decision: { kind: "take", ...time } });
    if (outcome.kind === "decided") stored += 1;
  }
  return { kind: "decided", stored, left: waiting.length - stored };
}
