export const accessibilityWords = {
  search: {
    title: "Accessibility",
    description: "What works on this site, what does not yet, and whom to ask.",
  },
  title: "Accessibility",
  summary: "We want everyone to be able to use this website.",
  sections: [
    {
      title: "The website",
      text: [
        "It is built to meet the Web Content Accessibility Guidelines version 2.2 at level AA. You can zoom to 400 % without losing anything, use it by keyboard, with a screen reader or by voice, and it follows your device's settings for motion, contrast and dark mode.",
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
      text: ["We do not know of any failures. It has not been tested with disabled clients yet."],
    },
    {
      title: "The clinic",
      text: ["{stepFree}", "{parking}", "{?dogs} Assistance dogs are welcome."],
    },
    {
      title: "Ask us",
      text: [
        "Tell us if anything is difficult. You can call {phone}. You can email {email}. You can text {mobile}. We reply within {reply}.",
        "If we do not put it right, the Equality Advisory and Support Service can advise you: [equalityadvisoryservice.com](https://www.equalityadvisoryservice.com).",
      ],
    },
  ],
};
