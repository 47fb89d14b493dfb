import type { WordsOf } from "#app/site/page-words.ts";

export const about: WordsOf<"about"> = {
  search: {
    title: "About us and our therapists",
    description: "Who treats you, how we work, what the evidence says about massage, and how to find us.",
  },
  title: "Skilled hands on an industrial estate",
  story: [
    "{name} began with one couch in the corner of a gym and a notebook of names. We outgrew the corner and took Unit 7 because it had good light, thick walls and parking that does not need an app. The neighbours build staircases and mend bicycles. It suits us. Everyone here fixes things by understanding how they are put together.",
  ],
  howWeWork: [
    { title: "We listen before we touch.", text: "Every first visit includes a proper conversation." },
    { title: "You are in charge.", text: "Of the pressure, of what stays covered, of when we stop." },
    { title: "We keep it simple.", text: "One or two areas done well beat six done quickly." },
    { title: "We know our limits.", text: "We do not diagnose, prescribe or crack joints." },
    {
      title: "We try to make ourselves less necessary.",
      text: "If you can manage it yourself, we will show you how.",
    },
  ],
  evidence: {
    title: "What the evidence says",
    text: [
      "Massage is a good way to relax, ease everyday stress and feel better in yourself. For sport, the fairest summary we know is a 2020 review of 29 trials with 1,012 people. It found small benefits for flexibility and for the soreness that follows exercise, and no evidence that massage makes you stronger or faster. We think that is still a very good reason to have one.",
    ],
    source: "Davis, Alabed and Chico, BMJ Open Sport & Exercise Medicine, 2020.",
  },
  firstVisit: {
    title: "How a first visit goes",
    steps: [
      {
        title: "Come as you are.",
        text: "Shorts and a top that comes off easily are enough. Arrive five minutes early and we will show you the room.",
      },
      {
        title: "We talk for ten minutes.",
        text: "What hurts, what helps, what you want to get back to, and anything about your health that changes what we do.",
      },
      {
        title: "We agree where, and how firmly.",
        text: "Name the pressure as a number out of ten. You can change your mind at any point.",
      },
      {
        title: "You get ready in private.",
        text: "We step out. You undress as far as you are comfortable and lie under towels; only the part we work on is uncovered.",
      },
      {
        title: "We finish on time.",
        text: "A few minutes' rest, one or two things to try at home, and the price that you saw when you booked.",
      },
    ],
  },
  letters: {
    title: "What the letters mean",
    text: [
      "Sports massage is not regulated by law in the UK, so anyone can use the title. These are the things worth checking, here or anywhere else: a Level 4 or Level 5 qualification for work on injured tissue, current insurance, continuing training, and membership of a body such as the Sports Massage Association, the Institute of Sport and Remedial Massage, the Federation of Holistic Therapists or the CNHC register. You are welcome to look us up.",
    ],
  },
  boundaries: {
    title: "Boundaries",
    text: [
      "Our work is professional and never sexual. You keep your underwear on and are covered with towels apart from the area being treated. We stop any session in which a therapist or client is made uncomfortable, we do not see that client again, and we report serious matters to the police. You may bring someone with you to any appointment.",
    ],
  },
  room: {
    title: "The room and getting here",
    text: [
      "Ground floor, level threshold, 90 cm doors, electric couch that lowers to 48 cm, accessible toilet with grab rails (shared, 12 metres away), one accessible parking bay by the door. Quiet on weekdays after four; the joinery's saw is audible before that. Fragrance-free oil on request. If you need something else, tell us when you book.",
    ],
  },
  closing: "Have a question first? Ring {phone}.",
};
