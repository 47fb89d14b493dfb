import type { Hours } from "#app/availability/opening-hours.ts";

export type Missing = "hours" | "service";

const WORDS: Record<Missing, string> = { hours: "no working hours", service: "gives no service" };

/** What a therapist lacks before anybody can book them. An extra opening in `exceptions` counts as hours. */
export function missingToBook({ weekly, exceptions }: Hours, givesService: boolean): Missing[] {
  const works = weekly.length > 0 || exceptions.some(({ kind }) => kind === "opening");
  return [...(works ? [] : ["hours" as const]), ...(givesService ? [] : ["service" as const])];
}

/** `Can't be booked yet: no working hours, gives no service.` */
export function missingInWords(missing: readonly Missing[]): string {
  return `Can't be booked yet: ${missing.map((part) => WORDS[part]).join(", ")}.`;
}
