/** What is offered in place of a taken time. Starts are ISO 8601 instants; `others`: who else is free at that time. */
export type Instead = { start: string; others: { slug: string; name: string }[]; near: string[] };

type Taken = { start: number; near: readonly { start: number }[]; others: readonly { slug: string; name: string }[] };

export function insteadOf({ start, near, others }: Taken): Instead {
  const iso = (instant: number) => new Date(instant).toISOString();
  return {
    start: iso(start),
    others: others.map(({ slug, name }) => ({ slug, name })),
    near: near.map((slot) => iso(slot.start)),
  };
}
