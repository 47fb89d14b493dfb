import type { House } from "#scripts/architecture/house.ts";

export type Finding = { path: string; line: number; what: string };

/** A rule, with its reason and the way to comply. */
export type Rule = { name: string; why: string; wayOut: string; check: (house: House) => Finding[] };
