import { z } from "zod";
import { LONGEST_ACCESS, LONGEST_ADDRESS, type VisitAddress } from "#app/appointments/home-visit.ts";
import type { Venue } from "#app/appointments/venue.ts";
import type { BookableService } from "#app/catalogue/service.ts";
import { optionalText } from "#app/platform/form-schemas.ts";

const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/;
export const NO_POSTCODE = "Enter the postcode of the address";
const WRONG = "Enter a full UK postcode, like SW1A 1AA";
const blank = (value: unknown) => (value === null ? undefined : value);

/** For a service at the client's address; other services leave them out. */
export const visitFields = {
  address: z
    .preprocess(blank, optionalText("the address", LONGEST_ADDRESS).optional())
    .meta({ description: "Where to come to: building and street, town. For services at the client’s address" }),
  postcode: z
    .preprocess(
      blank,
      z
        .string()
        .max(20, WRONG)
        .transform((typed, context) => {
          const letters = typed.toUpperCase().replace(/[^A-Z\d]/g, "");
          const [, area, place] = POSTCODE.exec(letters) ?? [];
          if (area && place) return `${area} ${place}`;
          if (typed.trim() !== "") context.addIssue({ code: "custom", message: WRONG });
          return "";
        })
        .optional(),
    )
    .meta({ description: "The postcode of the address, like SW1A 1AA" }),
  access: z
    .preprocess(blank, optionalText("the notes", LONGEST_ACCESS).optional())
    .meta({ description: "How to get in: entrance, code, parking" }),
};

export type VisitInput = { address?: string; postcode?: string; access?: string };

/** Where an appointment of this service takes place, or which field is missing. */
export function venueFor(
  service: Pick<BookableService, "venue" | "venueName">,
  input: VisitInput,
): { kind: "venue"; venue: Venue } | { kind: "invalid"; field: "address" | "postcode"; message: string } {
  if (service.venue !== "client") return { kind: "venue", venue: venueWith(service, null) };
  const { address, postcode, access = "" } = input;
  if (!address) return { kind: "invalid", field: "address", message: "Enter the address of the appointment" };
  if (!postcode) return { kind: "invalid", field: "postcode", message: NO_POSTCODE };
  return { kind: "venue", venue: venueWith(service, { address, postcode, access }) };
}

export function venueWith(service: Pick<BookableService, "venue" | "venueName">, visit: VisitAddress | null): Venue {
  const name = service.venue === "elsewhere" ? service.venueName : null;
  return { kind: service.venue, name, visit: service.venue === "client" ? visit : null };
}
