/** Runs before the first paint: a chosen theme must not flash. Kept fixed, so that a cached page can list its hash. */
export const THEME_SCRIPT =
  'try{const t=localStorage.getItem("theme");if(t)document.documentElement.dataset.theme=t}catch{}';
