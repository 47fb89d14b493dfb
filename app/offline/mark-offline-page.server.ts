import { COPY_HEADER, copyUntil, markText, NOBODYS } from "#app/offline/offline-pages.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { deriveSecret } from "#app/platform/ids.server.ts";

/** For whom an answer is made, as a word that says nothing of them. */
export function ownerOf(app: AppContext, sessionId: string | null): string {
  return sessionId === null ? NOBODYS : deriveSecret(app.secret, `offline copies of ${sessionId}`).slice(0, 22);
}

type Copied = { sessionId: string | null; path: string; zone: string };

/** The header that lets a browser store this answer as the offline copy of a page. */
export function markHeaders(app: AppContext, { sessionId, path, zone }: Copied): { [COPY_HEADER]: string } {
  const taken = app.clock.now();
  const dayEnds = startOfDay(addDays(localDateOf(taken, zone), 1), zone);
  const until = copyUntil(path, { taken, dayEnds });
  return { [COPY_HEADER]: markText({ owner: ownerOf(app, sessionId), taken, until, dayEnds }) };
}
