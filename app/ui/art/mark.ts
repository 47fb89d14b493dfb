/** Path data on a 40 by 40 square: four bent battens nested into an L. The third is oxide. */
export const battens = [
  { path: "M6 3V12A22 22 0 0 0 28 34H37", touched: false },
  { path: "M12 3V12A16 16 0 0 0 28 28H37", touched: false },
  { path: "M18 3V12A10 10 0 0 0 28 22H37", touched: true },
  { path: "M24 3V12A4 4 0 0 0 28 16H37", touched: false },
];
