/** How to complain: a form each for the two kinds. */
export const complaintsWords = {
  search: {
    title: "Complaints",
    description: "How to tell us that something went wrong.",
  },
  title: "Complaints",
  summary: "Tell us what went wrong, and what would put it right.",
  treatment: {
    title: "About your treatment or booking",
    text: ["Use this form. You can also call {phone}. You can write to {email}."],
  },
  information: {
    title: "About how we have used your information",
    text: [
      "Use this form. You can also write to {privacyEmail}. We acknowledge it within 30 days and look into it without undue delay. You can also complain to the [Information Commissioner's Office](https://ico.org.uk), 0303 123 1113.",
    ],
  },
  privacy: "We keep complaints for 6 years. More in the [privacy notice](/policies/privacy).",
};
