import type { z } from "zod";
import { type BookOutcome, book } from "#app/appointments/booking/book.server.ts";
import { parseBooking } from "#app/appointments/booking/booking.form.ts";
import { prepayOf } from "#app/payments/online/prepay.server.ts";
import { localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import { fieldProblems, problemResponse } from "#app/platform/http/error-response.ts";
import { appContextOf, readJsonBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { priceInPounds } from "#app/platform/money-words.ts";
import { visitor } from "#app/platform/permissions.ts";
import { consumeBookingLimit } from "#app/routes/book/booking-limit.server.ts";
import { bookedElsewhere } from "#app/routes/feeds/api/booked-elsewhere.server.ts";
import type { appointmentAnswer, linkAnswer } from "#app/routes/feeds/api/schemas.ts";
import type { Route } from "./+types/appointments.ts";

const LONGEST_KEY = 255;

/** POST /api/appointments: books with the same command as the page. It reads no cookie: the caller is a visitor. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed();
  const app = appContextOf(context);
  const limit = await consumeBookingLimit(app, requestInfoOf(context).clientAddress);
  if (limit.kind === "limited") return tooMany(limit.retryAfterSeconds);
  const elsewhere = await bookedElsewhere(app);
  if (elsewhere) return elsewhere;
  const sent = await readJsonBody(request);
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return malformed();
  const form = parseBooking(sent);
  if (form.kind === "invalid") return invalid(form.errors);
  const idempotencyKey = request.headers.get("Idempotency-Key");
  if (idempotencyKey && idempotencyKey.length > LONGEST_KEY) return keyTooLong();
  const { clientAddress } = requestInfoOf(context);
  const command = {
    input: form.input,
    idempotencyKey,
    clientAddress,
    source: "api" as const,
    prepay: prepayOf(app, "en-GB"),
  };
  return answerTo(await book(app, visitor, command));
}

export function loader() {
  return methodNotAllowed();
}

function answerTo(outcome: BookOutcome): Response {
  if (outcome.kind === "key-used") return keyUsed();
  if (outcome.kind === "repriced") return repriced(outcome.pays ? ON_PAGE : outcome.message);
  if (outcome.kind === "invalid") return invalid({ [outcome.field]: outcome.message });
  if (outcome.kind === "taken") {
    const slugs = new Map(outcome.offer.therapists.map(({ id, slug }) => [id, slug]));
    const near = outcome.near.map((slot) => ({
      start: new Date(slot.start).toISOString(),
      therapists: slot.therapists.map((id) => slugs.get(id)),
    }));
    const problem = {
      title: outcome.message,
      status: 409,
      detail: "Someone else booked it first. `near` holds the nearest free times.",
    };
    return problemResponse(problem, { more: { near } });
  }
  if (outcome.kind === "link-sent") return linkSent(outcome);
  if (outcome.kind === "overlaps") throw new Error("the API asked about an overlap");
  const { appointment, offer, zone, holdUntil: heldUntil } = outcome;
  const body: z.output<typeof appointmentAnswer> = {
    id: appointment.id,
    reference: appointment.reference,
    status: appointment.status,
    service: offer.service.slug,
    minutes: appointment.minutes,
    therapist: offer.therapists.find(({ id }) => id === appointment.therapistId)?.slug ?? "",
    start: new Date(appointment.start).toISOString(),
    end: new Date(appointment.end).toISOString(),
    timeZone: zone,
    date: localDateOf(appointment.start, zone),
    time: localTimeOf(appointment.start, zone),
    price: priceInPounds(appointment.pricePence),
    currency: "GBP",
    heldUntil: heldUntil === null ? null : new Date(heldUntil).toISOString(),
  };
  return Response.json(body, { status: 201, headers: { "Cache-Control": "no-store" } });
}

function linkSent({ start, until, offer }: Extract<BookOutcome, { kind: "link-sent" }>): Response {
  const body: z.output<typeof linkAnswer> = {
    status: "Link sent",
    service: offer.service.slug,
    minutes: offer.length.minutes,
    start: new Date(start).toISOString(),
    linkUntil: new Date(until).toISOString(),
  };
  return Response.json(body, { status: 202, headers: { "Cache-Control": "no-store" } });
}

function invalid(errors: Record<string, string | undefined>): Response {
  const detail = "Nothing has been booked. Each field that needs changing is named.";
  return problemResponse({ title: "Invalid booking", status: 422, detail, errors: fieldProblems(errors) });
}

const ON_PAGE = "This treatment is paid when it is booked: that can only be done on the booking page";

function repriced(title: string): Response {
  return problemResponse({ title, status: 409, detail: "The price you sent is another. Nothing has been booked." });
}

function keyUsed(): Response {
  const detail = "This key came with another booking before. Send a new one, such as a UUID, with each booking.";
  return problemResponse({ title: "Idempotency-Key used before", status: 422, detail });
}

function keyTooLong(): Response {
  const detail = `An Idempotency-Key has at most ${LONGEST_KEY} characters. A UUID is a good one.`;
  return problemResponse({ title: "Idempotency-Key too long", status: 400, detail });
}

function malformed(): Response {
  return problemResponse({ title: "Not a JSON object", status: 400, detail: "The body must be one JSON object." });
}

function tooMany(retryAfterSeconds: number): Response {
  const problem = {
    title: "Too many bookings",
    status: 429,
    detail: "Wait a little and try again, or call the practice.",
  };
  return problemResponse(problem, { headers: { "Retry-After": String(retryAfterSeconds) } });
}

function methodNotAllowed(): Response {
  const problem = { title: "Method not allowed", status: 405, detail: "POST a booking here." };
  return problemResponse(problem, { headers: { Allow: "POST" } });
}
