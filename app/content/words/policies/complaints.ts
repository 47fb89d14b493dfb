/** How to complain. */
export const complaintsWords = {
  search: {
    title: "Complaints",
    description: "How to tell us that something went wrong, and when you will hear from us.",
  },
  title: "Complaints",
  summary: "Tell us what went wrong, and what would put it right. Nobody is treated worse for it.",
  sections: [
    {
      title: "About your treatment or booking",
      text: [
        "Ring {phone}, write to {email}, or tell us in person. Please say who you are, what happened, and what would put it right. We reply within five working days.",
      ],
    },
    {
      title: "About how we have used your information",
      text: ["Write to {privacyEmail}, or ring. We acknowledge it on the next working day, and answer within 30 days."],
    },
  ],
};
