import type { RouterContextProvider, ServerBuild, ServerEntryModule } from "react-router";
import type { Visit } from "#app/platform/http/context.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** React Router's server bundle of this site. What the server needs of the bundle goes through its entry module. */
export type SiteBuild = ServerBuild & { entry: { module: SiteEntry } };

export type SiteEntry = ServerEntryModule & {
  createRouterContext: (world: World, visit: Visit) => RouterContextProvider;
  /** Starts the work that nobody asks for by a request; returns what stops it. */
  startJobs?: (world: World) => (() => void | Promise<void>) | Promise<() => void | Promise<void>>;
  /** How to make the first admin, or null when there is one. */
  adminHint?: (world: World) => string | null | Promise<string | null>;
};
