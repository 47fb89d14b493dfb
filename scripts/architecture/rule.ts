import type { House } from "#scripts/architecture/house.ts";

/** Where a rule is broken, and how. Line 0 is the file as a whole. */
export type Finding = { path: string; line: number; what: string };

/** A rule of the house, with the reason that it stands for and the way out for whoever meets it. */
export type Rule = { name: string; why: string; wayOut: string; check: (house: House) => Finding[] };
