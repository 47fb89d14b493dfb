type Sent = Pick<FormData, "get"> | URLSearchParams;

/** The parsed booking form: the fields to check, what was typed, and the idempotency key. */
export function bookingSent(form: Sent) {
  const text = textsOf(form);
  // A near time is a button: it outranks a radio that is still checked.
  const start = text("near") ?? text("start");
  const typed = { start, name: text("name"), phone: text("phone"), email: text("email"), note: text("note") };
  const draft = text("key");
  return {
    fields: { service: text("service"), minutes: text("minutes"), therapist: text("therapist"), ...typed },
    typed,
    // After Back, the page has the same draft: with another time it is another booking.
    idempotencyKey: draft ? `${draft} ${start ?? ""}` : null,
  };
}

export function moveSent(form: FormData) {
  const text = textsOf(form);
  return { start: text("near") ?? text("start"), therapist: text("therapist") };
}

export function reasonSent(form: FormData): string {
  return textsOf(form)("reason") ?? "";
}

/** Text fields by name; a file counts as missing. */
function textsOf(form: Sent): (name: string) => string | undefined {
  return (name) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
}
