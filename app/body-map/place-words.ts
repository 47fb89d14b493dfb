import { z } from "zod";
import type { PlaceId } from "#app/body-map/place.ts";
import { optionalText, requiredText, tickedOf } from "#app/platform/form-schemas.ts";
import type { BodyPlaces, PlaceWords } from "#app/settings/schemas/body-places.ts";

const SWOLLEN = "A calf or arm that is newly swollen, warm and painful: ring 111 today, and come to us later.";

/** What each place says until the practice changes it. */
export const SHIPPED_PLACES: Record<PlaceId, PlaceWords> = {
  "head-and-jaw": {
    sentence:
      "We do not work on the head or the jaw by themselves. Necks and shoulders we do, and the scalp if you like.",
    advice:
      "A sudden, severe headache, or a face or speech that changes: call 999. Headaches that are new or come back: your GP. A clicking or locking jaw: your dentist.",
    services: [],
  },
  neck: {
    sentence: "Slow work on the muscles at the back and sides, lying down or sitting up. We never crack a neck.",
    advice:
      "Dizzy when you move your neck, numb or weak in an arm, or sore since a fall or a crash: see your GP or a physiotherapist before you book.",
    services: ["trigger-point-therapy", "deep-tissue-massage", "relaxation-massage"],
  },
  "top-of-shoulder": {
    sentence: "Where bags hang and desks pull. We start wide and work in, at the pressure you choose.",
    advice:
      "Pain with tightness in the chest, breathlessness or sweating: call 999. After a fall, or if you cannot lift the arm: a physiotherapist or your GP first.",
    services: ["trigger-point-therapy", "deep-tissue-massage", "relaxation-massage"],
  },
  shoulder: {
    sentence: "The muscles round the joint, front and back, and gentle movement with your arm at rest in our hands.",
    advice:
      "Out of its socket, out of shape, or too weak to lift since a fall: A&E. Stiff for weeks and nobody has looked: a physiotherapist or your GP first.",
    services: ["deep-tissue-massage", "joint-mobilization", "injury-rehabilitation"],
  },
  chest: {
    sentence: "Below the collarbone and out towards the shoulder only. We ask first, and you stay covered.",
    advice:
      "Tightness or pain in the chest, or pain that spreads to an arm, the neck or the jaw: call 999. A lump nobody has looked at: your GP.",
    services: ["deep-tissue-massage", "sports-performance-massage"],
  },
  "upper-arm": {
    sentence: "Front and back of the arm, from the shoulder to the elbow, one at a time.",
    advice: `${SWOLLEN} A pop, a bruise and a new bulge: a physiotherapist or your GP first.`,
    services: ["deep-tissue-massage", "sports-performance-massage"],
  },
  "forearm-and-hand": {
    sentence: "For hands that grip, type, climb or carry: forearm, wrist, palm and fingers.",
    advice:
      "Numb or tingling fingers, above all at night, or a grip that lets things fall: your GP first. Sore since a fall on the hand: have it looked at for a fracture.",
    services: ["deep-tissue-massage", "trigger-point-therapy"],
  },
  stomach: {
    sentence: "We do not work on the stomach. If it is your back that wears you out, point to that instead.",
    advice:
      "Pain in the stomach that is severe, new or does not go: your GP, or 111. Severe pain with sickness, fever or a hard stomach: 999 or A&E.",
    services: [],
  },
  "shoulder-blade": {
    sentence: "Over the blade and along its edges, with your arm where it lets go.",
    advice:
      "Pain with every breath, a cough or a fever: ring 111. After a fall or a blow: your GP or a physiotherapist first.",
    services: ["trigger-point-therapy", "deep-tissue-massage"],
  },
  "between-shoulder-blades": {
    sentence: "Slow strokes beside the spine, never on it.",
    advice:
      "Pain with tightness in the chest or breathlessness: call 999. Pain that wakes you every night, or since a fall: your GP first.",
    services: ["deep-tissue-massage", "trigger-point-therapy", "relaxation-massage"],
  },
  "mid-back": {
    sentence: "The broad muscles from the ribs to the waist, slowly and with your breath.",
    advice:
      "Pain with a fever, or when you pass water, or that wakes you every night: your GP first. After a fall: have it looked at.",
    services: ["deep-tissue-massage", "sports-performance-massage", "relaxation-massage"],
  },
  "lower-back": {
    sentence: "The long muscles beside the spine, down to the belt, with a pillow where you want one.",
    advice:
      "With new numbness between the legs, new trouble with bladder or bowels, or weakness in both legs: 999 or A&E. New, severe or getting worse, or down one leg: your GP or a physiotherapist first.",
    services: ["deep-tissue-massage", "relaxation-massage", "injury-rehabilitation"],
  },
  hip: {
    sentence: "The muscles at the outside of the hip, through your shorts or a towel.",
    advice:
      "You cannot put weight on it, or it hurts since a fall: have it looked at today. A replaced hip: ring us first.",
    services: ["deep-tissue-massage", "joint-mobilization", "sports-performance-massage"],
  },
  "front-of-thigh": {
    sentence: "The big muscles that climb stairs and brake downhill, from above the knee to below your shorts.",
    advice:
      "A pop, a hole or a large bruise: a physiotherapist or your GP first. Very dark urine after hard exercise: ring 111 today.",
    services: ["sports-performance-massage", "deep-tissue-massage", "post-event-massage"],
  },
  "back-of-thigh": {
    sentence: "From above the knee to below your shorts, at a pressure that lets you go on breathing.",
    advice:
      "A sudden sharp pain at a sprint, a bruise that spreads, or pain that runs below the knee: a physiotherapist or your GP first.",
    services: ["sports-performance-massage", "deep-tissue-massage", "post-event-massage"],
  },
  knee: {
    sentence: "We work above and below the knee, and move it gently. The joint itself we leave alone.",
    advice:
      "Locked, giving way, newly swollen or hot, or you heard a pop: a physiotherapist, your GP or a minor injuries unit first.",
    services: ["joint-mobilization", "injury-rehabilitation"],
  },
  shin: {
    sentence: "The muscle beside the bone, slowly. Nobody presses on the bone itself.",
    advice:
      "Sore to touch at one spot on the bone, or worse with every run: a physiotherapist or your GP first. Very tight, numb or swollen after a knock or a hard run: A&E.",
    services: ["sports-performance-massage", "post-event-massage"],
  },
  calf: {
    sentence: "From below the knee to the heel cord, for legs full of hills.",
    advice:
      "Hot, swollen, red or sore to touch in one calf? Ring 111 today, and come to us later. After a fall or a pop you heard: a physiotherapist or your GP first.",
    services: ["deep-tissue-massage", "trigger-point-therapy", "post-event-massage"],
  },
  "ankle-and-foot": {
    sentence: "Heel, arch, toes and the joint above them.",
    advice:
      "You cannot take four steps on it, or it hurts on the bone: have it looked at for a fracture. Diabetes, or less feeling in your feet: ring us before you book.",
    services: ["sport-foot-massage", "joint-mobilization"],
  },
};

export function wordsOfPlace(place: PlaceId, stored: BodyPlaces): PlaceWords {
  return stored[place] ?? SHIPPED_PLACES[place];
}

/** What an admin may say of a place, and the services ticked for it. */
export const placeForm = z.object({
  sentence: requiredText("the sentence", 300),
  advice: optionalText("when to see someone first", 500),
  services: tickedOf(),
}) satisfies z.ZodType<PlaceWords>;

export function placeFormOf({ services, ...words }: PlaceWords): object {
  return { ...words, services: Object.fromEntries(services.map((slug) => [slug, true])) };
}
