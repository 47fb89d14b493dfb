import type { Point } from "#app/ui/pen/march.ts";

/**
 * One muscle of the right half of the back. Fibres run from the origin line to the insertion line; the two offsets
 * bend them, and change along the muscle (`t` from 0 to 1). Coordinates: x from the spine outwards, y down the page.
 */
export type Muscle = {
  name: string;
  origin: readonly Point[];
  insertion: readonly Point[];
  leave: (t: number) => Point;
  arrive: (t: number) => Point;
  fibres: number;
};

/** From the deepest to the topmost: later muscles lie over earlier ones. */
export const muscles: Muscle[] = [
  {
    name: "triceps, long head",
    origin: [
      [250, 500],
      [266, 506],
      [284, 500],
    ],
    insertion: [
      [318, 920],
      [332, 920],
      [346, 920],
    ],
    leave: () => [0, 100],
    arrive: () => [-16, -100],
    fibres: 9,
  },
  {
    name: "triceps, lateral head",
    origin: [
      [302, 500],
      [316, 486],
      [328, 450],
    ],
    insertion: [
      [352, 920],
      [366, 920],
      [380, 920],
    ],
    leave: (t) => [6 + 12 * t, 90],
    arrive: (t) => [-4 + 8 * t, -110],
    fibres: 9,
  },
  {
    name: "infraspinatus",
    origin: [
      [104, 436],
      [108, 510],
      [122, 592],
    ],
    insertion: [
      [196, 430],
      [214, 452],
      [226, 474],
    ],
    leave: (t) => [34, -2 - 22 * t],
    arrive: (t) => [-30, 6 + 26 * t],
    fibres: 14,
  },
  {
    name: "teres",
    origin: [
      [128, 602],
      [142, 616],
      [158, 624],
    ],
    insertion: [
      [238, 496],
      [246, 512],
      [250, 524],
    ],
    leave: () => [34, -20],
    arrive: () => [-24, 36],
    fibres: 7,
  },
  {
    name: "latissimus",
    origin: [
      [58, 618],
      [20, 700],
      [6, 790],
      [6, 900],
      [20, 990],
      [96, 1010],
    ],
    insertion: [
      [232, 562],
      [240, 560],
      [248, 556],
    ],
    leave: (t) => [66 - 16 * t + 60 * t * t, 2 - 150 * t],
    arrive: (t) => [-40 + 34 * t, 44 + 120 * t],
    fibres: 36,
  },
  {
    name: "posterior deltoid",
    origin: [
      [122, 406],
      [198, 374],
      [266, 338],
      [300, 350],
    ],
    insertion: [
      [286, 560],
      [300, 566],
      [312, 562],
    ],
    leave: (t) => [46 + 44 * t, 30 + 16 * t],
    arrive: (t) => [-34 + 62 * t, -96 + 4 * t],
    fibres: 23,
  },
  {
    name: "lower trapezius",
    origin: [
      [4, 412],
      [4, 560],
      [3, 760],
    ],
    insertion: [
      [106, 410],
      [100, 418],
      [92, 428],
    ],
    leave: (t) => [40 - 26 * t, -6 - 84 * t],
    arrive: (t) => [-10 - 6 * t, 26 + 90 * t],
    fibres: 19,
  },
  {
    name: "middle trapezius",
    origin: [
      [5, 272],
      [4, 330],
      [4, 404],
    ],
    insertion: [
      [266, 332],
      [192, 368],
      [108, 404],
    ],
    leave: () => [56, 2],
    arrive: (t) => [-60 + 16 * t, -10 + 8 * t],
    fibres: 14,
  },
  {
    name: "upper trapezius",
    origin: [
      [12, 60],
      [9, 150],
      [6, 262],
    ],
    insertion: [
      [120, 232],
      [196, 272],
      [264, 322],
    ],
    leave: (t) => [10 + 44 * t, 74 - 66 * t],
    arrive: (t) => [-34 - 22 * t, -40 + 26 * t],
    fibres: 21,
  },
];

export const outline: readonly Point[] = [
  [70, -60],
  [66, 60],
  [68, 140],
  [84, 204],
  [130, 244],
  [198, 272],
  [262, 304],
  [310, 348],
  [334, 420],
  [344, 505],
  [356, 600],
  [374, 720],
  [392, 840],
  [404, 1000],
  [410, 1500],
  [340, 1500],
  [330, 1000],
  [306, 830],
  [280, 700],
  [262, 612],
  [250, 572],
  [244, 640],
  [238, 720],
  [220, 800],
  [200, 880],
  [194, 960],
  [214, 1060],
  [236, 1180],
  [240, 1500],
  [0, 1500],
];
