import type { Heap, HeapObject } from "#tests/proof/soak/heap.ts";

/** What came since, less what went, of one kind of object. `heldBy`: the way most of the new ones are held. */
export type Growth = { what: string; isProgram: boolean; count: number; bytes: number; heldBy: string };

// What V8 itself makes of code that runs: it grows while functions get warm, and ends with the functions.
const OF_V8 = new Set(["code", "hidden", "object shape", "synthetic"]);
const STEPS = 5;

export function growthOf(before: Heap, after: Heap): Growth[] {
  const known = new Set(before.objects.map(({ id }) => id));
  const still = new Set(after.objects.map(({ id }) => id));
  const grown = new Map<string, Growth & { ways: Map<string, number> }>();
  const add = (one: HeapObject, sign: 1 | -1) => {
    const what = `${one.type} ${one.name}`.trim();
    const line = grown.get(what) ?? {
      ...{ what, isProgram: !OF_V8.has(one.type), count: 0, bytes: 0, heldBy: "", ways: new Map() },
    };
    line.count += sign;
    line.bytes += sign * one.bytes;
    grown.set(what, line);
    return line;
  };
  for (const one of before.objects) if (!still.has(one.id)) add(one, -1);
  for (const one of after.objects) {
    if (known.has(one.id)) continue;
    const { ways } = add(one, 1);
    const way = wayTo(one, after.objects);
    ways.set(way, (ways.get(way) ?? 0) + one.bytes);
  }
  return [...grown.values()]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ ways, ...line }) => ({ ...line, heldBy: [...ways].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "" }));
}

/** From the object towards the root: the nearest holders, each with the name it holds the next by. */
function wayTo(one: HeapObject, objects: readonly HeapObject[]): string {
  const steps: string[] = [];
  for (let held = one; steps.length < STEPS; ) {
    const holder = objects[held.from];
    if (!holder || held.from <= 0) break;
    steps.push(`${holder.name || holder.type}.${/^\d+$/.test(held.by) ? "[]" : held.by}`);
    held = holder;
  }
  return steps.join(" ← ");
}
