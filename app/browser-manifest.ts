/** Whether a route (`routes/admin/diary/diary`) is for the practice: the public pages lead there by a fresh page only. */
export function isAdminRoute(id: string): boolean {
  return id.startsWith("routes/admin/");
}

/** The address or name of the manifest without the practice's routes; as it was where there is none, as in development. */
export function manifestWithoutAdmin(manifest: string): string {
  return manifest.replace(/(manifest-\w+)\.js$/, "$1.public.js");
}
