import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { newAppointment } from "#app/appointments/booking/book.server.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { Offer } from "#app/catalogue/service.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { checkTime } from "#app/diary/booking/check-time.ts";
import { getDuplicate } from "#app/moving/firebase/duplicate.db.server.ts";
import type { ExportedAppointment } from "#app/moving/firebase/exported-appointment.ts";
import type { PlainRecord } from "#app/moving/firebase/firestore-value.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

/** As what the old site's appointments are stored: it did not say which treatment they were. `typed`: as it was asked. */
export type StoredAs = { offer: Offer; rules: BookingRules; typed: PlainRecord };

type OldAppointment = { source: string; start: number; document: ExportedAppointment; userId: string | null };

type StoreOutcome =
  | schedule.Conflict
  | { kind: "saved"; id: string }
  | { kind: "double"; id: string }
  | { kind: "taken" }
  | { kind: "off-grid" };

/**
 * Stores an appointment as it stands on the old site, in a transaction that begins with the lock of the offer.
 * `despite`: the practice has seen that the same person has one at this time.
 */
export async function storeAppointment(
  tx: Tx,
  {
    app,
    oldAppointment,
    storedAs,
    now,
    despite = false,
  }: {
    app: AppContext;
    oldAppointment: OldAppointment;
    storedAs: StoredAs;
    now: number;
    despite?: boolean;
  },
): Promise<StoreOutcome> {
  const { start, document, source } = oldAppointment;
  const duplicate = despite ? null : await getDuplicate(tx, { start, ...document });
  if (duplicate) return { kind: "double", id: duplicate };
  const therapistId = await therapistAt(tx, { start, storedAs, now, stands: stands(document) });
  if (therapistId === "taken" || therapistId === "off-grid") return { kind: therapistId };
  const appointment = appointmentFrom(oldAppointment, { storedAs, therapistId, now });
  const { id: clientId } = await clientFor(tx, { ...appointment, by: "import", clientId: null }, appointment.createdAt);
  const idempotency = idempotencyOf(source, { scope: "firebase", content: { source } });
  const draft = { ...appointment, clientId, detailsDiffer: false, idempotency, source: "import" as const };
  const settings = { bookingRules: storedAs.rules };
  const options = { app, actor: { kind: "system" as const }, from: "import" as const, settings, now, detail: null };
  const outcome = await schedule.place(tx, draft, options);
  return outcome.kind === "conflict" ? outcome : { kind: "saved", id: appointment.id };
}

function stands({ status }: ExportedAppointment): boolean {
  return viewStatus(status) !== "Cancelled";
}

type At = { start: number; storedAs: StoredAs; now: number; stands: boolean };

async function therapistAt(tx: Tx, { start, storedAs, now, stands }: At): Promise<string> {
  const { offer, rules } = storedAs;
  const [first] = offer.therapists;
  if (!stands) return first?.id ?? "taken";
  const date = localDateOf(start, rules.zone);
  const question = await getQuestion(tx, { offer, rules, from: date, to: date, now });
  const look = checkTime(question, start);
  return look.kind === "free" ? look.therapistId : look.kind;
}

type Made = { storedAs: StoredAs; therapistId: string; now: number };

function appointmentFrom(
  { start, document, userId }: OldAppointment,
  { storedAs: { offer, rules }, therapistId, now }: Made,
): Appointment & { createdAt: number } {
  const { name, phone, email, status, left } = document;
  const input = { start, name, phone, email };
  const made = newAppointment({ input, offer, actor: { kind: "system" } }, { therapistId, status, rules });
  return {
    ...made,
    userId,
    // What was paid on the old site is not known here: the past must not turn up in the takings.
    pricePence: start < now ? 0 : made.pricePence,
    practicalNote: left && `From the old site: ${left}`,
    createdAt: Math.min(document.createdAt ?? now, now),
  };
}
