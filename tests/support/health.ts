import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { DEFAULT_FORM } from "#app/health/form/form.ts";
import { sendForm } from "#app/health/form/forms.server.ts";
import { EMPTY_NOTE } from "#app/health/note.ts";
import { saveNote } from "#app/health/notes.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor } from "#tests/support/admin.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { staffIn } from "#tests/support/staff.ts";
import { demoApp } from "#tests/support/test-app.ts";

/** Somebody has read what each yes of the first version means. */
export async function signOff(app: AppContext): Promise<void> {
  const { version, questions } = DEFAULT_FORM;
  const signed = { signed_by: "Ada Admin", signed_at: app.clock.now() };
  await app.db.kysely
    .insertInto("health_forms")
    .values({ version, questions: JSON.stringify(questions), used_from: app.clock.now(), ...signed })
    .onConflict((conflict) => conflict.column("version").doNothing())
    .execute();
}

/** An owner who has just signed in, with a second factor. */
export async function protectedOwner(app: AppContext): Promise<Awaited<ReturnType<typeof adminActor>>> {
  const owner = await adminActor(app);
  await app.db.kysely.updateTable("users").set({ twoFactorEnabled: true }).where("id", "=", owner.userId).execute();
  return owner;
}

/** Health records are on, with a key of their own in the data folder. */
export async function switchedOn<App extends AppContext>(app: App): Promise<App> {
  await signOff(app);
  await switchHealth(app, await adminActor(app), true);
  return app;
}

/** The fields of a health form with every answer no, but for those that are given. */
export function answered(more: Record<string, string> = {}): Record<string, string> {
  const questions = DEFAULT_FORM.questions.filter(({ type }) => type === "yes-no");
  const no = Object.fromEntries(questions.map(({ id }) => [id, "no"]));
  return { ...no, adult: "yes", consent: "on", version: String(DEFAULT_FORM.version), ...more };
}

/** Ada has sent a form, and her therapist has signed a note with words of every kind and amended it. */
export async function treated(config: Parameters<typeof demoApp>[0] = {}) {
  const app = await switchedOn(await demoApp(config));
  const appointment = await booked(app);
  const clientId = await clientOf(app, appointment.id);
  const row = { kind: "account", value: "ada", client_id: clientId } as const;
  await app.db.kysely.insertInto("client_keys").values(row).execute();
  const managed = async () => {
    const found = await getManaged(app, manageSecretOf(app, appointment));
    if (!found) throw new Error("The link opens nothing");
    return found;
  };
  await sendForm(app, await managed(), answered({ clot: "yes", help: "ZEBRA-HELP" }));
  const { therapistId } = appointment;
  const { id: userId } = await staffIn(app, { roles: ["therapist"], therapistId });
  const therapist: Actor = { kind: "staff", userId, roles: ["therapist"], therapistId, choices: [] };
  const which = { clientId, noteId: appointment.id };
  const given = { ...EMPTY_NOTE, says: "ZEBRA-SAYS", advice: "ZEBRA-ADVICE", exercises: ["calf-stretch"] };
  await saveNote(app, therapist, { ...which, version: 0, given, signs: false });
  const sign = () => saveNote(app, therapist, { ...which, version: 1, given, signs: true });
  return { app, appointment, clientId, managed, therapist, which, sign };
}
