type Sent = Pick<FormData, "get"> | URLSearchParams;

/** The parsed booking form: the fields to check, what was typed, and the idempotency key. */
export function bookingSent(form: Sent) {
  const text = textsOf(form);
  const { start, therapist } = chosenOf(text);
  const typed = { start, name: text("name"), phone: text("phone"), email: text("email"), note: text("note") };
  const draft = text("key");
  return {
    fields: { service: text("service"), minutes: text("minutes"), therapist, price: text("price"), ...typed },
    typed,
    // After Back, the page has the same draft: with another time it is another booking.
    idempotencyKey: draft ? `${draft} ${start ?? ""}` : null,
  };
}

export function moveSent(form: FormData) {
  const text = textsOf(form);
  return chosenOf(text);
}

export function requestSent(form: FormData): string {
  return textsOf(form)("when") ?? "";
}

export function reasonSent(form: FormData): string {
  return textsOf(form)("reason") ?? "";
}

// A button in place of a taken time outranks a radio that is still checked: `2026-11-24T10:30:00.000Z tom-ellery`.
function chosenOf(text: (name: string) => string | undefined) {
  const [start, therapist] = text("near")?.split(" ") ?? [];
  return { start: start ?? text("start"), therapist: therapist ?? text("therapist") };
}

/** Text fields by name; a file counts as missing. */
function textsOf(form: Sent): (name: string) => string | undefined {
  return (name) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
}
