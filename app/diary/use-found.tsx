import { useEffect } from "react";
import { useFetcher } from "react-router";
import { type Found, stillFits } from "#app/diary/found-client.ts";
import type { ShownRow } from "#app/diary/shown-row.ts";

const PAUSE = 80;
const FEWEST_LETTERS = 2;

type FoundNow = Found & { appointment: ShownRow | null };

/** What the letters find, read from the server after a short pause. `isCurrent`: found by all of them. */
export function useFound(text: string): FoundNow & { isCurrent: boolean } {
  const { load, data } = useFetcher<FoundNow & { text: string }>();
  const typed = text.trim();
  const isEnough = typed.length >= FEWEST_LETTERS;
  useEffect(() => {
    if (!isEnough) return;
    const pause = window.setTimeout(() => load(`/admin/find?${new URLSearchParams({ q: typed })}`), PAUSE);
    return () => window.clearTimeout(pause);
  }, [load, typed, isEnough]);
  if (!isEnough || !data) return { clients: [], more: false, appointment: null, isCurrent: false };
  if (data.text === typed) return { ...data, isCurrent: true };
  // Enter takes the first of the list: nobody may stand there whom the last letter has ruled out.
  const clients = data.clients.filter((client) => stillFits(client, typed));
  return { clients, more: data.more, appointment: null, isCurrent: false };
}
