import { isBookable, type Service } from "#app/catalogue/service.ts";
import type { Business } from "#app/settings/business.ts";
import { ownBusiness, UNNAMED } from "#app/settings/invented.ts";
import { missingOf } from "#app/settings/legal-form.ts";

/** What a visitor has to be told before anything else, and is missing. */
export function missingIdentity(business: Business): string[] {
  const { name, phone, email, address } = ownBusiness(business);
  return [
    ...(name === UNNAMED ? ["your name"] : []),
    ...(phone ? [] : ["a telephone number"]),
    ...(email ? [] : ["an e-mail address"]),
    ...(address.street && address.town && address.postcode ? [] : ["the address"]),
  ];
}

type Practice = { business: Business; services: readonly Service[]; working: ReadonlySet<string> };

/** Whether visitors see the whole site. `working`: therapists with working hours. */
export function isOpen({ business, services, working }: Practice): boolean {
  const offered = services.filter(
    (service) => isBookable(service) && service.therapistIds.some((id) => working.has(id)),
  );
  return (
    missingIdentity(business).length === 0 && missingOf(ownBusiness(business).legal).length === 0 && offered.length > 0
  );
}
