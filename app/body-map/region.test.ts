import { expect, test } from "vitest";
import { bodyShapes } from "#app/body-map/body-shapes.ts";
import { PLACE_IDS, PLACES, placeName } from "#app/body-map/place.ts";
import { SHIPPED_PLACES, wordsOfPlace } from "#app/body-map/place-words.ts";
import { isLeftOfPicture, labelBox, neighboursOf, REGIONS, regionBy } from "#app/body-map/region.ts";
import services from "#scripts/demo/services.json" with { type: "json" };

const SIDED = [
  ...["top-of-shoulder", "shoulder", "upper-arm", "forearm-and-hand", "shoulder-blade", "hip"],
  ...["front-of-thigh", "back-of-thigh", "knee", "shin", "calf", "ankle-and-foot"],
];
const MIDDLE = ["head-and-jaw", "neck", "chest", "stomach", "between-shoulder-blades", "mid-back", "lower-back"];

test("ids are for ever: a record may name them", () => {
  const expected = [...MIDDLE, ...SIDED.flatMap((place) => [`left-${place}`, `right-${place}`])];
  expect(REGIONS.map(({ id }) => id).sort()).toEqual(expected.sort());
});

test("every region has a side, a name of its own that says it, and a heading for the client", () => {
  expect(new Set(REGIONS.map(({ name }) => name)).size).toBe(REGIONS.length);
  for (const { side, name, yours } of REGIONS) {
    expect(name, name).not.toMatch(/[{}]|^the /i);
    expect(/\bleft\b/i.test(name) ? "left" : /\bright\b/i.test(name) ? "right" : "middle", name).toBe(side);
    expect(yours, name).toMatch(/\byour\b/i);
  }
  expect(regionBy("left-back-of-thigh")).toMatchObject({
    name: "Back of the left thigh",
    yours: "Back of your left thigh",
  });
  expect(regionBy("right-calf")).toMatchObject({ name: "Right calf", yours: "Your right calf" });
  expect([placeName("back-of-thigh"), placeName("calf")]).toEqual(["Back of the thigh", "Calf"]);
  expect(regionBy("toString")).toBeNull();
});

test("every region is drawn where it says, and nowhere else", () => {
  for (const view of ["front", "back"] as const) {
    const drawn = bodyShapes[view].map(({ place }) => place).sort();
    const said = PLACE_IDS.filter((place) => (PLACES[place].views as readonly string[]).includes(view)).sort();
    expect(drawn, view).toEqual(said);
  }
});

test("left and right are the client's own: a figure that faces us is the other way round", () => {
  expect([isLeftOfPicture("front", "left"), isLeftOfPicture("front", "right")]).toEqual([false, true]);
  expect([isLeftOfPicture("back", "left"), isLeftOfPicture("back", "right")]).toEqual([true, false]);
});

test("a name stands within the picture, beside its own half", () => {
  for (const region of REGIONS) {
    for (const view of region.views) {
      const { x, width } = labelBox(view, region);
      expect(Math.abs(x), region.id).toBeLessThanOrEqual(250);
      expect(Math.abs(x + width), region.id).toBeLessThanOrEqual(250);
    }
  }
});

test("whoever is a neighbour has one back, on the same side, and nobody is their own", () => {
  for (const region of REGIONS) {
    const near = neighboursOf(region);
    expect(near.length, region.id).toBeGreaterThan(0);
    expect(near, region.id).not.toContain(region);
    for (const other of near) {
      expect(neighboursOf(other), `${other.id} of ${region.id}`).toContain(region);
      const across = other.side !== region.side && other.side !== "middle" && region.side !== "middle";
      expect(across, `${other.id} of ${region.id}`).toBe(other.place === region.place);
    }
  }
});

test("every place ships with a sentence, with whom to see first, and with services that the practice gives", () => {
  const slugs = services.map(({ slug }) => slug);
  for (const [place, { sentence, advice, services: here }] of Object.entries(SHIPPED_PLACES)) {
    expect(sentence.length, place).toBeGreaterThan(20);
    expect(advice, place).toMatch(/GP|physiotherapist|A&E|999|111|looked at/);
    expect(slugs, place).toEqual(expect.arrayContaining(here));
    expect(new Set(here).size, place).toBe(here.length);
  }
  expect(Object.keys(SHIPPED_PLACES)).toEqual(PLACE_IDS);
});

// What the advertising code takes for a medical claim of a massage.
const CLAIMS =
  /\b(cures?|heals?|treats?|fix(es)?|relieves?|prevents?|detox|toxins?|lactic|scar tissue|adhesions?|realigns?|immun\w+|circulation|inflammation|sciatica|arthritis|fibromyalgia|migraines?|guaranteed|clinically|boosts?)\b/i;

test("nothing shipped claims what massage may not claim", () => {
  const claims = Object.values(SHIPPED_PLACES).filter(({ sentence, advice }) => CLAIMS.test(`${sentence} ${advice}`));
  expect(claims).toEqual([]);
});

test("the practice's words stand in place of the shipped ones, place by place", () => {
  const ours = { sentence: "Ours", advice: "", services: [] };
  expect(wordsOfPlace("calf", { calf: ours })).toBe(ours);
  expect(wordsOfPlace("knee", { calf: ours })).toBe(SHIPPED_PLACES.knee);
});
