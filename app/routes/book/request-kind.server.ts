import { parseBooking } from "#app/appointments/booking/booking.form.ts";
import type { RequestKind } from "#app/platform/http/request-queue.server.ts";
import { bookingSent } from "#app/routes/book/sent.ts";

// The fields of a booking are a fraction of this: longer bodies are not parsed.
const LONGEST = 8 * 1024;

/** What the request queue needs: whether a request leads to a booking, or is a booking that could succeed. */
export function requestKindOf({ path, body }: { path: string; body: Uint8Array | null }): RequestKind | null {
  const door = path.replace(/\.data$/, "");
  if (door === "/api/availability") return "scheduling";
  if (door !== "/book" && door !== "/api/appointments") return null;
  if (body === null) return "scheduling";
  return body.byteLength <= LONGEST && parseBooking(fieldsOf(body)).kind === "valid" ? "booking" : "form";
}

function fieldsOf(body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body);
  if (!text.startsWith("{")) return bookingSent(new URLSearchParams(text)).fields;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
