// Whoever is asked to log in has no session: what is stored for offline use is not theirs (docs/decisions/0358).
globalThis.caches?.keys().then((names) => {
  for (const name of names) if (name.startsWith("offline-") && !name.endsWith("-nobody")) caches.delete(name);
});
