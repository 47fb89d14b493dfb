export const servicesWords = {
  search: {
    title: "Treatments and prices",
    description: "Massage treatments, each with its length and price.",
  },
  hero: {
    title: "Treatments",
    pitch: "{ways} we work, each with its length and price. If you are not sure which, call {phone}.",
  },
  body: {
    title: "Point to where it hurts",
    pitch: "Select an area to see treatments, lengths, prices and free times.",
    nothingChosen: "Select an area on the body or in the list. Left and right are yours.",
    nothing: "There is nothing to book for this area yet. Call us on {phone}.",
    notSent: "This is not a diagnosis. Nothing you select here is stored or sent.",
  },
  feelings: {
    title: "Start with how you feel",
    choices: [
      { feeling: "Tight and stiff", service: "deep-tissue-massage" },
      { feeling: "One stubborn spot", service: "trigger-point-therapy" },
      { feeling: "Coming back from an injury", service: "injury-rehabilitation" },
      { feeling: "Training hard", service: "sports-performance-massage" },
      { feeling: "Racing soon", service: "pre-event-massage" },
      { feeling: "Just raced", service: "post-event-massage" },
      { feeling: "Worn out", service: "relaxation-massage" },
      { feeling: "Stiff joints", service: "joint-mobilization" },
      { feeling: "Want a plan", service: "personalized-wellness-plans" },
      { feeling: "Aching feet", service: "sport-foot-massage" },
    ],
  },
  also: "",
  price: "Each treatment shows its price before you book. {?wholePrice} That is the whole price.",
  wait: {
    title: "Wait, or talk to us first, if any of these apply today",
    text: [
      "You have a temperature, an infection, or a stomach bug",
      "You were injured in the last 72 hours, or an area is hot, swollen or badly bruised",
      "You have had an operation, a fracture or a dislocation in the last 12 weeks",
      "You have had a blood clot, or take blood-thinning medicine",
      "You have cancer, a heart condition, uncontrolled high blood pressure, epilepsy, osteoporosis, diabetes with reduced feeling, or a condition your doctor is still looking into",
      "You are pregnant, or have given birth in the last 12 weeks",
      "You have a new lump, numbness, or pain that has not been assessed",
      "You have been drinking or taking recreational drugs",
    ],
    closing: "Many of these do not rule massage out. They mean we need to talk first: {phone}.",
  },
  help: {
    title: "Get medical help instead of a massage",
    text: [
      "Call 999 for chest pain, sudden breathlessness, sudden weakness or drooping of the face, or a severe injury",
      "Call 999 or go to A&E for back pain with new numbness around the genitals or back passage, new trouble with bladder or bowels, or weakness in both legs",
      "Call 111 today for a calf or arm that is newly swollen, warm and painful, or for dark brown urine after hard exercise",
      "See your GP for pain that wakes you every night, unexplained weight loss, or a lump you have not had checked",
    ],
  },
};
