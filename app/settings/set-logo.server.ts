import { prepareLogo, releaseLogo, saveLogo } from "#app/media/save-logo.server.ts";
import { isAnother } from "#app/media/save-picture.server.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";

type LogoOutcome =
  | { kind: "changed" | "unknown" | "forbidden" | "stale" }
  | { kind: "refused"; field: "file"; message: string };

/** Puts a logo in place of our mark, or of the logo before. */
export async function setLogo(
  app: AppContext,
  actor: Actor,
  file: UploadedFile | null,
  shown?: string,
): Promise<LogoOutcome> {
  const prepared = await prepareLogo(actor, file);
  if (prepared.kind !== "prepared") return prepared;
  return reworkSetting(app, actor, "look", async ({ tx, now, noted, stored }) => {
    if (isAnother(stored.logo, shown)) return "stale";
    if (stored.logo) await releaseLogo(tx, stored.logo, now);
    await noted("logo.put", { kind: "setting", id: "look" });
    return { ...stored, logo: await saveLogo(tx, prepared.logo, now) };
  });
}

export async function removeLogo(app: AppContext, actor: Actor, shown?: string): Promise<LogoOutcome> {
  return reworkSetting(app, actor, "look", async ({ tx, now, noted, stored }) => {
    if (isAnother(stored.logo, shown)) return "stale";
    if (!stored.logo) return stored;
    await releaseLogo(tx, stored.logo, now);
    await noted("logo.remove", { kind: "setting", id: "look" });
    return { ...stored, logo: null, logoHasName: false };
  });
}
