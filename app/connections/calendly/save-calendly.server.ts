import { addAdapter, removeAdapter } from "#app/adapters/adapters.db.server.ts";
import type { TypedCalendly } from "#app/connections/calendly/calendly.form.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { may, needsConfirmation } from "#app/platform/permissions.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { TOKEN_CELL } from "#app/settings/schemas/scheduler-choice.ts";

/**
 * Saves who shows the times. A token that is typed begins anew: whose it is and its webhook are asked at the next turn.
 * With our own scheduler nothing of the adapter stays but the page and the sealed token.
 */
export async function saveCalendly(
  app: AppContext,
  actor: Actor,
  { version, typed }: { version: number; typed: TypedCalendly },
) {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" as const };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" as const };
  const { token, ...choice } = typed;
  const sealed = token && seal(readOrMakeSealingKey(app.config), TOKEN_CELL, token);
  const outcome = await saveSetting(app, actor, {
    key: "scheduler",
    version,
    next: (stored) => ({ ...choice, token: sealed || stored.token }),
  });
  if (outcome.kind !== "saved") return outcome;
  if (choice.kind === "own" || sealed) await removeAdapter(app.db.kysely, "calendly");
  if (choice.kind === "calendly") await addAdapter(app.db.kysely, "calendly", app.clock.now());
  return outcome;
}
