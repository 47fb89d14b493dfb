import { createContext } from "react";
import type { Site, Viewer } from "#app/ui/shell/site.ts";

/** The data of an error page, for which no loader has run: the frame, if known, and the request's id. */
export type Fault = { site: Site | null; viewer: Viewer; reference: string };

/** Set on the server only: an error page is not hydrated. */
export const FaultContext = createContext<Fault | null>(null);
