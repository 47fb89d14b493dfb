import type { ServiceVenue } from "#app/catalogue/service.ts";
import { covers, type Reach } from "#app/platform/permissions.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import type { Business } from "#app/settings/business.ts";
import { type Location, locationOf } from "#app/settings/location.ts";

/** `access`: how to get in, such as a code or where to park; may be empty. */
export type VisitAddress = { address: string; postcode: string; access: string };

/** `name`: of another place. `visit`: the client's address, null when it is not known or was dropped. */
export type Venue = { kind: ServiceVenue; name: string | null; visit: VisitAddress | null };

export const AT_PRACTICE: Venue = { kind: "practice", name: null, visit: null };

/** How long an address is stored after its appointment. */
export const ADDRESS_DAYS = 30;

export const NOTHING_OF_ADDRESS = { visit_address: null, visit_postcode: null, visit_access: null };

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

/** The first local date on which the therapist of a visit sees its address. */
export function addressSeenFrom(start: number, zone: string): string {
  return addDays(localDateOf(start, zone), -1);
}

/** Reception and owners always see where a visit goes; its therapist from the day before. `reach`: of appointments. */
export function seesAddress(
  reach: Reach | null,
  { therapistId, start }: { therapistId: string; start: number },
  { now, zone }: { now: number; zone: string },
): boolean {
  if (reach === "all") return true;
  return covers(reach, therapistId) && localDateOf(now, zone) >= addressSeenFrom(start, zone);
}

/** Until when the address of an appointment that ends then is stored, in UTC milliseconds. */
export function addressKeptUntil(end: number): number {
  return end + ADDRESS_DAYS * 86_400_000;
}

/** `12 Mill Lane, Ashenholme, LY7 4QG`. */
export function addressInLine({ address, postcode }: VisitAddress): string {
  return [...address.split("\n"), postcode]
    .map((line) => line.trim().replace(/,$/, ""))
    .filter(Boolean)
    .join(", ");
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
