import { z } from "zod";

export const OPENING_STATES = ["not-open", "phone-only", "open"] as const;

/** What visitors may do: read one page, read the whole site and call, or book online. */
export type OpeningState = (typeof OPENING_STATES)[number];

/** What the owner chose; null: nothing yet, so that the demo practice is open and any other is not. */
export const opening = z.object({ state: z.enum(OPENING_STATES).nullable().default(null) });

export type OpeningChoice = z.output<typeof opening>;

export function openingStateOf({
  opening: { state },
  demo,
}: {
  opening: OpeningChoice;
  demo: { shown: boolean };
}): OpeningState {
  return state ?? (demo.shown ? "open" : "not-open");
}

/** `from`: the page that the switch stands on. */
export const openingForm = z.object({ state: z.enum(OPENING_STATES), from: z.string().optional() });

/**
 * Whether visitors are shown the demo practice, with a ribbon that says so. `ended`: for good, whatever DEMO says.
 * `ribbon`: off where nothing invented was left before the demo's end.
 */
export const demoSetting = z.object({
  shown: z.boolean().default(false),
  ended: z.boolean().default(false),
  ribbon: z.boolean().default(true),
});

export type DemoSetting = z.output<typeof demoSetting>;
