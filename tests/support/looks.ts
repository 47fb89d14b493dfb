const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

/** The four ways that every page is looked at: name and what `newPage` takes. */
export const LOOKS = [
  ["on a phone, light", { viewport: PHONE, colorScheme: "light" }],
  ["on a phone, dark", { viewport: PHONE, colorScheme: "dark" }],
  ["on a desk, light", { viewport: DESK, colorScheme: "light" }],
  ["on a desk, dark", { viewport: DESK, colorScheme: "dark" }],
] as const;
