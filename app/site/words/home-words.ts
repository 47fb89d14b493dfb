/** The home page (specification section 2). What only an owner knows is empty: its section then stays away. */
export const homeWords = {
  search: {
    title: "Sports massage in {town}",
    description: "Sports and wellness massage in {town}. See treatments, prices and free times.",
  },
  hero: {
    above: "Sports massage and wellness in {town}",
    pitch: "Massage for people who train, lift, stand, drive or sit for a living.",
    fact: "",
  },
  times: {
    title: "Next free times",
    lead: "Choose a time to book it.",
    none: "No free times online in the next two weeks.",
  },
  team: {
    title: "Who you will meet",
    lead: "Qualified: {qualifications}. {insurance}. {years} of practice.",
  },
  promise: {
    price: {
      title: "Prices up front",
      text: "Each treatment shows its length and its price before you book. {?wholePrice} No booking fee, no card fee, nothing added on the day.",
    },
    change: {
      title: "Free to change",
      text: "Change or cancel online, free of charge, until {changeHours} hours before.",
    },
    late: {
      title: "No late fee",
      text: "",
    },
  },
  welcome: {
    title: "Welcome to {name}",
    text: [] as string[],
  },
  whyChooseUs: {
    lead: "{?talk} Good hands, and an honest conversation first.",
    reasons: [
      {
        title: "Personalized recovery",
        text: "Tell us what you want to get back to: a race, a shift, a night's sleep. The session follows from your answer.",
      },
      {
        title: "Expert care",
        text: "We tell you what massage can do for you, and what it can't. For some problems a physio or GP is the right person. {insurance}. {?notes} We keep notes, so your next visit picks up where the last one left off.",
      },
      {
        title: "Well-being focus",
        text: "Rest counts. Take time to breathe, and choose the pressure that feels right.",
      },
    ],
  },
  films: {
    title: "{films}",
    lead: "",
  },
  mission: "",
  vision: "",
  enquiries: {
    title: "",
    directions: "",
  },
};
