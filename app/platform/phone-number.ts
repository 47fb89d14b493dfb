import { parsePhoneNumberFromString } from "libphonenumber-js";

/**
 * A typed phone number as E.164, or null. Without a country code it is read as a UK number.
 * Possible is enough: whole valid-looking ranges are left out of the tables (07700 900…, new allocations),
 * and a number refused by mistake is a booking lost.
 */
export function e164Of(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, "GB");
  return number?.isPossible() ? number.number : null;
}

/** An E.164 number as a UK reader knows it: UK numbers nationally, others with their country code. */
export function readablePhone(e164: string): string {
  const number = parsePhoneNumberFromString(e164);
  if (!number) return e164;
  // Six figures in a row are read out as three and three.
  if (number.countryCallingCode === "44") return number.formatNational().replace(/ (\d{3})(\d{3})$/, " $1 $2");
  return number.formatInternational();
}
