/** A point or step without a text is not shown: its title says what belongs there. */
export const aboutWords = {
  search: {
    title: "About us",
    description: "Who treats you, what the evidence says about massage, and how to find us.",
  },
  title: "",
  story: [] as string[],
  howWeWork: [
    { title: "We listen first.", text: "{?talk} Every first visit includes a proper conversation." },
    { title: "You are in charge.", text: "{?talk} Of the pressure, of what stays covered, of when we stop." },
    { title: "We know our limits.", text: "{?talk} We do not diagnose, prescribe or crack joints." },
  ],
  evidence: {
    title: "What the evidence says",
    text: [
      "Massage is a good way to relax, ease everyday stress and feel better in yourself. For sport, the fairest summary we know is a 2020 review of 29 trials with 1,012 people. It found small benefits for flexibility and for the soreness that follows exercise, and no evidence that massage makes you stronger or faster.",
    ],
    source: "Davis, Alabed and Chico, BMJ Open Sport & Exercise Medicine, 2020.",
  },
  firstVisit: {
    title: "How a first visit goes",
    steps: [
      {
        title: "Come as you are.",
        text: "{?talk} Shorts and a top that comes off easily are enough. {?changingRoom} There is a room to change in.",
      },
      {
        title: "We talk.",
        text: "{?talk} What hurts, what helps, what you want to get back to, and anything about your health that changes what we do.",
      },
      {
        title: "You get ready in private.",
        text: "{?talk} You undress as far as you are comfortable and lie under towels. {?talk} Only the part we work on is uncovered.",
      },
      { title: "We finish.", text: "{?talk} A few minutes’ rest, and one or two things to try at home." },
    ],
  },
  letters: {
    title: "What the letters mean",
    text: [
      "Sports massage is not regulated by law in the UK, so anyone can use the title. These things are worth checking, here or anywhere else: a Level 4 or Level 5 qualification for work on injured tissue, current insurance, continuing training, and membership of a body such as the Sports Massage Association, the Institute of Sport and Remedial Massage, the Federation of Holistic Therapists or the CNHC register. Registered: {registers}.",
    ],
  },
  boundaries: {
    title: "Boundaries",
    text: [
      "Treatments are professional and never sexual. You or your therapist can stop at any time. {?companion} You may bring someone with you.",
    ],
  },
  room: {
    title: "The room and getting here",
    text: [
      "{parking}",
      "{stepFree}",
      "{?changingRoom} There is a changing room.",
      "{?showers} There are showers.",
      "{?oil} Fragrance-free oil on request.",
    ],
  },
  closing: "Call {phone} if you have a question first.",
};
