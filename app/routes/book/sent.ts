import type { Several } from "#app/appointments/booking/book-several.server.ts";
import { alsoFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { COURSE } from "#app/payments/online/prepay-rule.ts";

type Sent = Pick<FormData, "get"> | URLSearchParams;

/** The parsed booking form: the fields to check, what was typed, and the idempotency key. */
export function bookingSent(form: Sent) {
  const text = textsOf(form);
  const { start, therapist } = chosenOf(text);
  const homeAddress = { address: text("address"), postcode: text("postcode"), access: text("access") };
  const person = { name: text("name"), phone: text("phone"), email: text("email"), note: text("note") };
  const typed = { start, before: text("before"), ...person, ...homeAddress };
  const draft = text("key");
  return {
    fields: { service: text("service"), minutes: text("minutes"), therapist, price: text("price"), ...typed },
    typed,
    own: ownSecrets(text("own")),
    several: severalOf(text),
    overlap: overlapOf(text("overlap")),
    pays: text("pays") ?? (text("course") === "use" ? COURSE : null),
    // After Back, the page has the same draft: with another time it is another booking.
    idempotencyKey: draft ? `${draft} ${start ?? ""}` : null,
  };
}

function severalOf(text: (name: string) => string | undefined): Several | null {
  if (text("people") === "2") return { people: 2 };
  const also = alsoFrom(text("also") ?? "");
  return also && { also: also.map((each) => Date.parse(each)) };
}

const MOST_OWN = 20;

function ownSecrets(sent = ""): string[] {
  return sent
    .split(" ")
    .filter((secret) => /^[\w-]{20,100}$/.test(secret))
    .slice(-MOST_OWN);
}

function overlapOf(sent: string | undefined): "both" | { move: string } | null {
  if (sent === "both") return "both";
  return sent?.startsWith("move ") ? { move: sent.slice(5) } : null;
}

export function moveSent(form: FormData) {
  const text = textsOf(form);
  return { ...chosenOf(text), service: text("service"), minutes: text("minutes"), price: text("price") };
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

type Guest = { name?: string | undefined; phone?: string | undefined; email?: string | undefined };

const COOKIE = "ly.guest";
const SECONDS = 1800;
const LONGEST = 254;

/** The Set-Cookie line that keeps who a guest is for another booking, in their browser alone; no note and no address. */
export function keepGuest(guest: Guest): string {
  const kept = new URLSearchParams();
  for (const name of GUEST) kept.set(name, guest[name]?.slice(0, LONGEST) ?? "");
  return `${COOKIE}=${kept}; Max-Age=${SECONDS}; Path=/book; HttpOnly; SameSite=Lax`;
}

export function guestFrom(headers: Headers): Guest {
  const line = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1];
  if (!line) return {};
  const kept = new URLSearchParams(line);
  return Object.fromEntries(GUEST.map((name) => [name, kept.get(name)?.slice(0, LONGEST) ?? ""]));
}

const GUEST = ["name", "phone", "email"] as const;
