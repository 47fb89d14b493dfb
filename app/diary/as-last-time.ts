import type { PracticeChoices } from "#app/diary/practice-choices.ts";

type Choice = { service: string; minutes: string; therapist: string };

/**
 * What a client had last, as far as it can be chosen now. `therapist`: the one who is chosen already, who stays; a
 * service that they don't give is not offered.
 */
export function asLastTime(again: Choice | null, choices: PracticeChoices, chosenTherapist = ""): Partial<Choice> {
  const service = choices.services.find(({ slug }) => slug === again?.service);
  if (!again || !service) return {};
  if (chosenTherapist && !service.therapists.includes(chosenTherapist)) return {};
  const isLength = service.lengths.some(({ minutes }) => String(minutes) === again.minutes);
  const others = service.usual ? "" : String(service.lengths[0]?.minutes ?? "");
  return {
    service: service.slug,
    minutes: isLength ? again.minutes : others,
    therapist: chosenTherapist || (service.therapists.includes(again.therapist) ? again.therapist : ""),
  };
}
