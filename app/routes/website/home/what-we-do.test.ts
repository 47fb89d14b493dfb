import { expect, test } from "vitest";
import type { Service } from "#app/catalogue/service.ts";
import { servicesAtHome } from "#app/routes/website/home/what-we-do.tsx";

const named = (...slugs: string[]) => slugs.map((slug) => ({ slug }) as Service);
const slugsOf = (services: readonly Service[]) => servicesAtHome(services).map(({ slug }) => slug);

test("the home page shows the specification's three", () => {
  const services = named("relaxation", "injury-rehabilitation", "sport-foot-massage", "deep-tissue-massage");
  expect(slugsOf(services)).toEqual(["deep-tissue-massage", "sport-foot-massage", "injury-rehabilitation"]);
});

test("a practice with services of its own sees those under What We Do", () => {
  expect(slugsOf(named("cupping", "taping", "yoga", "pilates"))).toEqual(["cupping", "taping", "yoga"]);
  expect(slugsOf(named("cupping", "sport-foot-massage"))).toEqual(["sport-foot-massage", "cupping"]);
});
