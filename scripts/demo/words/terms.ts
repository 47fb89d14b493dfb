import type { WordsOf } from "#app/site/page-words.ts";

/** Terms of booking and of the site. */
export const terms: WordsOf<"terms"> = {
  search: {
    title: "Terms",
    description: "The terms of a booking with {company}, in plain words.",
  },
  title: "Terms",
  summary: "Plain terms for booking a treatment with {name}.",
  sections: [
    {
      title: "Who we are",
      text: ["Details as in the footer. These terms are between you and {company}."],
    },
    {
      title: "Booking",
      text: [
        "A booking is an offer by you and is accepted when we send “confirmed”. If it shows as Pending, we will confirm or suggest another time within one working day.",
      ],
    },
    {
      title: "Price",
      text: [
        "The price shown when you book is the whole price, including any tax. It does not change afterwards. Pay by card or cash at the appointment.",
      ],
    },
    {
      title: "Cancelling",
      text: ["See [cancellations and changes](/policies/cancellations), which is part of these terms."],
    },
    {
      title: "Your health",
      text: [
        "Please answer health questions honestly and tell us about changes. We may change, stop or refuse a treatment if it would not be safe. If we refuse before starting, you pay nothing.",
      ],
    },
    {
      title: "What we promise",
      text: [
        "We will treat you with reasonable care and skill. Massage is not medical care, and we cannot promise a particular result.",
      ],
    },
    {
      title: "Behaviour",
      text: [
        "Treatments are professional and non-sexual. We may stop a session, and refuse future bookings, if anyone is abusive or inappropriate.",
      ],
    },
    {
      title: "Under-18s",
      text: [
        "See [questions and answers](/faq#can-you-treat-my-child). A parent or guardian must agree to these terms for anyone under 16.",
      ],
    },
    {
      title: "Our responsibility",
      text: [
        "We are responsible for loss you suffer that is a foreseeable result of our breaking these terms or failing to use reasonable care and skill. We never limit our responsibility for death or personal injury caused by our negligence, for fraud, or for your legal rights as a consumer. Please keep valuables with you.",
      ],
    },
    {
      title: "Complaints",
      text: [
        "Tell us first: with the [complaint form](/complaints), by e-mail to {email}, or in person. We reply within five working days. If we cannot agree you may go to court. Citizens Advice can help: 0808 223 1133.",
      ],
    },
    {
      title: "The website",
      text: [
        "We try to keep it accurate and available. Text and drawings belong to us; please ask before reusing them. Information here is general and not medical advice.",
      ],
    },
    {
      title: "Law",
      text: [
        "The law of England and Wales applies. If you live in Scotland or Northern Ireland you may use your local courts.",
      ],
    },
  ],
};
