import { expect, test } from "vitest";
import { signUpForm } from "#app/accounts/account.form.ts";
import { personFields } from "#app/clients/person.form.ts";
import { contactForm } from "#app/messages/contact.form.ts";
import { addressIn, EMAIL_UNREACHABLE, EMAIL_WRONG, withServerDomain } from "#app/platform/email-address.ts";
import { emailAddress } from "#app/platform/form-schemas.ts";

test.each([
  ["ann@example.com", "ann@example.com"],
  [" ann@bücher.example ", "ann@xn--bcher-kva.example"],
  ["ann@BÜCHER.example", "ann@xn--bcher-kva.example"],
  ["ann@xn--bcher-kva.example", "ann@xn--bcher-kva.example"],
  ["ann@例え。テスト", "ann@xn--r8jz45g.xn--zckzah"],
  ["ann@пример.рф", "ann@xn--e1afmkfd.xn--p1ai"],
])("%s is the address %s", (typed, address) => {
  expect(addressIn(typed)).toBe(address);
});

test.each([
  ..."josé@example.com,жанна@пример.рф,ann,ann@,@bücher.example,ann@bücher,ann@bü/cher.example,ann@bü:80.example".split(
    ",",
  ),
  ..."ann@bücher.example@evil.example,ann@bü,ann <a@bücher.example>,ann@\u202ebücher.example".split(","),
  `ann@${"ü".repeat(250)}.example`,
])("%j is no address", (typed) => {
  expect(addressIn(typed)).toBeNull();
});

test("a domain is written anew, and nothing else", () => {
  for (const typed of ["", "bücher.example", "josé@example.com", "ann@bü?cher.example"]) {
    expect(withServerDomain(typed), typed).toBe(typed);
  }
});

const contact = { user_firstName: "Ann", user_lastName: "O", user_subject: "Hello", user_message: "Hello" };

test.each([
  ["a booking", (email: string) => personFields.email.safeParse(email)],
  ["a new account", (email: string) => signUpForm.shape.email.safeParse(email)],
  ["a setting", (email: string) => emailAddress("the address").safeParse(email)],
  ["a message", (email: string) => contactForm.safeParse({ ...contact, user_email: email })],
])("%s takes international domains, and says what our email can’t reach", (_, read) => {
  const taken = read("Ann@bücher.example");
  const address = typeof taken.data === "string" ? taken.data : taken.data?.email;
  expect(address?.toLowerCase()).toBe("ann@xn--bcher-kva.example");
  expect(read("josé@example.com").error?.issues[0]?.message).toBe(EMAIL_UNREACHABLE);
  expect(read("ann at home").error?.issues[0]?.message).not.toBe(EMAIL_UNREACHABLE);
});

test("an address in another form is refused as before", () => {
  expect(personFields.email.safeParse("ann").error?.issues[0]?.message).toBe(EMAIL_WRONG);
});
