import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";
import type { GoLiveChoices } from "#app/settings/schemas/go-live-choices.ts";
import type { PageKey } from "#app/site/page-words.ts";
import { getWordsAt } from "#app/site/words.server.ts";

export const POLICIES = ["privacy", "terms", "cancellations"] as const satisfies PageKey[];

/** Stores a choice that no other setting tells: to keep the drawings, to show our films. */
export async function chooseForOpening(
  app: AppContext,
  actor: Actor,
  choice: Partial<Pick<GoLiveChoices, "keepsDrawings" | "showsFilms">>,
) {
  return reworkSetting(app, actor, "goLive", async ({ noted, stored }) => {
    await noted("go-live.choose", { kind: "setting", id: "goLive" }, { choice: Object.keys(choice).join() });
    return { ...stored, ...choice };
  });
}

/** Somebody of the practice has read a policy as it stood in this version; `unknown` if it has changed since. */
export async function markPolicyRead(
  app: AppContext,
  actor: Actor,
  { page, version }: { page: (typeof POLICIES)[number]; version: number },
) {
  return reworkSetting(app, actor, "goLive", async ({ tx, now, noted, stored }) => {
    if ((await getWordsAt(tx, page)).version !== version) return null;
    await noted("go-live.policy-read", { kind: "page", id: page }, { version });
    return { ...stored, policiesRead: { ...stored.policiesRead, [page]: { version, at: now } } };
  });
}
