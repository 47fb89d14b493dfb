import type { PlaceId, View } from "#app/body-map/place.ts";
import type { Point } from "#app/ui/pen/march.ts";

/** Two ends of a line across the fibres: the first fibre begins at one, the last at the other. */
type Section = readonly [Point, Point];

/** One muscle of the half to the right of the picture: its fibres run through every section in turn. */
export type Muscle = { place: PlaceId; fibres: number; sections: readonly Section[] };

const forearmAndHand: Muscle[] = [
  muscle("forearm-and-hand", 7, [127, 388, 159, 388], [138, 432, 169, 434], [159, 506, 181, 506]),
  muscle("forearm-and-hand", 5, [163, 518, 183, 516], [167, 556, 191, 552], [174, 594, 186, 592]),
];

// The stripe at the side of the shorts.
const hip = muscle("hip", 4, [79, 482, 91, 482], [88, 530, 99, 530], [88, 588, 98, 588]);

/** Later ones lie over earlier ones, also under a finger. */
export const muscles: Record<View, readonly Muscle[]> = {
  front: [
    muscle("head-and-jaw", 4, [0, 11, 0, 36], [22, 13, 14, 37], [36, 25, 23, 45], [43, 48, 27, 62]),
    muscle("chest", 13, [6, 184, 6, 256], [56, 196, 54, 268], [108, 222, 104, 258]),
    muscle("stomach", 4, [5, 276, 36, 284], [5, 360, 33, 360], [5, 464, 36, 464]),
    muscle("stomach", 11, [44, 284, 98, 290], [43, 349, 86, 376], [42, 412, 66, 464]),
    muscle("top-of-shoulder", 6, [30, 148, 30, 174], [52, 169, 60, 184], [106, 190, 100, 197]),
    muscle("neck", 6, [26, 118, 27, 138], [17.5, 145, 26.5, 152], [5.5, 172, 20, 174]),
    muscle("shoulder", 7, [98, 200, 115, 194], [110, 240, 136, 230], [127, 296, 137, 300]),
    muscle("upper-arm", 7, [108, 266, 134, 308], [114, 312, 143, 340], [128, 372, 152, 376]),
    ...forearmAndHand,
    hip,
    muscle("front-of-thigh", 5, [21, 604, 42, 604], [26, 645, 41, 650], [35, 706, 45, 700]),
    muscle("front-of-thigh", 6, [45, 604, 71, 604], [44, 650, 70, 650], [48, 698, 64, 698]),
    muscle("front-of-thigh", 5, [75, 604, 95, 604], [73, 650, 90, 650], [68, 700, 80, 702]),
    muscle("shin", 6, [58, 758, 78, 758], [63, 823, 85, 811], [54, 938, 62, 936]),
    muscle("shin", 5, [33, 760, 52, 762], [28, 812, 53, 830], [39, 932, 47, 938]),
    muscle("ankle-and-foot", 6, [38, 948, 61, 948], [37, 966, 66, 968], [38, 986, 74, 984]),
  ],
  back: [
    muscle("head-and-jaw", 8, [0, 20, 0, 106], [20, 18, 15, 106], [34, 14, 30, 98]),
    muscle("mid-back", 15, [12, 374, 64, 450], [56, 318, 86, 384], [102, 266, 101, 276]),
    muscle("lower-back", 9, [5, 380, 14, 388], [7, 420, 40, 430], [9, 464, 66, 464]),
    muscle("between-shoulder-blades", 9, [5, 270, 5, 366], [30, 256, 24, 318], [54, 238, 54, 256]),
    muscle("between-shoulder-blades", 9, [4, 200, 4, 262], [30, 210, 23, 254], [88, 214, 54, 230]),
    muscle("shoulder-blade", 9, [60, 236, 57, 300], [80, 224, 84, 280], [94, 222, 106, 250]),
    muscle("top-of-shoulder", 12, [27, 140, 4, 156], [42, 166, 12, 196], [111, 193, 97, 206]),
    muscle("neck", 7, [4, 110, 28, 114], [4, 134, 24, 134], [4, 150, 25, 146]),
    muscle("shoulder", 7, [94, 214, 114, 194], [108, 245, 140, 229], [127, 296, 137, 300]),
    muscle("upper-arm", 7, [107, 262, 134, 308], [113, 310, 143, 340], [126, 374, 153, 376]),
    ...forearmAndHand,
    hip,
    muscle("back-of-thigh", 6, [20, 604, 55, 604], [26, 650, 50, 650], [33, 712, 45, 706]),
    muscle("back-of-thigh", 6, [59, 604, 95, 604], [60, 650, 89, 650], [63, 706, 78, 712]),
    muscle("calf", 6, [33, 748, 53, 744], [28, 800, 54, 800], [38, 870, 51, 884]),
    muscle("calf", 6, [57, 744, 77, 750], [58, 800, 86, 802], [56, 880, 75, 862]),
    muscle("ankle-and-foot", 5, [43, 896, 66, 892], [44, 922, 59, 922], [42, 966, 60, 966]),
    muscle("knee", 3, [36, 724, 35, 738], [56, 721, 56, 735], [77, 724, 76, 738]),
  ],
};

/** The knee from the front is a cap, which no fibre crosses: two rings. */
export const kneecap = { place: "knee", at: [56, 727], radii: [13, 6.5] } as const;

function muscle(place: PlaceId, fibres: number, ...lines: [number, number, number, number][]): Muscle {
  return {
    place,
    fibres,
    sections: lines.map(([x, y, toX, toY]) => [
      [x, y],
      [toX, toY],
    ]),
  };
}
