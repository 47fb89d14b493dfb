import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { reachOf } from "#app/settings/reach.ts";

export async function phoneOf(app: AppContext): Promise<{ href: string; label: string }> {
  const { business } = (await readPractice(app)).settings;
  return reachOf(business).phone;
}
