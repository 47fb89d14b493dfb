import { saveService } from "#app/catalogue/edit-catalogue.server.ts";
import { serviceForm, therapistForm } from "#app/catalogue/service.form.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { addTherapist } from "#app/diary/stranded/therapists.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import type { Business } from "#app/settings/schemas/business.ts";
import type { OpeningState } from "#app/settings/schemas/opening.ts";
import { practice } from "#tests/support/practice.ts";

export const FERRIER: Pick<Business, "name" | "fullName" | "phone" | "mobile" | "email" | "address" | "directions"> = {
  name: "Ferrier Sports Therapy",
  fullName: "",
  phone: "+441632960552",
  mobile: "",
  email: "jo@ferrier.example",
  address: { street: "3 Mill Court", locality: "", town: "Ashby", postcode: "LE1 1AA" },
  directions: "",
};

export const LEGAL: Business["legal"] = {
  form: "sole-trader",
  name: "Jo Ferrier",
  number: "",
  registeredIn: "",
  office: "",
  ico: "",
  vat: "",
};

export async function saveFacts(app: AppContext, facts: Partial<Business>): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "business");
  const next = (stored: Business) => ({ ...stored, ...facts });
  const outcome = await saveSetting(app, practice, { key: "business", version, next });
  if (outcome.kind !== "saved") throw new Error(outcome.kind);
}

export async function addJo(app: AppContext): Promise<string> {
  const draft = valid(readFields(therapistForm, { name: "Jo Ferrier", role: "Sports therapist, Level 5" }));
  const saved = await addTherapist(app, practice, draft);
  if (saved.kind !== "added") throw new Error(saved.kind);
  const weekly = ([1, 2, 3, 4, 5] as const).map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1020 }));
  await setWeek(app, practice, { therapistId: saved.id, version: 1, weekly, accepted: [] });
  return saved.id;
}

export async function addService(
  app: AppContext,
  therapistIds: readonly string[],
  title = "Back and neck massage",
): Promise<string> {
  const fields = {
    ...{ title, category: "Massage", summary: "For desks and steering wheels." },
    ...{ booking: "online", place: "grid", bufferBefore: "0", bufferAfter: "15" },
    ...{ "lengths.0.minutes": "60", "lengths.0.price": "50" },
    ...Object.fromEntries(therapistIds.map((id) => [`therapists.${id}`, "on"])),
  };
  const draft = valid(readFields(serviceForm, fields));
  const saved = await saveService(app, practice, { id: null, version: 0, draft });
  if (saved.kind !== "saved") throw new Error(saved.kind);
  return saved.id;
}

/** The sole trader of issue 16, open. */
export async function ferrierIn(app: AppContext): Promise<void> {
  await saveFacts(app, { ...FERRIER, legal: LEGAL });
  await addService(app, [await addJo(app)]);
  await setOpening(app, "open");
}

/** The switch "Open to visitors", as its owner leaves it. */
export async function setOpening(app: AppContext, state: OpeningState): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "opening");
  const outcome = await saveSetting(app, practice, { key: "opening", version, next: () => ({ state }) });
  if (outcome.kind !== "saved") throw new Error(outcome.kind);
}

/** The starts of all appointments, in order. */
export async function bookedStarts(app: AppContext): Promise<number[]> {
  const rows = await app.db.kysely.selectFrom("appointments").select("starts_at").execute();
  return rows.map((row) => row.starts_at).sort((one, other) => one - other);
}

function valid<Value>(read: { kind: "valid"; value: Value } | { kind: "invalid"; errors: object }): Value {
  if (read.kind === "invalid") throw new Error(JSON.stringify(read.errors));
  return read.value;
}
