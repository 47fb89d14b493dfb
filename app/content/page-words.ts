import { aboutWords } from "#app/content/words/about-words.ts";
import { accessibilityWords } from "#app/content/words/accessibility-words.ts";
import { cancellationsWords } from "#app/content/words/cancellations-words.ts";
import { complaintsWords } from "#app/content/words/complaints-words.ts";
import { contactWords } from "#app/content/words/contact-words.ts";
import { cookiesWords } from "#app/content/words/cookies-words.ts";
import { faqWords } from "#app/content/words/faq-words.ts";
import { homeWords } from "#app/content/words/home-words.ts";
import { privacyWords } from "#app/content/words/privacy-words.ts";
import { servicesWords } from "#app/content/words/services-words.ts";
import { termsWords } from "#app/content/words/terms-words.ts";
import type { TextTree } from "#app/platform/text-tree.ts";

/** What each page says until the practice changes it. */
export const DEFAULT_WORDS = {
  home: homeWords,
  about: aboutWords,
  services: servicesWords,
  contact: contactWords,
  faq: faqWords,
  cancellations: cancellationsWords,
  privacy: privacyWords,
  cookies: cookiesWords,
  terms: termsWords,
  accessibility: accessibilityWords,
  complaints: complaintsWords,
} satisfies Record<string, TextTree>;

/** When the shipped words of a policy last changed. */
export const SHIPPED_ON = "2026-11-23";

export type PageKey = keyof typeof DEFAULT_WORDS;
export type WordsOf<Key extends PageKey> = (typeof DEFAULT_WORDS)[Key];

export const PAGES: Record<PageKey, { title: string; address: string }> = {
  home: { title: "Home", address: "/" },
  about: { title: "About", address: "/about" },
  services: { title: "Services", address: "/services" },
  contact: { title: "Contact", address: "/contact" },
  faq: { title: "Questions", address: "/faq" },
  cancellations: { title: "Cancellations and changes", address: "/policies/cancellations" },
  privacy: { title: "Privacy notice", address: "/policies/privacy" },
  cookies: { title: "Cookies", address: "/policies/cookies" },
  terms: { title: "Terms", address: "/policies/terms" },
  accessibility: { title: "Accessibility", address: "/accessibility" },
  complaints: { title: "Complaints", address: "/complaints" },
};

export function isPageKey(text: string): text is PageKey {
  return Object.hasOwn(DEFAULT_WORDS, text);
}
