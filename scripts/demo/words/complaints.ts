import type { WordsOf } from "#app/site/page-words.ts";

/** How to complain: a form each for the two kinds. */
export const complaints: WordsOf<"complaints"> = {
  search: {
    title: "Complaints",
    description: "How to tell us that something went wrong, and when you will hear from us.",
  },
  title: "Complaints",
  summary: "Tell us what went wrong, and what would put it right. A complaint will never affect your treatment.",
  treatment: {
    title: "About your treatment or booking",
    text: [
      "Use the form below, ring {phone}, write to {email}, or tell us in person. We write to you within five working days.",
    ],
  },
  information: {
    title: "About how we have used your information",
    text: [
      "Use the form below, write to {privacyEmail}, or ring. We acknowledge it on the next working day, look into it without undue delay, and answer within 30 days. You can also complain to the [Information Commissioner's Office](https://ico.org.uk), 0303 123 1113.",
    ],
  },
  privacy: "We keep complaints for 6 years. More in the [privacy notice](/policies/privacy).",
};
