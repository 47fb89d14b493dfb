import type { Field } from "#app/ui/pen/terrain.ts";

export type Point = readonly [x: number, y: number];

export type Survey = { columns: number; rows: number; cell: number; heights: Float64Array };

/** The crossings of one level: a point per crossed grid edge, and which edges are joined. */
export type Crossings = { points: Map<number, Point>; joins: Map<number, number[]> };

export function survey(field: Field, size: { width: number; height: number; cell: number }): Survey {
  const columns = Math.ceil(size.width / size.cell);
  const rows = Math.ceil(size.height / size.cell);
  const heights = new Float64Array((columns + 1) * (rows + 1));
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++)
      heights[row * (columns + 1) + column] = field(column * size.cell, row * size.cell);
  return { columns, rows, cell: size.cell, heights };
}

/** Marching squares: where one level crosses the grid. Squares that touch NaN are left empty. */
export function crossings(land: Survey, level: number): Crossings {
  const found: Crossings = { points: new Map(), joins: new Map() };
  for (let row = 0; row < land.rows; row++)
    for (let column = 0; column < land.columns; column++) markSquare(land, found, { column, row, level });
  return found;
}

type Square = { column: number; row: number; level: number };
type Side = "top" | "right" | "bottom" | "left";

/** Which sides a level joins, by the corners above it: top-left 8, top-right 4, bottom-right 2, bottom-left 1. */
const SIDES: Record<number, readonly (readonly [Side, Side])[]> = {
  1: [["left", "bottom"]],
  2: [["bottom", "right"]],
  3: [["left", "right"]],
  4: [["top", "right"]],
  5: [
    ["left", "top"],
    ["bottom", "right"],
  ],
  6: [["top", "bottom"]],
  7: [["left", "top"]],
  8: [["left", "top"]],
  9: [["top", "bottom"]],
  10: [
    ["left", "bottom"],
    ["top", "right"],
  ],
  11: [["top", "right"]],
  12: [["left", "right"]],
  13: [["bottom", "right"]],
  14: [["left", "bottom"]],
};

function markSquare(land: Survey, found: Crossings, square: Square): void {
  const { column, row, level } = square;
  const stride = land.columns + 1;
  const corner = row * stride + column;
  const topLeft = land.heights[corner] ?? Number.NaN;
  const topRight = land.heights[corner + 1] ?? Number.NaN;
  const bottomRight = land.heights[corner + stride + 1] ?? Number.NaN;
  const bottomLeft = land.heights[corner + stride] ?? Number.NaN;
  if (Number.isNaN(topLeft + topRight + bottomRight + bottomLeft)) return;
  const above =
    (topLeft > level ? 8 : 0) |
    (topRight > level ? 4 : 0) |
    (bottomRight > level ? 2 : 0) |
    (bottomLeft > level ? 1 : 0);
  for (const [from, to] of SIDES[above] ?? []) {
    const a = crossing(land, found, { ...square, side: from });
    const b = crossing(land, found, { ...square, side: to });
    joinTo(found.joins, a, b);
    joinTo(found.joins, b, a);
  }
}

/** The key of a grid edge is twice its upper-left corner, plus one when it runs down the page. */
function crossing(land: Survey, found: Crossings, at: Square & { side: Side }): number {
  const stride = land.columns + 1;
  const column = at.side === "right" ? at.column + 1 : at.column;
  const row = at.side === "bottom" ? at.row + 1 : at.row;
  const down = at.side === "left" || at.side === "right";
  const corner = row * stride + column;
  const key = corner * 2 + (down ? 1 : 0);
  if (!found.points.has(key)) {
    const from = land.heights[corner] ?? 0;
    const to = land.heights[down ? corner + stride : corner + 1] ?? 0;
    const share = (at.level - from) / (to - from);
    found.points.set(key, [(column + (down ? 0 : share)) * land.cell, (row + (down ? share : 0)) * land.cell]);
  }
  return key;
}

function joinTo(joins: Map<number, number[]>, from: number, to: number): void {
  const list = joins.get(from);
  if (list) list.push(to);
  else joins.set(from, [to]);
}
