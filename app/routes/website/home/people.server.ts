import type { NextFree } from "#app/booking/next-free-time.server.ts";
import type { Service } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { memberOf } from "#app/routes/website/about/team-member.ts";
import { nextTimeOf } from "#app/routes/website/home/next-time.ts";

const SHOWN = 3;

type Facts = {
  services: readonly Service[];
  therapists: readonly Therapist[];
  free: { zone: string; therapists: ReadonlyMap<string, NextFree> };
};

/** The first three therapists of the practice's list, with their days and next free time. */
export async function peopleAtHome(app: AppContext, { services, therapists, free }: Facts) {
  const shown = therapists.slice(0, SHOWN);
  const { weekly } = await readPractice(app);
  return shown.map((therapist) => ({
    ...memberOf(therapist, { services, weekly: weekly[therapist.id] ?? [] }),
    next: nextTimeOf(free.therapists.get(therapist.id), free.zone, therapist.slug),
  }));
}
