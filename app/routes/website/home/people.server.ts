import { getWorkingTime } from "#app/availability/working-time.db.server.ts";
import type { NextFree } from "#app/booking/next-free-time.server.ts";
import type { Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { memberOf } from "#app/routes/website/about/team-member.ts";
import { nextTimeOf } from "#app/routes/website/home/next-time.ts";

const SHOWN = 3;

type Facts = {
  services: readonly Service[];
  therapists: readonly Therapist[];
  free: { zone: string; therapists: ReadonlyMap<string, NextFree> };
  today: string;
};

/** The first three therapists of the practice's list, with their days and next free time. */
export async function peopleAtHome(app: AppContext, { services, therapists, free, today }: Facts) {
  const shown = therapists.slice(0, SHOWN);
  const therapistIds = shown.map(({ id }) => id);
  const working = await getWorkingTime(app.db.kysely, { therapistIds, from: today, to: today });
  return shown.map((therapist) => ({
    ...memberOf(therapist, { services, weekly: working.get(therapist.id)?.weekly ?? [] }),
    next: nextTimeOf(free.therapists.get(therapist.id), free.zone, therapist.slug),
  }));
}
