import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { covers, type Scope } from "#app/platform/permissions.ts";

/** `access`: how to get in, such as a code or where to park; may be empty. */
export type VisitAddress = { address: string; postcode: string; access: string };

/** In characters, of where a visit goes and how to get in. */
export const LONGEST_ADDRESS = 200;
export const LONGEST_ACCESS = 300;

/** How long an address is stored after its appointment. */
export const ADDRESS_DAYS = 30;

export const NOTHING_OF_ADDRESS = { visit_address: null, visit_postcode: null, visit_access: null };

/** The first local date on which the therapist of a visit sees its address. */
export function addressSeenFrom(start: number, zone: string): string {
  return addDays(localDateOf(start, zone), -1);
}

/** Reception and owners always see where a visit goes; its therapist from the day before. `scope`: of appointments. */
export function seesAddress(
  scope: Scope | null,
  { therapistId, start }: { therapistId: string; start: number },
  { now, zone }: { now: number; zone: string },
): boolean {
  if (scope === "all") return true;
  return covers(scope, therapistId) && localDateOf(now, zone) >= addressSeenFrom(start, zone);
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
