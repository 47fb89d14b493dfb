import { type ContactInput, contactForm } from "#app/messages/contact.form.ts";
import { type Fields, readFields } from "#app/platform/form-fields.ts";
import type { StoredEmailjs } from "#app/settings/schemas/emailjs.ts";

/** What their service answers: a status and a text. */
export type EmailjsReply = { status: number; text: string };

/** A page that is made for EmailJS may send here once there is a page to name, and the ids that it sends. */
export function takesForms({ origins, publicKey, serviceId, templateId }: StoredEmailjs): boolean {
  return origins.length > 0 && [publicKey, serviceId, templateId].every(Boolean);
}

/** Why a request of this origin is refused, as their service says it; null if it is taken. */
export function refusalFor(origin: string | null, { origins }: Pick<StoredEmailjs, "origins">): EmailjsReply | null {
  if (origin === null) return { status: 403, text: "API calls are disabled for non-browser applications" };
  return origins.includes(origin) ? null : { status: 403, text: "Forbidden" };
}

/** The JSON twin as the form's fields: its variables beside the ids. Null: it is no such request. */
export function fieldsFromJson(sent: unknown): Fields | null {
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return null;
  const { template_params: variables, ...ids } = sent as Record<string, unknown>;
  if (variables !== undefined && (typeof variables !== "object" || variables === null)) return null;
  const texts = Object.entries({ ...variables, ...ids }).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(texts) as Fields;
}

type Read = { kind: "message"; contact: ContactInput } | { kind: "refused"; reply: EmailjsReply };

/** The ids first, as their service checks them, and then the message by the contact form's own rules. */
export function readSentForm(fields: Fields, stored: StoredEmailjs): Read {
  for (const [name, own, unknown] of IDS) {
    const sent = fields[name];
    if (!sent) return refused(400, `The ${name} parameter is required`);
    const isDefault = name === "service_id" && sent === "default_service";
    if (sent !== stored[own] && !isDefault) return refused(400, unknown);
  }
  const read = readFields(contactForm, fields);
  if (read.kind === "valid") return { kind: "message", contact: read.value };
  return refused(400, Object.values(read.errors)[0] ?? "The message can’t be read");
}

const DASHBOARD = "https://dashboard.emailjs.com/admin";
const IDS = [
  ["user_id", "publicKey", `The Public Key is invalid. To find this ID, visit ${DASHBOARD}/account`],
  ["service_id", "serviceId", `The service ID not found. To find this ID, visit ${DASHBOARD}`],
  ["template_id", "templateId", `The template ID not found. To find this ID, visit ${DASHBOARD}/templates`],
] as const;

function refused(status: number, text: string): Read {
  return { kind: "refused", reply: { status, text } };
}
