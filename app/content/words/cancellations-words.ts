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
      text: ["Please tell us as soon as you can. Call {phone}."],
    },
    {
      title: "If you are ill, please do not come",
      text: ["Please stay at home with a temperature, a stomach bug or a new injury, and tell us."],
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
