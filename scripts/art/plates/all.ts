import type { Plate } from "#app/ui/pen/strokes.ts";
import { deepTissue } from "./deep-tissue.ts";
import { injuryRehabilitation } from "./injury-rehabilitation.ts";
import { eventMassage, postEvent, preEvent, sportsPerformance } from "./performance-and-events.ts";
import { jointMobilization, personalizedPlans, relaxation } from "./rest-and-movement.ts";
import { sportFoot } from "./sport-foot.ts";
import { triggerPoint } from "./trigger-point.ts";

const drawings = [
  deepTissue,
  injuryRehabilitation,
  sportsPerformance,
  preEvent,
  postEvent,
  triggerPoint,
  relaxation,
  jointMobilization,
  personalizedPlans,
  sportFoot,
  eventMassage,
];

export const plates: Plate[] = drawings.map((drawing) => drawing(1));

/** The same with half of the pressure gone: what a card's plate shows to who points at it. */
export const releasedPlates: Plate[] = drawings.map((drawing) => drawing(0.5));
