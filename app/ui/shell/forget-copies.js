// Whoever is asked to log in has no session: what is stored for offline use is not theirs (docs/decisions/0358).
async function forget() {
  for (const name of (await globalThis.caches?.keys()) ?? [])
    if (name.startsWith("offline-") && !name.endsWith("-nobody")) await caches.delete(name);
}

forget();
// Once more behind a tab that is storing what it asked for before.
navigator.locks?.request("offline copies", forget);
