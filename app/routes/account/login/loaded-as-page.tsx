import { useEffect } from "react";

/**
 * On a page without the framework's script. Renders nothing on a page load; if another page's script navigates here,
 * as after an ended session, reloads the page with its own script and no data of anybody.
 */
export function LoadedAsPage(): null {
  useEffect(() => window.location.replace(window.location.href), []);
  return null;
}
