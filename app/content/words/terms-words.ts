/** Terms of booking and of the site. */
export const termsWords = {
  search: {
    title: "Terms",
    description: "The terms of a booking with {company}, in plain words.",
  },
  title: "Terms",
  summary: "Plain terms for booking a treatment with {name}.",
  sections: [
    {
      title: "Who we are",
      text: ["These terms are between you and {company}. The details are at the foot of the page."],
    },
    {
      title: "Booking",
      text: [
        "A booking is an offer by you. It is accepted when it shows as Confirmed. We confirm a Pending booking, or suggest another time, within {reply}.",
      ],
    },
    {
      title: "Price",
      text: [
        "The price shown when you book is the whole price, including any tax. It does not change afterwards. Pay by {pay} at the appointment.",
      ],
    },
    {
      title: "Cancelling",
      text: ["See [cancellations and changes](/policies/cancellations), which is part of these terms."],
    },
    {
      title: "Your health",
      text: [
        "Please answer health questions honestly and tell us about changes. We may change, stop or refuse a treatment if it would not be safe.",
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
      text: ["A parent or guardian must agree to these terms for anyone under 16."],
    },
    {
      title: "Our responsibility",
      text: [
        "We are responsible for loss you suffer that is a foreseeable result of our breaking these terms or failing to use reasonable care and skill. We never limit our responsibility for death or personal injury caused by our negligence, for fraud, or for your legal rights as a consumer.",
      ],
    },
    {
      title: "Complaints",
      text: [
        "Tell us first: use the [complaint form](/complaints). If we cannot agree you may go to court. Citizens Advice can help: 0808 223 1133.",
      ],
    },
    {
      title: "The website",
      text: ["Information here is general and not medical advice."],
    },
    {
      title: "Law",
      text: ["Nothing in these terms reduces your rights under the law where you live."],
    },
  ],
};
