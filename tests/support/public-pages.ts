import { publicRoutes } from "#tests/support/public-routes.ts";

/** Every page that needs no mailed link, and a missing one, for tests of every page. */
export const PUBLIC_PAGES = [...(await publicRoutes()).filter((path) => !/[{?]/.test(path)), "/nowhere"];

export const NOWHERE_SAYS_SO = [/Failed to load resource.*404/];
