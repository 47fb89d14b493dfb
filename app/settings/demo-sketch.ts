import type { LocationSketch } from "#app/settings/location.ts";

/** How to find the demo practice: invented, like its address. */
export const demoSketch: LocationSketch = {
  width: 350,
  height: 190,
  words:
    "Sketch: from Foundry Rise turn in past the joinery. Our green door is the last on the left, with parking in front.",
  ground: "/art/demo-location.svg",
  roads: [
    { path: "M-6 160L376 151.5", width: 22 },
    { path: "M52 158V124H286", width: 14 },
  ],
  buildings: [
    { x: 78, y: 50, width: 90, height: 54, label: "Joinery", isOurs: false },
    { x: 168, y: 50, width: 58, height: 54, label: "Bikes", isOurs: false },
    { x: 226, y: 50, width: 62, height: 54, label: "Unit 7", isOurs: true },
  ],
  entrance: "M248 104H266",
  walk: "M0 160H52V124H257V111",
  labels: [
    { x: 166, y: 160, text: "Foundry Rise", turn: -1.3 },
    { x: 283, y: 117, text: "Green door", isBold: true },
  ],
};
