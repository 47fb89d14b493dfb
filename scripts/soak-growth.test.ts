import { expect, test } from "vitest";
import { growthOf } from "#tests/proof/soak/growth.ts";
import { heapIn } from "#tests/proof/soak/heap.ts";

const meta = {
  node_fields: ["type", "name", "id", "self_size", "edge_count"],
  node_types: [["synthetic", "object", "string", "code"]] as [string[]],
  edge_fields: ["type", "name_or_index", "to_node"],
  edge_types: [["property", "element", "weak"]] as [string[]],
};
const strings = ["(root)", "Map", "visits", "a visitor’s words", "Request", "compiled"];

/** A root that holds a map by `visits`, and the map so many requests by index; one more is held weakly alone. */
function heapWith({ requests, code }: { requests: number; code: number }) {
  const held = Array.from({ length: requests }, (_, at) => [1, 4, 100 + at, 40, 0]);
  const nodes = [[0, 0, 1, 0, 2], [1, 1, 3, 16, requests], ...held, [1, 4, 7, 40, 0], [3, 5, 9, code, 0]];
  const width = 5;
  const toRequests = held.map((_, at) => [1, at, (2 + at) * width]);
  const edges = [[0, 2, width], [2, 0, (2 + requests) * width], ...toRequests];
  return heapIn({ snapshot: { meta }, nodes: nodes.flat(), edges: edges.flat(), strings });
}

test("what grew is named, with its number, its bytes and what holds it", () => {
  const growth = growthOf(heapWith({ requests: 2, code: 10 }), heapWith({ requests: 5, code: 10 }));
  expect(growth).toEqual([{ what: "object Request", isProgram: true, count: 3, bytes: 120, heldBy: "Map.[]" }]);
});

test("what went counts against what came, and what stayed counts nothing", () => {
  expect(growthOf(heapWith({ requests: 5, code: 10 }), heapWith({ requests: 4, code: 10 }))).toEqual([
    { what: "object Request", isProgram: true, count: -1, bytes: -40, heldBy: "" },
  ]);
  expect(growthOf(heapWith({ requests: 5, code: 10 }), heapWith({ requests: 5, code: 10 }))).toEqual([]);
});

test("what V8 makes of code is told apart, and nobody’s words are kept", () => {
  const { objects } = heapWith({ requests: 1, code: 10 });
  expect(objects.map(({ type, name }) => `${type} ${name}`)).toContain("code compiled");
  const { objects: withText } = heapIn({ snapshot: { meta }, nodes: [2, 3, 1, 8, 0], edges: [], strings });
  expect(withText[0]?.name).toBe("");
});
