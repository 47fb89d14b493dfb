import { expect, test } from "vitest";
import { priceTable, sortFrom } from "#app/routes/website/services/prices.ts";

const service = (title: string, prices: Record<number, number>, therapistIds = ["t1"]) => ({
  slug: title.toLowerCase(),
  title,
  booking: "online" as const,
  therapistIds,
  lengths: Object.entries(prices).map(([minutes, pounds]) => ({
    minutes: Number(minutes),
    label: "",
    pricePence: pounds * 100,
  })),
});

const SERVICES = [
  service("Deep", { 45: 48, 60: 58 }),
  service("Feet", { 60: 46 }),
  service("Quick", { 30: 50 }),
  service("Event", {}),
];
const titles = (sort: "price" | "length" | null) => priceTable(SERVICES, sort).rows.map(({ title }) => title);

test("a column for each length, and a gap where a service has none of it", () => {
  const { lengths, rows } = priceTable(SERVICES, null);
  expect(lengths).toEqual([30, 45, 60]);
  expect(rows[0]?.cells.map(({ price }) => price)).toEqual([null, "£48", "£58"]);
  expect(rows.map(({ isBookable }) => isBookable)).toEqual([true, true, true]);
});

test("in the practice's order, by the lowest price or by the shortest length, without what has no price", () => {
  expect(titles(null)).toEqual(["Deep", "Feet", "Quick"]);
  expect(titles("price")).toEqual(["Feet", "Deep", "Quick"]);
  expect(titles("length")).toEqual(["Quick", "Deep", "Feet"]);
});

test("an unknown order is the practice's", () => {
  expect(["price", "length", "name"].map((sort) => sortFrom(new URLSearchParams({ sort })))).toEqual([
    "price",
    "length",
    null,
  ]);
});
