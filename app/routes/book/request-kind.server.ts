import type { BookingField } from "#app/appointments/booking/booking.form.ts";
import type { RequestKind } from "#app/platform/http/request-queue.server.ts";
import { bookingSent } from "#app/routes/book/sent.ts";

// The fields of a booking are a fraction of this: longer bodies are not parsed.
const LONGEST = 8 * 1024;
const NEEDED: readonly BookingField[] = ["service", "start", "name", "phone", "email"];

/** What the request queue needs: whether a request leads to a booking, or names all that one needs. */
export function requestKindOf({ path, body }: { path: string; body: Uint8Array | null }): RequestKind | null {
  const door = path.replace(/\.data$/, "");
  if (door === "/api/availability") return "scheduling";
  if (door !== "/book" && door !== "/api/appointments") return null;
  if (body === null) return "scheduling";
  return body.byteLength <= LONGEST && isWhole(fieldsOf(body)) ? "booking" : "form";
}

// Whether they are right is read once, when its turn comes: whoever floods can send a right email too.
function isWhole(fields: Fields): boolean {
  return NEEDED.every((name) => typeof fields?.[name] === "string" && fields[name].trim() !== "");
}

type Fields = Partial<Record<BookingField, unknown>> | null;

function fieldsOf(body: Uint8Array): Fields {
  const text = new TextDecoder().decode(body);
  if (!text.startsWith("{")) return bookingSent(new URLSearchParams(text)).fields;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
