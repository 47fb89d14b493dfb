import { publicRoutes } from "#tests/support/public-routes.ts";

/** Every page that needs no link from a mail, and one that is not there: what must hold on each is tried on all. */
export const PUBLIC_PAGES = [...(await publicRoutes()).filter((path) => !/[{?]/.test(path)), "/nowhere"];

/** The address that is nowhere answers 404, and the browser says so. */
export const NOWHERE_SAYS_SO = [/Failed to load resource.*404/];
