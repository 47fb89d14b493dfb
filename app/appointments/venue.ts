import { addressInLine, type VisitAddress } from "#app/appointments/home-visit.ts";
import type { ServiceVenue } from "#app/catalogue/service.ts";
import { type Location, locationOf } from "#app/settings/location.ts";
import type { Business } from "#app/settings/schemas/business.ts";

/** `name`: of another place. `visit`: the client's address, null when it is not known or was dropped. */
export type Venue = { kind: ServiceVenue; name: string | null; visit: VisitAddress | null };

export const AT_PRACTICE: Venue = { kind: "practice", name: null, visit: null };

type VenueColumns = Record<"venue" | "venue_name" | "visit_address" | "visit_postcode" | "visit_access", string | null>;

export function venueFrom(row: VenueColumns): Venue {
  const { venue, venue_name, visit_address, visit_postcode, visit_access } = row;
  if (venue === "elsewhere") return { kind: venue, name: venue_name, visit: null };
  if (venue !== "client") return AT_PRACTICE;
  const isKnown = visit_address !== null && visit_postcode !== null;
  const visit = isKnown ? { address: visit_address, postcode: visit_postcode, access: visit_access ?? "" } : null;
  return { kind: venue, name: null, visit };
}

export function venueColumns({ kind, name, visit }: Venue): VenueColumns {
  return {
    venue: kind === "practice" ? null : kind,
    venue_name: name,
    visit_address: visit?.address ?? null,
    visit_postcode: visit?.postcode ?? null,
    visit_access: visit?.access || null,
  };
}

/** Where an appointment takes place, for its client. */
export function placeOf(venue: Venue, business: Business): Location {
  const none = { directions: "", mapHref: null, sketch: null };
  if (venue.kind === "elsewhere") return { ...none, address: venue.name ?? "" };
  if (venue.kind === "practice") return locationOf(business);
  return { ...none, address: venue.visit ? `At your address, ${addressInLine(venue.visit)}` : AT_YOUR_ADDRESS };
}

export const AT_YOUR_ADDRESS = "At your address";

/** Where it takes place, for what other people or companies may read: the client's address is left out. */
export function publicPlaceOf(venue: Venue, business: Business): Pick<Location, "address" | "directions"> {
  const { address, directions } = placeOf({ ...venue, visit: null }, business);
  return { address, directions };
}

/** Without the client's address, which stays in the diary; null: at the practice. */
export function venueForTeam({ kind, name }: Pick<Venue, "kind" | "name">): string | null {
  if (kind === "practice") return null;
  return kind === "client" ? "At the client’s address" : `At ${name ?? "another place"}`;
}

/** For a calendar's entry, without the treatment: calendars are shared. */
export function titleOf({ kind }: Pick<Venue, "kind">, { name }: Pick<Business, "name">): string {
  if (!name) return "Appointment";
  return kind === "practice" ? `Appointment at ${name}` : `Appointment with ${name}`;
}

/** Where to pay: `at the practice`, `at your address`, `at Riverside Gym`. */
export function payWhere({ kind, name }: { kind: string; name: string | null }): string {
  if (kind === "client") return "at your address";
  const place = kind === "elsewhere" && name?.split(",")[0]?.trim();
  return `at ${place || "the practice"}`;
}

/** `Unit 7, Ashenholme, LY7 4QG. Green door.` */
export function placeInWords({ address, directions }: { address: string; directions: string }): string {
  return [address && `${address}.`, directions].filter(Boolean).join(" ");
}
