import { z } from "zod";
import type { ClinikoKind } from "#app/health/moving/cliniko-wire.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { sendOut } from "#app/platform/outbound/send-out.server.ts";

export type ClinikoAnswer =
  | { kind: "page"; items: unknown[]; total: number | null; hasMore: boolean }
  /** Too many calls in this minute: not before then (epoch ms). */
  | { kind: "wait"; until: number }
  /** It will not be otherwise if we ask again. */
  | { kind: "refused"; words: string }
  | { kind: "fault"; words: string };

export type ClinikoCall = {
  shard: string;
  key: string;
  contact: string;
  kind: ClinikoKind;
  after: string;
  now: number;
};

export const PER_PAGE = 50;
const MOST_BYTES = 16 * 1024 * 1024;
const MINUTE = 60_000;
const LONGEST_WAIT = 15 * MINUTE;

const pageShape = z.object({
  total_entries: z.number().nullish(),
  links: z.object({ next: z.string().nullish() }).nullish(),
});

/**
 * The items of one kind behind an id, in the order of ids. Pages by number would move when something is deleted in
 * between, and an edit would not change an id.
 */
export async function askCliniko(
  app: Pick<AppContext, "config">,
  { shard, key, contact, kind, after, now }: ClinikoCall,
): Promise<ClinikoAnswer> {
  const query = new URLSearchParams([
    ["q[]", `id:>${after}`],
    ...(kind === "patients" ? [["q[]", "archived_at:*"]] : []),
    ["sort", "id:asc"],
    ["per_page", String(PER_PAGE)],
  ]);
  const base = app.config.clinikoApiUrl ?? `https://api.${shard}.cliniko.com`;
  const answer = await sendOut(app, {
    url: `${base}/v1/${kind}?${query}`,
    limits: { bytes: MOST_BYTES },
    headers: {
      Authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
      Accept: "application/json",
      "User-Agent": `limber-yard (${contact})`,
    },
  });
  if (answer.kind === "failed") return { kind: "fault", words: "Cliniko can’t be reached from here." };
  const { status, headers, text } = answer;
  if (status === 429) return { kind: "wait", until: resetAt(headers["x-ratelimit-reset"], now) };
  if (status === 401) return { kind: "refused", words: "Cliniko does not know this key. Make a new one there." };
  if (status === 403)
    return { kind: "refused", words: "This key may not read patients, notes and forms. Use an administrator’s key." };
  if (status !== 200) return { kind: "fault", words: `Cliniko answered with error ${status}.` };
  const json = jsonOf(text);
  const items = z.object({ [kind]: z.array(z.unknown()) }).safeParse(json).data?.[kind];
  const page = pageShape.safeParse(json).data;
  if (!items || !page) return { kind: "fault", words: "Cliniko answered in a shape that we don’t know." };
  return { kind: "page", items, total: page.total_entries ?? null, hasMore: Boolean(page.links?.next) };
}

function resetAt(header: string | undefined, now: number): number {
  const at = Number(header) * 1000;
  return Number.isFinite(at) && at > now ? Math.min(at, now + LONGEST_WAIT) : now + MINUTE;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
