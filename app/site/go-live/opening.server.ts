import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { type ContactLinks, getContactLinks } from "#app/settings/contact-links.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { type OpeningState, openingStateOf } from "#app/settings/schemas/opening.ts";
import type { Line } from "#app/site/go-live/checklist-item.ts";
import { getChecklist } from "#app/site/go-live/get-checklist.server.ts";

/** The switch as it stands. */
export type Switch = { state: OpeningState; version: number };

/** What is missing for opening, and whether clients get emails. */
export type Missing = { lines: Pick<Line, "id" | "title" | "text">[]; sendsMail: boolean };

export type OpenOutcome =
  | { kind: "saved" }
  /** Sent again with `isConfirmed` it is saved all the same. */
  | { kind: "to-confirm"; missing: Missing }
  | { kind: "invalid"; errors: { state: string } }
  | { kind: "conflict"; current: Switch }
  | { kind: "forbidden" };

type Input = { state: OpeningState; version: number; isConfirmed: boolean; locale: string };

export async function getSwitch(app: AppContext): Promise<Switch> {
  // The version first: a save in between is then noticed.
  const version = (await readPractice(app)).saved.opening?.version ?? 0;
  return { state: openingStateOf((await readPractice(app)).settings), version };
}

/** Opens the site to visitors, for calls alone, or closes it. Opening with something missing needs a confirmation. */
export async function openSite(
  app: AppContext,
  actor: Actor,
  { state, version, isConfirmed, locale }: Input,
): Promise<OpenOutcome> {
  const { business } = (await readPractice(app)).settings;
  if (state === "phone-only" && !business.phone) {
    return { kind: "invalid", errors: { state: "Add your phone number under Business details first." } };
  }
  if (state === "open" && !isConfirmed) {
    const missing = await findMissing(app, locale);
    if (missing.lines.length > 0 || !missing.sendsMail) return { kind: "to-confirm", missing };
  }
  const outcome = await saveSetting(app, actor, { key: "opening", version, next: () => ({ state }) });
  if (outcome.kind === "unconfirmed") return { kind: "forbidden" };
  if (outcome.kind !== "conflict") return outcome;
  return { kind: "conflict", current: { state: openingStateOf(outcome.current), version: outcome.version } };
}

async function findMissing(app: AppContext, locale: string): Promise<Missing> {
  const lines = (await getChecklist(app, locale)).flatMap((group) => group.lines);
  return { lines: lines.filter(({ state }) => state === "todo"), sendsMail: await canMailLeave(app) };
}

/** Why nothing can be booked online, with what a visitor needs to reach the practice. */
export type Opening = { state: Exclude<OpeningState, "open">; name: string } & ContactLinks;

/** Null while visitors can book online. */
export async function getOpening(app: AppContext): Promise<Opening | null> {
  const { settings } = await readPractice(app);
  const state = openingStateOf(settings);
  return state === "open" ? null : { state, name: settings.business.name, ...getContactLinks(settings.business) };
}
