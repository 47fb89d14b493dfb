/** The demo practice's therapists, all invented. Ranges are minutes since midnight, by ISO weekday. */
type DemoTherapist = {
  slug: string;
  name: string;
  role: string;
  bio: string;
  hours: Record<number, [number, number][]>;
};

const NINE = 540;
const FIVE = 1020;
const split: [number, number][] = [
  [NINE, 780],
  [825, FIVE],
];

export const demoTherapists: DemoTherapist[] = [
  {
    slug: "imogen-hartley",
    name: "Imogen Hartley",
    role: "Lead therapist (demo profile), Level 5",
    bio: "Imogen rows badly and gardens well. She likes stubborn shoulders and nervous first-timers.",
    hours: { 1: split, 2: split, 3: split, 4: split, 6: [[600, FIVE]] },
  },
  {
    slug: "tom-ellery",
    name: "Tom Ellery",
    role: "Therapist (demo profile), Level 4",
    bio: "Tom ran cross-country until he discovered hills. He looks after most of our pre- and post-event work.",
    hours: { 2: [[NINE, FIVE]], 3: [[NINE, FIVE]], 4: [[720, FIVE]], 5: [[NINE, FIVE]], 6: [[600, 840]] },
  },
  {
    slug: "priya-sandhu",
    name: "Priya Sandhu",
    role: "Therapist (demo profile), Level 3",
    bio: "Priya came to massage from dance. She is the quiet one, unless you mention crosswords.",
    hours: { 1: [[NINE, 900]], 3: [[NINE, 900]], 5: [[NINE, FIVE]], 6: [[600, FIVE]] },
  },
];
