/**
 * Runs before the first paint, so that a chosen theme does not flash. A constant, so that a cached page can list its
 * hash.
 */
export const THEME_SCRIPT =
  'try{const t=localStorage.getItem("theme");if(t)document.documentElement.dataset.theme=t}catch{}';
