import type { TextTree } from "#app/site/text-tree.ts";
import { aboutWords } from "#app/site/words/about-words.ts";
import { cookiesWords } from "#app/site/words/cookies-words.ts";
import { faqWords } from "#app/site/words/faq-words.ts";
import { homeWords } from "#app/site/words/home-words.ts";
import { accessibilityWords, cancellationsWords, complaintsWords, termsWords } from "#app/site/words/policy-words.ts";
import { privacyWords } from "#app/site/words/privacy-words.ts";
import { servicesWords } from "#app/site/words/services-words.ts";

/** The contact page (decisions/0001, row 3: the line of the hero is about the help line and the chat). */
const contactWords = {
  search: {
    title: "Contact us",
    description: "Send us a message at any time. Call {phone}. Find us at {address}.",
  },
  hero: "{?anyHour} Help is available 24/7. Send us a message at any time, or manage your booking online. {?phoneHours} We answer by phone in the hours below.",
  questions: "Your question may be answered already: [questions and answers](/faq).",
  phone: "",
  email: "We reply within {reply}.",
  hours: "When treatments are given.",
  messageHint: "Leave out medical details.",
  privacy: "We keep messages for {messageMonths} months so that we can follow up, then delete them.",
};

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
