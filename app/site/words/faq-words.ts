/** A question without an answer is not shown: it waits for the practice's own. */
export const faqWords = {
  search: {
    title: "Questions and answers",
    description: "Answers to what people ask before a first visit.",
  },
  title: "Questions and answers",
  lead: "What people ask before a first visit. If yours is not here, [write to us](/contact). You can also call {phone}.",
  groups: {
    beforeYouCome: "Before you come",
    bookingAndPaying: "Booking and paying",
    yourHealth: "Your health and your information",
    gettingHere: "Getting here",
  },
  /** Shown on the page of a booking. */
  whatToBring: [] as string[],
  beforeYouCome: [
    {
      question: "I have never had a massage. What happens?",
      answer:
        "{?talk} We talk about you, your health and what you would like. {?talk} We agree where to work and how firmly. {?talk} You undress as far as you are comfortable and lie under towels.",
    },
    {
      question: "What should I wear?",
      answer: "{?talk} Shorts and a top that comes off easily. {?talk} Underwear always stays on.",
    },
    {
      question: "Does it hurt?",
      answer: "It can be intense, and it should never be more than you want. Say so at any time.",
    },
    {
      question: "Which treatment should I choose?",
      answer: "Choose the closest one. If you are unsure, [write to us](/contact) first.",
    },
    {
      question: "Do I need a GP's letter?",
      answer: "Usually not. If you have a medical condition, ask your GP or talk to us before you book.",
    },
    {
      question: "Can I come if I am pregnant?",
      answer: "Talk to us before you book. {?pregnancy} We treat in pregnancy after the first 12 weeks.",
    },
    {
      question: "Can you treat my child?",
      answer:
        "{?children} From 16 with their own agreement and yours. {?children} Under 16 a parent or guardian must give written consent and stay in the room. {?children} We do not treat under-12s.",
    },
    {
      question: "Can I choose who treats me?",
      answer: "Yes, where more than one therapist offers the treatment. Choose a name when you book.",
    },
  ],
  bookingAndPaying: [
    {
      question: "Are there any extra fees?",
      answer: "{?wholePrice} No: the price beside each treatment is the whole price.",
    },
    { question: "How do I pay?", answer: "By {pay}, at the appointment." },
    {
      question: "How do I change or cancel?",
      answer:
        "Open your booking in [My Appointments](/my-appointment). It is free up to {changeHours} hours before: [cancellations and changes](/policies/cancellations).",
    },
    { question: "What if I am late?", answer: "" },
    {
      question: "Can I book for someone else?",
      answer: "Yes, with their permission. Enter their name and your contact details.",
    },
    {
      question: "Do you take health insurance?",
      answer:
        "{?receipts} Not directly. {?receipts} Some cash plans refund massage: ask yours first, and we will give you a receipt.",
    },
  ],
  yourHealth: [
    {
      question: "Why do you ask health questions?",
      answer:
        "Some conditions change what is safe. {?noHealth} This site does not ask about your health: see the [privacy notice](/policies/privacy). {?health} Your answers are encrypted, and only the therapists who treat you can open them: see the [privacy notice](/policies/privacy).",
    },
    {
      question: "Will it cure my bad back?",
      answer:
        "We cannot promise that. If the pain is new, severe or getting worse, see your GP or a physiotherapist first.",
    },
    { question: "How often should I come?", answer: "" },
  ],
  gettingHere: [
    { question: "Where do I park?", answer: "{parking}" },
    { question: "Is it step-free?", answer: "{stepFree}" },
  ],
};
