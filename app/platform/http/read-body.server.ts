const KINDS = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/**
 * Reads the form that a page sent. Every form is read here: throws the answer for what is not a form (415) or is
 * broken (400).
 */
export async function readFormBody(request: Request): Promise<FormData> {
  if (!KINDS.test(request.headers.get("content-type") ?? "")) throw unread(415);
  try {
    return await request.formData();
  } catch {
    throw unread(400);
  }
}

/** Thrown for a body that is not a form of ours: our pages send none such. */
export function unread(status: 400 | 408 | 415): Response {
  return new Response("Unreadable form\n\nSend the fields of the form as the page does. Nothing was changed.\n", {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** A JSON body from a script or another program; null if it is not JSON or was cut off. */
export async function readJsonBody(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return null;
  }
}

/** A body's bytes as they came, for a signature over them; null if it was cut off. */
export async function readRawBody(request: Request): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    return null;
  }
}
