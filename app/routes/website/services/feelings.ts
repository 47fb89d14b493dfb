import type { Service } from "#app/catalogue/service.ts";

export type Feeling = { feeling: string; slug: string; title: string };

/** Links from how a visitor feels to services, only to those on offer. */
export function feelingsOf(
  choices: readonly { feeling: string; service: string }[],
  services: readonly Pick<Service, "slug" | "title">[],
): Feeling[] {
  return choices.flatMap(({ feeling, service }) =>
    services.filter(({ slug }) => slug === service).map(({ slug, title }) => ({ feeling, slug, title })),
  );
}
