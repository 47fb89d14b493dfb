import { parsePhoneNumberFromString } from "libphonenumber-js";

// The tables also have 0800 1111 and its like, and so would take 07700 90.
const UK_NUMBER = /^[1-9]\d{8,9}$/;

/**
 * A typed phone number as E.164, or null. Without a country code it counts as a UK number. It only has to be
 * possible: the tables lack whole valid-looking ranges (07700 900…, new allocations), and refusing a good number
 * loses a booking.
 */
export function e164Of(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed, "GB");
  if (!number?.isPossible()) return null;
  const isWhole = number.countryCallingCode !== "44" || UK_NUMBER.test(number.nationalNumber);
  return isWhole ? number.number : null;
}

/** An E.164 number for UK readers: UK numbers nationally, others with their country code. */
export function readablePhone(e164: string): string {
  const number = parsePhoneNumberFromString(e164);
  if (!number) return e164;
  // Six figures in a row are read out as three and three.
  if (number.countryCallingCode === "44") return number.formatNational().replace(/ (\d{3})(\d{3})$/, " $1 $2");
  return number.formatInternational();
}
