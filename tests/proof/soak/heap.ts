import { existsSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

type Written = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]]; edge_fields: string[]; edge_types: [string[]] } };
  nodes: number[];
  edges: number[];
  strings: string[];
};

/** One object of a heap. `name`: of its constructor. `from`: the place of what holds it in `objects`, nearest the root. */
export type HeapObject = { id: number; type: string; name: string; bytes: number; from: number; by: string };
export type Heap = { objects: HeapObject[]; bytes: number };

/** Makes the probed process collect its garbage and say what is left. */
export async function heapOf(pid: number, file: string): Promise<Heap> {
  process.kill(pid, "SIGUSR2");
  while (!existsSync(file)) await sleep(100);
  const written = JSON.parse(readFileSync(file, "utf8")) as Written;
  rmSync(file);
  return heapIn(written);
}

export function heapIn({ snapshot, nodes, edges, strings }: Written): Heap {
  const { node_fields, node_types, edge_fields, edge_types } = snapshot.meta;
  const [width, step] = [node_fields.length, edge_fields.length];
  const at = (field: string) => node_fields.indexOf(field);
  const [type, name, id, size, count] = ["type", "name", "id", "self_size", "edge_count"].map(at) as Five;
  const objects: HeapObject[] = [];
  const firstEdge: number[] = [];
  let edge = 0;
  for (let node = 0; node < nodes.length; node += width) {
    const kind = node_types[0][nodes[node + type] ?? 0] ?? "";
    const isText = kind.endsWith("string");
    const label = isText ? "" : (strings[nodes[node + name] ?? 0] ?? "").slice(0, 60);
    objects.push({
      id: nodes[node + id] ?? 0,
      type: kind,
      name: label,
      bytes: nodes[node + size] ?? 0,
      from: -1,
      by: "",
    });
    firstEdge.push(edge);
    edge += (nodes[node + count] ?? 0) * step;
  }
  firstEdge.push(edge);
  const weak = edge_types[0].indexOf("weak");
  const named = new Set(["context", "property", "internal", "shortcut"].map((kind) => edge_types[0].indexOf(kind)));
  const reached = [0];
  for (const holder of reached) {
    for (let one = firstEdge[holder] ?? 0; one < (firstEdge[holder + 1] ?? 0); one += step) {
      const [kind, label, to] = [edges[one] ?? 0, edges[one + 1] ?? 0, edges[one + 2] ?? 0];
      const held = objects[to / width];
      if (kind === weak || !held || held.from >= 0 || to === 0) continue;
      held.from = holder;
      held.by = named.has(kind) ? (strings[label] ?? "") : "[]";
      reached.push(to / width);
    }
  }
  return { objects, bytes: objects.reduce((sum, { bytes }) => sum + bytes, 0) };
}

type Five = [number, number, number, number, number];
