import { expect, test } from "vitest";
import { signUpForm } from "#app/accounts/account.form.ts";
import { newPasskeyForm } from "#app/accounts/second-factor/passkey.form.ts";
import { serviceForm, serviceFormOf, therapistForm } from "#app/catalogue/service.form.ts";
import { knownPersonFields, personFields } from "#app/clients/person.form.ts";
import { contactForm } from "#app/messages/contact.form.ts";
import { readClientRow } from "#app/moving/csv/client-row.ts";
import { cleanCell } from "#app/moving/csv/sheet.ts";
import { requiredText } from "#app/platform/form-schemas.ts";
import { plainLine, withoutBidi } from "#app/platform/text.ts";

const TURNED = "Ann\u202e \u2066O\u2019Neil\u2069\u200f";
const PLAIN = "Ann O\u2019Neil";

test.each([
  ["a client’s", personFields.name.safeParse(TURNED).data],
  ["a client’s whom the practice notes", knownPersonFields.name.safeParse(TURNED).data],
  ["an account’s", signUpForm.shape.username.safeParse(TURNED).data],
  ["a therapist’s", therapistForm.shape.name.safeParse(TURNED).data],
  ["a service’s or any other title of the practice’s", requiredText("a title", 80).safeParse(TURNED).data],
  ["a sender’s", contactForm.in.shape.user_firstName.safeParse(TURNED).data],
  ["an imported", readImported(TURNED)],
  ["a guest’s of another system", plainLine(TURNED, 100)],
])("%s name has no mark of direction", (_, name) => {
  expect(name).toBe(PLAIN);
});

test("what is nothing but marks is missing", () => {
  expect(personFields.name.safeParse("\u202e\u202c ").success).toBe(false);
  expect(requiredText("a title", 80).safeParse("\u2066\u2069").success).toBe(false);
});

test("letters of any script and emoji stay", () => {
  for (const name of ["فاطمة", "שרה", "नेहा", "👩\u200d⚕️ Ann", "Zoë"]) expect(withoutBidi(name)).toBe(name);
});

test("a passkey and a service keep their names without them, too", () => {
  expect(newPasskeyForm.shape.name.parse(TURNED)).toBe(PLAIN);
  const words = { verb: "", detail: [], whoFor: "", whatToExpect: "", whenNotToBook: "" };
  const empty = { bufferBefore: 0, bufferAfter: 0, lengths: [], therapistIds: [], words };
  const typed = serviceFormOf({
    ...empty,
    title: TURNED,
    category: "A",
    summary: "B",
    booking: "enquiry",
    place: "grid",
  } as never);
  expect(serviceForm.safeParse({ ...typed, bufferBefore: "0", bufferAfter: "0" }).data?.title).toBe(PLAIN);
});

function readImported(name: string): string | null {
  const read = readClientRow([cleanCell(name)], { columns: ["name"], dates: "day-first" });
  return read.kind === "read" ? read.row.name : null;
}
