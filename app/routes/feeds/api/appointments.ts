import type { z } from "zod";
import { visitor } from "#app/accounts/actor.ts";
import { type BookOutcome, book } from "#app/appointments/commands.server.ts";
import { readBooking } from "#app/appointments/forms.ts";
import { priceInPounds } from "#app/catalogue/price.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { fieldProblems, problemResponse } from "#app/platform/http/problem.ts";
import { localDateOf, localTimeOf } from "#app/platform/zoned-time.ts";
import { takeBookingHit } from "#app/routes/book/booking-limit.server.ts";
import type { appointmentAnswer } from "#app/routes/feeds/api/schemas.ts";
import type { Route } from "./+types/appointments.ts";

/** POST /api/appointments: books, by the same command as the page. No cookie is read: the caller is a visitor. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== "POST") return methodNotAllowed();
  const world = worldOf(context);
  const limit = await takeBookingHit(world, visitOf(context).clientAddress);
  if (limit.kind === "limited") return tooMany(limit.retryAfterSeconds);
  const sent = await jsonOf(request);
  if (sent === null) return malformed();
  const form = readBooking(sent);
  if (form.kind === "invalid") return invalid(form.errors);
  const idempotencyKey = request.headers.get("Idempotency-Key");
  return answerTo(await book(world, visitor, { wish: form.wish, idempotencyKey }));
}

export function loader() {
  return methodNotAllowed();
}

function answerTo(outcome: BookOutcome): Response {
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
      detail: "Somebody else booked it first. `near` holds the nearest free times.",
    };
    return problemResponse(problem, { more: { near } });
  }
  const { appointment, offer, zone } = outcome;
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
  };
  return Response.json(body, { status: 201, headers: { "Cache-Control": "no-store" } });
}

async function jsonOf(request: Request): Promise<object | null> {
  try {
    const sent: unknown = await request.json();
    return typeof sent === "object" && !Array.isArray(sent) ? sent : null;
  } catch {
    return null;
  }
}

function invalid(errors: Record<string, string | undefined>): Response {
  const detail = "Nothing has been booked. Each field that needs changing is named.";
  return problemResponse({ title: "Invalid booking", status: 422, detail, errors: fieldProblems(errors) });
}

function malformed(): Response {
  return problemResponse({ title: "Not a JSON object", status: 400, detail: "The body must be one JSON object." });
}

function tooMany(retryAfterSeconds: number): Response {
  const problem = { title: "Too many bookings", status: 429, detail: "Wait a little and try again, or ring us." };
  return problemResponse(problem, { headers: { "Retry-After": String(retryAfterSeconds) } });
}

function methodNotAllowed(): Response {
  const problem = { title: "Method not allowed", status: 405, detail: "POST a booking here." };
  return problemResponse(problem, { headers: { Allow: "POST" } });
}
