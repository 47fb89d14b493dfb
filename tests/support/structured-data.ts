import type { Page } from "playwright-core";
import { expect } from "vitest";

export type Said = { "@type": string; "@id"?: string; [property: string]: unknown };

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The structured data of the open page: one graph, in which every reference resolves. */
export async function graphOn(page: Page): Promise<Said[]> {
  const blocks = await page.locator("script[type='application/ld+json']").allTextContents();
  expect(blocks, page.url()).toHaveLength(1);
  const { "@context": context, "@graph": graph } = JSON.parse(blocks[0] ?? "");
  expect(context).toBe("https://schema.org");
  const all = thingsIn(graph);
  const named = new Set(all.filter((thing) => "@type" in thing).map((thing) => thing["@id"]));
  const missing = all.filter((thing) => !("@type" in thing) && !named.has(thing["@id"]));
  expect(missing, `referred to on ${page.url()}`).toEqual([]);
  return graph;
}

export function theOnly(graph: readonly Said[], type: string): Said {
  const found = graph.filter((thing) => thing["@type"] === type);
  expect(found, type).toHaveLength(1);
  return found[0] as Said;
}

/** The structured data's hours by day, in the pages' words. */
export function hoursSaid(specifications: unknown): Record<string, string> {
  const said: Record<string, string> = Object.fromEntries(DAYS.map((day) => [day, "Closed"]));
  for (const { dayOfWeek, opens, closes } of specifications as { dayOfWeek: string[]; opens: string; closes: string }[])
    for (const day of dayOfWeek) said[day] = `${inWords(opens)} to ${inWords(closes)}`;
  return said;
}

/** The hours in the list after a heading, by day: `Monday to Friday`, `9:00 AM to 5:00 PM`. */
export async function hoursShown(page: Page, heading: string): Promise<Record<string, string>> {
  const list = page.getByRole("heading", { name: heading }).locator("xpath=following::dl[1]");
  const days = await list.locator("dt").allTextContents();
  const times = await list.locator("dd").allTextContents();
  return Object.fromEntries(
    days.flatMap((text, index) => {
      const [first = "", last = first] = text.split(" to ");
      return DAYS.slice(DAYS.indexOf(first), DAYS.indexOf(last) + 1).map((day) => [day, times[index] ?? ""]);
    }),
  );
}

function inWords(time: string): string {
  const [hour = 0, minute = "00"] = [Number(time.slice(0, 2)), time.slice(3)];
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

function thingsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(thingsIn);
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(thingsIn)].filter(
    (thing) => "@type" in thing || "@id" in thing,
  );
}
