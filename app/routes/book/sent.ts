/** What the booking form sent, in three parts: the fields to check, what was typed, and the key of this draft. */
export function bookingSent(form: FormData) {
  const text = textsOf(form);
  // A near time is a button: it outranks the radio that may still be checked.
  const start = text("near") ?? text("start");
  const typed = { start, name: text("name"), phone: text("phone"), email: text("email") };
  const draft = text("key");
  return {
    fields: { service: text("service"), minutes: text("minutes"), therapist: text("therapist"), ...typed },
    typed,
    // A page come back to keeps its draft: another time chosen there is another booking.
    idempotencyKey: draft ? `${draft} ${start ?? ""}` : null,
  };
}

/** What the form for another time sent. A near time is a button, and outranks the radio here too. */
export function moveSent(form: FormData) {
  const text = textsOf(form);
  return { start: text("near") ?? text("start"), therapist: text("therapist") };
}

/** What was typed as the reason of a cancellation. */
export function reasonSent(form: FormData): string {
  return textsOf(form)("reason") ?? "";
}

/** A form's fields by name; a file is none. */
function textsOf(form: FormData): (name: string) => string | undefined {
  return (name) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
}
