import { createContext } from "react";
import type { Site, Viewer } from "#app/ui/shell/site.ts";

/** A form that could not be written down, to be sent once more. `isUnclear`: it may have been. */
export type Unsent = { action: string; fields: [string, string][]; isUnclear: boolean };

/** The data of an error page, for which no loader has run. `isUndone`: what was sent has changed nothing. */
export type Fault = {
  site: Site | null;
  viewer: Viewer;
  reference: string;
  unsent: Unsent | null;
  isUndone: boolean;
};

/** Set on the server only: an error page is not hydrated. */
export const FaultContext = createContext<Fault | null>(null);
