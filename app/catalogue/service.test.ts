import { expect, test } from "vitest";
import { relativesOf, servicesAtHome } from "#app/catalogue/service.ts";

const service = (slug: string, category = slug) => ({ slug, category });
const [deep, before, after, calm, foot, event] = [
  service("deep"),
  service("before", "event"),
  service("after"),
  service("calm"),
  service("foot"),
  service("event", "event"),
] as const;
const all = [deep, before, after, calm, foot, event];

test.each([
  [deep, [before, after]],
  [after, [before, calm]],
  [event, [before, foot]],
  [before, [event, deep]],
])("beside $slug stand its own category, then its neighbours", (one, expected) => {
  expect(relativesOf(one, all)).toEqual(expected);
});

test("a service that stands alone has none", () => {
  expect(relativesOf(deep, [deep])).toEqual([]);
});

const named = (...slugs: string[]) => slugs.map((slug) => ({ slug }));
const slugsOf = (services: ReturnType<typeof named>, chosen: string[] = []) =>
  servicesAtHome(services, chosen).map(({ slug }) => slug);

test("the home page shows the specification's three", () => {
  const services = named("relaxation", "injury-rehabilitation", "sport-foot-massage", "deep-tissue-massage");
  expect(slugsOf(services)).toEqual(["deep-tissue-massage", "sport-foot-massage", "injury-rehabilitation"]);
});

test("a practice with services of its own sees those under What We Do", () => {
  expect(slugsOf(named("cupping", "taping", "yoga", "pilates"))).toEqual(["cupping", "taping", "yoga"]);
  expect(slugsOf(named("cupping", "sport-foot-massage"))).toEqual(["sport-foot-massage", "cupping"]);
  expect(slugsOf([])).toEqual([]);
});

test("what the practice chose stands there in its order, and no other", () => {
  const services = named("deep-tissue-massage", "cupping", "yoga");
  expect(slugsOf(services, ["yoga", "cupping"])).toEqual(["yoga", "cupping"]);
  expect(slugsOf(services, ["yoga"])).toEqual(["yoga"]);
});

test("one that is hidden since is left out; with none of them shown the first three stand there again", () => {
  const services = named("deep-tissue-massage", "cupping");
  expect(slugsOf(services, ["yoga", "cupping"])).toEqual(["cupping"]);
  expect(slugsOf(services, ["yoga"])).toEqual(["deep-tissue-massage", "cupping"]);
});
