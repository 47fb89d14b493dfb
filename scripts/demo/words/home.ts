import type { WordsOf } from "#app/site/page-words.ts";

/** The home page (specification section 2; the rest is the demo practice's). */
export const home: WordsOf<"home"> = {
  search: {
    title: "Sports massage in {town}",
    description:
      "Hands-on sports and wellness massage in {town}. Clear prices, free parking, honest advice. See times and book online.",
  },
  hero: {
    above: "Sports massage and wellness in {town}",
    pitch:
      "Hands-on treatment for people who train, lift, stand, drive or sit for a living. Straight advice, clear prices and enough time to do it properly.",
    fact: "Free parking at the door",
  },
  times: {
    title: "Next free times",
    lead: "Choose a time, then enter your details.",
    none: "No free times online in the next 2 weeks. Call us and we will find you one:",
  },
  team: {
    title: "Who you will meet",
    lead: "Qualified, insured, and happy to say when somebody else would help you more.",
  },
  promise: {
    price: {
      title: "The whole price",
      text: "What you see is what you pay. No booking fee, no card fee, nothing added on the day.",
    },
    change: {
      title: "Free to change",
      text: "Change or cancel online from the link in your email, up to {changeHours} hours before.",
    },
    late: {
      title: "No late fee",
      text: "Later than that? Tell us as soon as you can. There is nothing to pay.",
    },
  },
  welcome: {
    title: "Welcome to {name}",
    text: [
      "We are a small team of sports and wellness massage therapists in a warm, quiet unit between a joinery and a bike workshop. People come to us before marathons and after night shifts, with desk shoulders, gardening backs and legs full of hills. What they get is the same every time: someone who listens first, explains what they are doing, and works at a pressure you choose.",
      "If we can help, we will tell you how and how long it might take. If someone else would help you more, we will tell you that too.",
    ],
  },
  whyChooseUs: {
    lead: "Good hands, and an honest conversation first.",
    reasons: [
      {
        title: "Personalized recovery",
        text: "We begin by asking what you want to get back to: a race, a shift, a night's sleep, picking up a toddler. The session, the pressure and the plan all follow from your answer.",
      },
      {
        title: "Expert care",
        text: "Qualified, insured therapists who work inside their training, keep proper notes, and will say so when a physio or GP should see you instead.",
      },
      {
        title: "Well-being focus",
        text: "Rest counts. We make time to breathe, explain each step, and send you home with two or three things that actually fit into your week.",
      },
    ],
  },
  films: {
    title: "{films}",
    lead: "About half a minute each, and silent: the words are on the screen.",
  },
  mission:
    "To help people in and around {town} move with less fuss, through skilled, unhurried treatment and the kind of advice we would give our own families.",
  vision: "A town where looking after your body is as ordinary as servicing your bike.",
  enquiries: {
    title: "Come and see us",
    directions:
      "We are at the far end of Foundry Rise, behind the joinery. Green door, step-free entrance, parking outside. The 14 bus stops four minutes' walk away.",
  },
};
