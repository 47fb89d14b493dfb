/** The contact page (decisions/0001, row 3: the line of the hero is about the help line and the chat). */
export const contactWords = {
  search: {
    title: "Contact us",
    description: "Send us a message at any time. Call {phone}. Find us at {address}.",
  },
  hero: "{?anyHour} Help is available 24/7. Send us a message at any time, or manage your booking online. {?phoneHours} We answer by phone in the hours below.",
  questions: "Your question may be answered already: [questions and answers](/faq).",
  phone: "",
  email: "We reply within {reply}.",
  hours: "When treatments are given.",
  messageHint: "Please leave out medical details.",
  privacy: "We keep messages for {messageMonths} months so that we can follow up, then delete them.",
};
