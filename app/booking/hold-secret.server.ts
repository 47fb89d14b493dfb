import type { AppContext } from "#app/platform/app-context.server.ts";
import { deriveSecret } from "#app/platform/ids.server.ts";

/** Derived like a manage link, but only mailed: the page after a booking never shows it. */
export function holdSecretOf(app: AppContext, appointmentId: string): string {
  return deriveSecret(app.secret, `hold:${appointmentId}`);
}

export function keepUrlOf(app: AppContext, appointmentId: string): string {
  return new URL(`/booking/${holdSecretOf(app, appointmentId)}/keep`, app.config.publicUrl).href;
}
