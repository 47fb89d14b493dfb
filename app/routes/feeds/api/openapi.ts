import { z } from "zod";
import { bookingForm } from "#app/appointments/booking/booking.form.ts";
import { BEEN_BEFORE } from "#app/catalogue/service.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import {
  appointmentAnswer,
  availabilityAnswer,
  linkAnswer,
  problemAnswer,
  servicesAnswer,
} from "#app/routes/feeds/api/schemas.ts";
import type { Route } from "./+types/openapi.ts";

/** GET /api/openapi.json: the API, described from the schemas that check it. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json({
    openapi: "3.1.0",
    info: { title: "Booking", version: "1.0.0", description: "Services, free times and bookings of this practice." },
    servers: [{ url: appContextOf(context).config.publicUrl }],
    paths: {
      "/api/services": { get: { summary: "What is offered", responses: { 200: json(servicesAnswer, "Services") } } },
      "/api/availability": { get: availability() },
      "/api/appointments": { post: booking() },
    },
  });
}

const ELSEWHERE =
  "The practice takes no bookings online. Or it takes them in a calendar of another company: `bookAt` is its address";

function availability() {
  const day = { type: "string", format: "date" };
  return {
    summary: "Free times, by the practice’s local dates; at most 62 days at once",
    parameters: [
      parameter("service", { required: true, schema: { type: "string" } }),
      parameter("minutes", { schema: { type: "integer" } }),
      parameter("therapist", { schema: { type: "string" }, description: "A slug, or `anyone`" }),
      parameter("before", {
        schema: { type: "string", enum: BEEN_BEFORE },
        description: "`no`: a first appointment, which may take longer",
      }),
      parameter("from", { required: true, schema: day }),
      parameter("to", { required: true, schema: day }),
    ],
    responses: {
      200: json(availabilityAnswer, "Free times"),
      403: problem(ELSEWHERE),
      422: problem("A field that can’t stand is named"),
    },
  };
}

function booking() {
  return {
    summary: "Book an appointment",
    parameters: [
      {
        name: "Idempotency-Key",
        in: "header",
        schema: { type: "string", maxLength: 255 },
        description: "A new one for each booking, such as a UUID. Sent again with the same booking it books once",
      },
    ],
    requestBody: { required: true, content: { "application/json": { schema: schemaOf(bookingForm, "input") } } },
    responses: {
      201: json(appointmentAnswer, "Booked"),
      202: json(linkAnswer, "Not booked: many unconfirmed bookings are open, so the link in our email books the time"),
      403: problem(ELSEWHERE),
      409: problem("The time has just been taken; `near` holds the nearest free times"),
      422: problem("Each field that can’t stand is named; or the key came with another booking before"),
      429: problem("Too many bookings from one address; see Retry-After"),
    },
  };
}

function parameter(name: string, more: Record<string, unknown>) {
  return { name, in: "query", ...more };
}

function json(schema: z.ZodType, description: string) {
  return { description, content: { "application/json": { schema: schemaOf(schema, "output") } } };
}

function problem(description: string) {
  return { description, content: { "application/problem+json": { schema: schemaOf(problemAnswer, "output") } } };
}

function schemaOf(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
