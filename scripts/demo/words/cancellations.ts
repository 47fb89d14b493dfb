import type { WordsOf } from "#app/site/page-words.ts";

export const cancellations: WordsOf<"cancellations"> = {
  search: {
    title: "Cancellations and changes",
    description: "How to change or cancel an appointment, and what it costs: nothing up to {changeHours} hours before.",
  },
  title: "Cancellations and changes",
  summary:
    "Change or cancel free of charge up to {changeHours} hours before. If something goes wrong after that, tell us as soon as you can; we are people and we understand.",
  sections: [
    {
      title: "More than {changeHours} hours before",
      text: [
        "Use the link in your confirmation, or [My Appointments](/my-appointment), or ring {phone}. There is no charge.",
      ],
    },
    {
      title: "Less than {changeHours} hours before, or you do not come",
      text: [
        "Ring us on {phone}. We do not charge a fee. Please let us know all the same: somebody may want the time.",
      ],
    },
    {
      title: "If you are ill, please do not come",
      text: ["Cancelling because you have a temperature, a stomach bug or a new injury is never held against you."],
    },
    {
      title: "If you are late",
      text: ["We start when you arrive and finish at the booked time. The price stays the same."],
    },
    {
      title: "If we cancel",
      text: [
        "We will ring or write as soon as we know, offer you the next suitable time and refund anything you have paid.",
      ],
    },
    {
      title: "Your legal right to cancel",
      text: [
        "When you book online you usually have 14 days to change your mind, for any reason, and get back anything you have paid. If you ask us to treat you within those 14 days, you keep the right until the treatment is finished; once it is finished, the right ends. To use it, tell us in any clear way: by phone, e-mail, the cancel link or the form below. Nothing on this page reduces that right.",
        "Model form: “To {company}, {address}, {email}. I give notice that I cancel my contract for the following service: ___. Ordered on: ___. Name: ___. Address: ___. Signature (only if on paper): ___. Date: ___.”",
      ],
    },
  ],
};
