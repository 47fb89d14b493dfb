import type { WordsOf } from "#app/site/page-words.ts";

export const faq: WordsOf<"faq"> = {
  search: {
    title: "Questions and answers",
    description: "What to wear, whether it hurts, prices, cancelling, pregnancy, under-18s, parking and access.",
  },
  title: "Questions and answers",
  lead: "What people ask before a first visit. If yours is not here, [write to us](/contact) or ring {phone}.",
  groups: {
    beforeYouCome: "Before you come",
    bookingAndPaying: "Booking and paying",
    yourHealth: "Your health and your information",
    gettingHere: "Getting here",
  },
  /** Shown on the page of a booking. */
  whatToBring: [
    "Shorts, and a top that comes off easily.",
    "Something light to eat beforehand, and water.",
    "Five minutes in hand: we start by talking about how you are.",
  ],
  beforeYouCome: [
    {
      question: "I have never had a massage. What happens?",
      answer:
        "We talk for ten or fifteen minutes about you, your health and what you would like. We agree where to work and how firmly. You undress as far as you are comfortable while we step out, and lie under towels. We check in as we go, and finish with a few minutes' rest.",
    },
    {
      question: "What should I wear?",
      answer:
        "Shorts and a top that comes off easily. For backs, a bra that unfastens helps. Underwear always stays on.",
    },
    {
      question: "Does it hurt?",
      answer:
        "It can be intense, and it should never be more than you want. Tell us a number out of ten and we will work to it.",
    },
    {
      question: "Which treatment should I choose?",
      answer:
        "Pick the closest one; we can switch on the day if the length is the same. If you are unsure, book 60 minutes of Deep Tissue or Relaxation.",
    },
    {
      question: "Do I need a GP's letter?",
      answer:
        "Usually not. If you have a condition on our “please ring first” list we may ask you to check with your GP.",
    },
    {
      question: "Can I come if I am pregnant?",
      answer:
        "Please ring. We only treat in pregnancy when a therapist with the right training is available, and not in the first 12 weeks.",
    },
    {
      question: "Can you treat my child?",
      answer:
        "From 16 with their own agreement and yours. Under 16 a parent or guardian must give written consent and stay in the room. We do not treat under-12s.",
    },
    {
      question: "Can I choose who treats me?",
      answer: "Yes. Pick a name when you book. You can also bring someone with you, or ask for a chaperone.",
    },
  ],
  bookingAndPaying: [
    {
      question: "Are there any extra fees?",
      answer: "No. The price beside each treatment is the whole price.",
    },
    { question: "How do I pay?", answer: "By card or cash after your session. Nothing is taken when you book." },
    {
      question: "How do I change or cancel?",
      answer:
        "Use the link in your confirmation, or [My Appointments](/my-appointment), or ring. It is free up to {changeHours} hours before: [cancellations and changes](/policies/cancellations).",
    },
    {
      question: "What if I am late?",
      answer:
        "We will still see you, but we have to finish on time for the next person. More than 15 minutes late may mean we need to rebook you.",
    },
    {
      question: "Can I book for someone else?",
      answer: "Yes, with their permission. Enter their name and your contact details.",
    },
    {
      question: "Do you take health insurance?",
      answer: "Not directly. Some cash plans refund massage; ask yours first, and we will give you a receipt.",
    },
  ],
  yourHealth: [
    {
      question: "Why do you ask health questions?",
      answer:
        "To keep you safe. Some conditions mean we change what we do or ask you to wait. We ask when you come, not on this site: see the [privacy notice](/policies/privacy).",
    },
    {
      question: "Will it cure my bad back?",
      answer:
        "We cannot promise that. Many people find massage a comfortable part of looking after a grumbling back. If the pain is new, severe or getting worse, see your GP or a physiotherapist first.",
    },
    {
      question: "How often should I come?",
      answer:
        "As often as it is useful and affordable. For most people in training that is every two to four weeks; for others, when they feel they need it. We will never push a course of treatment.",
    },
  ],
  gettingHere: [
    { question: "Where do I park?", answer: "Free, outside Unit 7. There is one accessible bay by the door." },
    {
      question: "Is it step-free?",
      answer: "Yes, from the car park to the couch. See [About](/about) for measurements, and tell us what you need.",
    },
  ],
};
