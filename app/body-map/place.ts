export type View = "front" | "back";

type Drawn = {
  /** As the client says it; `the` becomes `your`, `{side}` the client's own left or right. */
  name: string;
  sided: boolean;
  /** Where it is drawn; the first is the side that its link opens. */
  views: readonly [View, ...View[]];
};

/** The places of the body, from the head down. An id is for ever: records will name it. */
export const PLACES = {
  "head-and-jaw": { name: "the head and jaw", sided: false, views: ["front", "back"] },
  neck: { name: "the neck", sided: false, views: ["back", "front"] },
  "top-of-shoulder": { name: "top of the {side} shoulder", sided: true, views: ["back", "front"] },
  shoulder: { name: "the {side} shoulder", sided: true, views: ["front", "back"] },
  chest: { name: "the chest", sided: false, views: ["front"] },
  "upper-arm": { name: "the {side} upper arm", sided: true, views: ["front", "back"] },
  "forearm-and-hand": { name: "the {side} forearm and hand", sided: true, views: ["front", "back"] },
  stomach: { name: "the stomach", sided: false, views: ["front"] },
  "shoulder-blade": { name: "the {side} shoulder blade", sided: true, views: ["back"] },
  "between-shoulder-blades": { name: "between the shoulder blades", sided: false, views: ["back"] },
  "mid-back": { name: "middle of the back", sided: false, views: ["back"] },
  "lower-back": { name: "the lower back", sided: false, views: ["back"] },
  hip: { name: "the {side} hip", sided: true, views: ["front", "back"] },
  "front-of-thigh": { name: "front of the {side} thigh", sided: true, views: ["front"] },
  "back-of-thigh": { name: "back of the {side} thigh", sided: true, views: ["back"] },
  knee: { name: "the {side} knee", sided: true, views: ["front", "back"] },
  shin: { name: "the {side} shin", sided: true, views: ["front"] },
  calf: { name: "the {side} calf", sided: true, views: ["back"] },
  "ankle-and-foot": { name: "the {side} ankle and foot", sided: true, views: ["front", "back"] },
} as const satisfies Record<string, Drawn>;

export type PlaceId = keyof typeof PLACES;

export const PLACE_IDS = Object.keys(PLACES) as PlaceId[];

export function isPlaceId(text: string): text is PlaceId {
  return Object.hasOwn(PLACES, text);
}

/** Of both sides: `Calf`, `Back of the thigh`. */
export function placeName(place: PlaceId): string {
  return capital(PLACES[place].name.replace(/^the /, "").replace("{side} ", ""));
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase("en-GB") + text.slice(1);
}

// Each pair once; the other direction follows.
const NEAR: readonly (readonly [PlaceId, PlaceId])[] = [
  ["head-and-jaw", "neck"],
  ["neck", "top-of-shoulder"],
  ["neck", "between-shoulder-blades"],
  ["top-of-shoulder", "shoulder"],
  ["top-of-shoulder", "shoulder-blade"],
  ["shoulder", "chest"],
  ["shoulder", "upper-arm"],
  ["shoulder", "shoulder-blade"],
  ["upper-arm", "forearm-and-hand"],
  ["chest", "stomach"],
  ["shoulder-blade", "between-shoulder-blades"],
  ["between-shoulder-blades", "mid-back"],
  ["mid-back", "lower-back"],
  ["stomach", "hip"],
  ["lower-back", "hip"],
  ["hip", "front-of-thigh"],
  ["hip", "back-of-thigh"],
  ["front-of-thigh", "knee"],
  ["back-of-thigh", "knee"],
  ["knee", "shin"],
  ["knee", "calf"],
  ["shin", "ankle-and-foot"],
  ["calf", "ankle-and-foot"],
];

export function placesNear(place: PlaceId): PlaceId[] {
  return NEAR.flatMap(([one, other]) => (one === place ? other : other === place ? one : []));
}
