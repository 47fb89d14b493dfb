import type { WordsOf } from "#app/site/page-words.ts";

/** The contact page (decisions/0001, row 3: the line of the hero is about the help line and the chat). */
export const contact: WordsOf<"contact"> = {
  search: {
    title: "Contact us",
    description: "Ring {phone}, send a message at any hour, or find us at {address}.",
  },
  hero: "Help is available 24/7: send a message or manage your booking online at any hour. We answer by phone in the hours below.",
  questions: "What to wear, where to park, whether it hurts: [questions and answers](/faq).",
  phone: "Ring for anything urgent about today's booking.",
  email: "We reply within one working day.",
  hours: "When treatments are given. The booking calendar shows which times are free.",
  messageHint: "Please leave out medical details. We can talk about those by phone.",
  privacy: "We keep messages for {messageMonths} months so that we can follow up, then delete them.",
};
