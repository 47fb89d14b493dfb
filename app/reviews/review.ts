export type Review = { id: string; words: string; name: string; source: string; givenOn: string };
