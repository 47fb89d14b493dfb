import { z } from "zod";
import { optionalText, tickBox } from "#app/platform/form-schemas.ts";
import type { StoredEmailjs } from "#app/settings/schemas/emailjs.ts";

const LONGEST_KEY = 200;
const MOST_ORIGINS = 10;

const id = (what: string) =>
  optionalText(what, 100).refine(
    (typed) => /^[\w-]*$/.test(typed),
    `Copy ${what} again: it has letters, digits, - and _`,
  );

const privateKey = z
  .string()
  .default("")
  .transform((typed) => typed.trim())
  .refine((typed) => typed.length <= LONGEST_KEY, "That key is too long")
  .refine((typed) => !/[\p{Cc}\s]/u.test(typed), "A key is one word");

const origins = optionalText("the addresses", 2000)
  .transform((text) => [...new Set(text.split(/[\s,]+/).filter(Boolean))])
  .refine((all) => all.every(isSite), "Enter addresses like https://www.example.com, one a line")
  .refine((all) => all.length <= MOST_ORIGINS, `Enter ${MOST_ORIGINS} addresses or fewer`)
  .transform((all) => [...new Set(all.map((typed) => new URL(typed).origin))]);

// A page in the clear could be anybody's on the way; a developer's own machine is excepted.
function isSite(typed: string): boolean {
  if (!URL.canParse(typed)) return false;
  const { protocol, hostname, pathname, search } = new URL(typed);
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  return (protocol === "https:" || (protocol === "http:" && isLocal)) && pathname === "/" && search === "";
}

/** What may be typed for EmailJS. An empty private key keeps the stored one. */
export const emailjsForm = z
  .object({
    sends: tickBox(),
    serviceId: id("the service ID"),
    templateId: id("the template ID"),
    publicKey: id("the public key"),
    privateKey,
    noPrivateKey: tickBox(),
    origins,
  })
  .superRefine(({ sends, origins: pages, ...ids }, context) => {
    if (!sends && pages.length === 0) return;
    for (const [field, message] of Object.entries(MISSING)) {
      if (ids[field as keyof typeof MISSING] === "") context.addIssue({ code: "custom", path: [field], message });
    }
  });

const MISSING = {
  serviceId: "Enter the service ID: find it in EmailJS under Email Services",
  templateId: "Enter the template ID: find it in EmailJS under Email Templates",
  publicKey: "Enter the public key: find it in EmailJS under Account, General",
};

export type TypedEmailjs = z.output<typeof emailjsForm>;

/** What is stored as its form shows it: without the private key. */
export function emailjsFormOf({ sends, serviceId, templateId, publicKey, origins: pages }: StoredEmailjs): object {
  return { sends, serviceId, templateId, publicKey, origins: pages.join("\n") };
}
