import { z } from "zod";

const instant = z.iso.datetime().meta({ example: "2026-11-24T10:30:00.000Z" });
const localDate = z.iso.date().meta({ example: "2026-11-24" });
const lowest = z.string().meta({ description: "The lowest price of today", example: "58.00" });
const price = z.string().meta({ description: "Pounds and pence, the whole price", example: "58.00" });
const prices = z
  .array(z.object({ price, therapist: z.string().nullable(), from: localDate.nullable() }))
  .meta({ description: "Everyone's price, prices of one therapist, and prices from a date of appointments on" });

export const servicesAnswer = z.object({
  currency: z.literal("GBP"),
  services: z.array(
    z.object({
      slug: z.string(),
      title: z.string(),
      category: z.string(),
      description: z.string(),
      booking: z.enum(["online", "enquiry"]),
      venue: z
        .enum(["practice", "client", "elsewhere"])
        .meta({ description: "Where it takes place. At `client`, a booking needs address and postcode" }),
      venueName: z.string().nullable().meta({ description: "The other place; null for the others" }),
      lengths: z.array(z.object({ minutes: z.int(), price: lowest, label: z.string(), prices })),
      therapists: z.array(z.object({ slug: z.string(), name: z.string() })),
    }),
  ),
});

export const availabilityAnswer = z.object({
  timeZone: z.string().meta({ example: "Europe/London" }),
  days: z.array(
    z.object({
      date: localDate,
      slots: z.array(z.object({ start: instant, therapists: z.array(z.string()) })),
    }),
  ),
});

export const appointmentAnswer = z.object({
  id: z.string(),
  reference: z.string(),
  status: z.string(),
  service: z.string(),
  minutes: z.int(),
  therapist: z.string(),
  start: instant,
  end: instant,
  timeZone: z.string(),
  date: localDate.meta({ description: "The practice’s local date" }),
  time: z.string().meta({ description: "The practice’s local time", example: "10:30" }),
  price,
  currency: z.literal("GBP"),
  heldUntil: instant.nullable().meta({
    description:
      "Until when a Pending booking’s time is kept for confirmation by the link in our email; null: it isn’t",
  }),
});

export const linkAnswer = z.object({
  status: z.literal("Link sent"),
  service: z.string(),
  minutes: z.int(),
  start: instant,
  linkUntil: instant.meta({ description: "Until when the link in our email books the time, if it is still free" }),
});

export const problemAnswer = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ pointer: z.string(), detail: z.string() })).optional(),
  bookAt: z.url().optional(),
  near: z.array(z.object({ start: instant, therapists: z.array(z.string()) })).optional(),
});
