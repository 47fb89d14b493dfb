import { partsInForce, partsWaiting, type User } from "#app/accounts/user.ts";

export const CODES_PLACE = "/account#part-codes-at-log-in";

/** Where somebody goes who has just joined: to their second factor, if a part waits for it. */
export function homeOfStaff(user: User): string {
  if (partsWaiting(user).length > 0) return CODES_PLACE;
  return partsInForce(user).includes("owner") ? "/admin" : "/account";
}
