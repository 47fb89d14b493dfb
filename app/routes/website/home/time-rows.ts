import type { NextFree } from "#app/booking/next-free-time.server.ts";
import type { Service } from "#app/catalogue/service.ts";
import { nextTimeOf } from "#app/routes/website/home/next-time.ts";
import type { TimeRow } from "#app/routes/website/home/next-times-strip.tsx";

/** The rows of the strip: each free time with its link and its service's picture. */
export function timeRowsOf(
  { services: free, zone }: { services: readonly NextFree[]; zone: string },
  services: readonly Service[],
): TimeRow[] {
  return free.flatMap((one) => {
    const next = nextTimeOf(one, zone);
    const picture = services.find(({ slug }) => slug === one.service)?.picture ?? null;
    return next ? [{ ...one, next, picture }] : [];
  });
}
