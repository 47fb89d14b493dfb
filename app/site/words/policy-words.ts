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
        "Answer health questions honestly and tell us about changes. We may change, stop or refuse a treatment if it would not be safe.",
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

export const accessibilityWords = {
  search: {
    title: "Accessibility",
    description: "What works on this site, what does not yet, and who to ask.",
  },
  title: "Accessibility",
  summary: "We want everyone to be able to use this website.",
  sections: [
    {
      title: "The website",
      text: [
        "It is built to meet the Web Content Accessibility Guidelines version 2.2 at level AA. You can zoom to 400 % without losing anything and use it by keyboard, and it follows your device's settings for motion, contrast and dark mode. Programs check each page for screen readers; no one has tried it with one, or by voice, yet.",
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

export const cancellationsWords = {
  search: {
    title: "Cancellations and changes",
    description: "How to change or cancel an appointment, and what it costs: nothing up to {changeHours} hours before.",
  },
  title: "Cancellations and changes",
  summary: "Change or cancel free of charge up to {changeHours} hours before.",
  sections: [
    {
      title: "More than {changeHours} hours before",
      text: [
        "Open your booking in [My Appointments](/my-appointment), and change or cancel it there. You can also call {phone}. There is no charge.",
      ],
    },
    {
      title: "Less than {changeHours} hours before, or you do not come",
      text: ["Tell us as soon as you can: cancel online, or call {phone}."],
    },
    {
      title: "If you are ill",
      text: ["Stay at home with a temperature, a stomach bug or a new injury, and tell us."],
    },
    { title: "If you are late", text: [] as string[] },
    {
      title: "If we cancel",
      text: ["We tell you as soon as we know, and refund anything you have paid for the appointment."],
    },
    {
      title: "Your legal right to cancel",
      text: [
        "When you book online you usually have 14 days to change your mind, for any reason, and get back anything you have paid. If you ask us to treat you within those 14 days, you keep the right until the treatment is finished; once it is finished, the right ends. To use it, tell us in any clear way: by phone, by email, with the cancel link or with the form below. Nothing on this page reduces that right.",
        "Model form: “To {company}, {address}, {email}. I give notice that I cancel my contract for the following service: ___. Ordered on: ___. Name: ___. Address: ___. Signature (only if on paper): ___. Date: ___.”",
      ],
    },
  ],
};

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
    text: ["Use the form below. You can also call {phone}. You can write to {email}."],
  },
  information: {
    title: "About how we have used your information",
    text: [
      "Use the form below. You can also write to {privacyEmail}. We acknowledge it within 30 days and look into it without undue delay. You can also complain to the [Information Commissioner's Office](https://ico.org.uk), 0303 123 1113.",
    ],
  },
  privacy: "We keep complaints for 6 years. More in the [privacy notice](/policies/privacy).",
};
