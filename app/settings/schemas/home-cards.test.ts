import { expect, test } from "vitest";
import { readFields } from "#app/platform/form-fields.ts";
import { homeCardsForm } from "#app/settings/schemas/home-cards.ts";

const form = homeCardsForm(["cupping", "yoga", "taping"]);
const read = (...slugs: string[]) =>
  readFields(form, Object.fromEntries(slugs.map((slug, row) => [`cards.${row}`, slug])));

test("up to three in their order, without the empty ones between", () => {
  expect(read("yoga", "", "cupping")).toEqual({ kind: "valid", value: { services: ["yoga", "cupping"] } });
  expect(read("yoga", "taping", "cupping", "more")).toMatchObject({
    value: { services: ["yoga", "taping", "cupping"] },
  });
  expect(read()).toEqual({ kind: "valid", value: { services: [] } });
});

test("one twice, or one that nobody sees, is named where it stands", () => {
  expect(read("yoga", "cupping", "yoga")).toEqual({
    kind: "invalid",
    errors: { "cards.2": "Choose each service once" },
  });
  expect(read("pilates")).toEqual({ kind: "invalid", errors: { "cards.0": "Choose one of the services shown" } });
});
