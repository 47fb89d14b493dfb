import { expect, test } from "vitest";
import { filledIn, MAIL_PROVIDERS, providerOfDomain, providerOfExchanges } from "#app/mail/server/providers.ts";

test("a provider is recognised by its own domains", () => {
  const known = { "gmail.com": "google", "hotmail.co.uk": "outlook", "btinternet.com": "bt", "sky.com": "sky" };
  for (const [domain, id] of Object.entries(known)) expect(providerOfDomain(domain)?.id, domain).toBe(id);
  for (const domain of ["example.co.uk", "notgmail.com", "gmail.com.evil.example"]) {
    expect(providerOfDomain(domain), domain).toBeNull();
  }
});

test("a provider is recognised by the servers that receive its mail", () => {
  const known = {
    "aspmx.l.google.com": "google",
    "smtp.google.com.": "google",
    "ferrier-co-uk.mail.protection.outlook.com": "microsoft-365",
    "mx01.mail.icloud.com": "icloud",
    "in1-smtp.messagingengine.com": "fastmail",
    "mx.zoho.eu": "zoho-eu",
    "MX00.IONOS.CO.UK": "ionos",
    "mx0.123-reg.co.uk": "123-reg",
    "smtp.secureserver.net": "godaddy",
  };
  for (const [exchange, id] of Object.entries(known)) expect(providerOfExchanges([exchange])?.id, exchange).toBe(id);
  expect(providerOfExchanges(["mx.evilgoogle.com", "mail.example.com"])).toBeNull();
});

test("the form is filled in with what the provider needs", () => {
  const address = "jo@ferrier.example";
  const by = (id: string) => filledIn(MAIL_PROVIDERS.find((one) => one.id === id) ?? expect.fail(id), address);
  expect(by("google")).toEqual({ host: "smtp.gmail.com", port: 465, security: "tls", user: address });
  expect(by("krystal")).toMatchObject({ host: "mail.ferrier.example", security: "tls" });
  expect(by("resend")).toMatchObject({ user: "resend" });
  expect(by("mailgun")).toMatchObject({ user: "postmaster@ferrier.example", security: "starttls" });
  expect(by("smtp2go")).toEqual({ host: "mail-eu.smtp2go.com", port: 2525, security: "starttls", user: "" });
});

test("every row has its source, and three sentences of its own", () => {
  expect(new Set(MAIL_PROVIDERS.map(({ id }) => id)).size).toBe(MAIL_PROVIDERS.length);
  for (const { id, source, steps, page, refused } of MAIL_PROVIDERS) {
    expect(new URL(source.url).protocol, id).toBe("https:");
    expect(source.read ?? "2026-01-01", id).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(new URL(page).protocol, id).toBe("https:");
    for (const sentence of [...steps, refused]) expect(sentence, id).toMatch(/^(iCloud|[A-Z]).*\.$/s);
  }
});
