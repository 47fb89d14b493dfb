/** How densely a plate is drawn. Fine lines flicker when shrunk, so each displayed width has its own pen. */
export type Pen = {
  spacing: number;
  thin: number;
  index: number;
  accent: number;
  cell: number;
  slack: number;
};

export type Size = "plate" | "card" | "thumb";

/** Plate: 400 px and wider. Card: 220 to 400 px. Thumb: 90 to 220 px. */
export const pens: Record<Size, Pen> = {
  plate: { spacing: 14, thin: 1.3, index: 2.6, accent: 3.4, cell: 3, slack: 0.35 },
  card: { spacing: 20, thin: 2, index: 3.6, accent: 4.8, cell: 4, slack: 0.4 },
  thumb: { spacing: 40, thin: 5, index: 7, accent: 9, cell: 5, slack: 1.5 },
};

/** A person's grain at a card's width: sparser than a card's, as three of them stand on the home page. */
export const personPen: Pen = { spacing: 27, thin: 2.2, index: 4, accent: 5, cell: 5, slack: 1.4 };

export const sheet = { width: 800, height: 1000 };
