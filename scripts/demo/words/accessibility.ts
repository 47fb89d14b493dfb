import type { WordsOf } from "#app/site/page-words.ts";

export const accessibility: WordsOf<"accessibility"> = {
  search: {
    title: "Accessibility",
    description: "What works on this site and in the clinic, what does not yet, and whom to ask.",
  },
  title: "Accessibility",
  summary: "We want everyone to be able to use this website and this clinic.",
  sections: [
    {
      title: "The website",
      text: [
        "We have built it to meet the Web Content Accessibility Guidelines version 2.2 at level AA. You can zoom to 400 % without losing anything and use it by keyboard, and it follows your device's settings for motion, contrast and dark mode. Programs check each page for screen readers; no person has tried it with one, or by voice, yet.",
      ],
    },
    {
      title: "How we know",
      text: [
        "Automatic checks of every public page at every release, in light and dark, at the width of a phone and of a desk, and again without JavaScript; and a walk through them by keyboard.",
      ],
    },
    {
      title: "What is not perfect yet",
      text: ["We do not know of any failures. We have not yet tested with disabled clients and plan to."],
    },
    {
      title: "The clinic",
      text: ["See [About](/about): step-free, adjustable couch, accessible toilet, one bay. Assistance dogs welcome."],
    },
    {
      title: "Ask us",
      text: [
        "Ring {phone} or e-mail {email} if anything is difficult, or if you would like something on paper, in large print, or read to you. You can text {mobile} too. We reply within two working days.",
        "If we do not put it right, the Equality Advisory and Support Service can advise you: [equalityadvisoryservice.com](https://www.equalityadvisoryservice.com).",
      ],
    },
  ],
};
