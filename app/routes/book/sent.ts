/** What the booking form sent, in three parts: the fields to check, what was typed, and the key of this draft. */
export function bookingSent(form: FormData) {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
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
