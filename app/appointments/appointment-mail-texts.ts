import type { MailFacts } from "#app/appointments/mail-facts.ts";
import type { MailFactsByName, MailText } from "#app/settings/mail-words.ts";

const FACTS = [
  ...["name", "date", "weekday", "time", "service", "minutes", "price", "therapist", "reference", "practice", "phone"],
] as const;

const HELLO = "Hello {name},\n\n";
const BEFORE =
  "**Before you come:** Bring shorts. Eat something light. Arrive five minutes early.\n\n**If you feel unwell or something new hurts,** please ring before you come: {phone}.";

/** Our words for the mails about an appointment. What was booked, the links and the law are not among them. */
export const appointmentMailTexts = {
  "booking-confirmed": {
    title: "Booking confirmed",
    about: "At once, when a booking needs no confirmation.",
    words: {
      subject: "Confirmed: {date}, {time}",
      opening: `${HELLO}Your appointment is confirmed.`,
      closing: BEFORE,
    },
    facts: FACTS,
  },
  "booking-received": {
    title: "Booking received",
    about: "While a booking waits for your confirmation.",
    words: {
      subject: "We have your request for {date}",
      opening: `${HELLO}We are checking this time and will confirm it or suggest another. You do not need to do anything.`,
      closing: "",
    },
    facts: FACTS,
  },
  "booking-accepted": {
    title: "Booking accepted",
    about: "When you confirm a booking that waited.",
    words: {
      subject: "Confirmed: {date}, {time}",
      opening: `${HELLO}We have checked your request. Your appointment is confirmed.`,
      closing: BEFORE,
    },
    facts: FACTS,
  },
  "booking-reminder": {
    title: "Reminder",
    about: "Before an appointment: how long is under Booking.",
    words: {
      subject: "See you on {weekday} at {time}",
      opening: `${HELLO}We are expecting you. This time is kept for you; a missed appointment costs us about {price}.`,
      closing: "Temperature, new injury, or a hot swollen calf? Please ring first.",
    },
    facts: FACTS,
  },
  "booking-moved": {
    title: "New time",
    about: "When an appointment moves.",
    words: {
      subject: "Your new time: {date}, {time}",
      opening: `${HELLO}We have moved your appointment.`,
      closing: "If you did not ask for this, ring us on {phone}.",
    },
    facts: FACTS,
  },
  "booking-changed": {
    title: "Other change",
    about: "When its length, price or therapist changes, and the start stands.",
    words: {
      subject: "Changed: {date}, {time}",
      opening: `${HELLO}We have changed your appointment.`,
      closing: "If you did not ask for this, ring us on {phone}.",
    },
    facts: FACTS,
  },
  "other-times": {
    title: "Other times offered",
    about: "When you can’t see a client at the booked time, and offer three others.",
    words: {
      subject: "Can you come at another time than {date}, {time}?",
      opening: `${HELLO}We are sorry: something has come up, and we can’t see you as booked. We can see you at one of these times instead. Choose soon: until you press, others may book it.`,
      closing: "If none of them suits you, ring us on {phone}.",
    },
    facts: FACTS,
  },
  "cannot-move": {
    title: "Cannot be moved",
    about: "When a client asked you to move it, and you can’t.",
    words: {
      subject: "It stays: {date}, {time}",
      opening: `${HELLO}You asked us to move your appointment. We are sorry: we can’t, and it stays as booked.`,
      closing: "If you can’t come then, ring us on {phone}.",
    },
    facts: FACTS,
  },
  "cancelled-by-client": {
    title: "Cancelled by the client",
    about: "The client’s record of it.",
    words: {
      subject: "Cancelled: {date}",
      opening: `${HELLO}This is your record that your appointment has been cancelled. There is nothing to pay.`,
      closing: "",
    },
    facts: FACTS,
  },
  "cancelled-for-client": {
    title: "Cancelled for the client",
    about: "When they rang, and you cancelled it for them.",
    words: {
      subject: "Cancelled: {date}",
      opening: `${HELLO}This is your record that your appointment has been cancelled, as you asked. There is nothing to pay.`,
      closing: "",
    },
    facts: FACTS,
  },
  "cancelled-late": {
    title: "Cancelled late, and your rule asks for a payment",
    about: "When they rang after the time until which it is free.",
    words: {
      subject: "Cancelled: {date}",
      opening: `${HELLO}This is your record that your appointment has been cancelled, as you asked. It was late by our cancellation policy, so we may ask you for a payment. Nothing has been taken.`,
      closing: "",
    },
    facts: FACTS,
  },
  "booking-reinstated": {
    title: "Back after a cancellation",
    about: "When you reinstate what they were told is cancelled.",
    words: {
      subject: "Back again: {date}, {time}",
      opening: `${HELLO}Your appointment stands again. Please ignore our mail that it was cancelled.`,
      closing: BEFORE,
    },
    facts: FACTS,
  },
  "cancelled-by-practice": {
    title: "Cancelled by you",
    about: "With your reason and other times.",
    words: {
      subject: "We are sorry, we need to cancel {date}",
      opening: `${HELLO}We are sorry: we can’t see you at the time that you booked.`,
      closing: "There is nothing to pay. If you would rather talk, ring us on {phone}.",
    },
    facts: FACTS,
  },
  "series-booked": {
    title: "Series booked",
    about: "One mail for all appointments that you book together.",
    words: {
      subject: "Confirmed: your appointments from {date}",
      opening: `${HELLO}Your appointments are confirmed.`,
      closing: BEFORE,
    },
    facts: FACTS,
  },
  "series-moved": {
    title: "New times of a series",
    about: "When several appointments of a series move together.",
    words: {
      subject: "Your new times from {date}",
      opening: `${HELLO}We have moved your appointments.`,
      closing: "If you did not ask for this, ring us on {phone}.",
    },
    facts: FACTS,
  },
  "series-cancelled-for-client": {
    title: "Several of a series cancelled for the client",
    about: "When they rang, and you cancelled them together.",
    words: {
      subject: "Cancelled: your appointments from {date}",
      opening: `${HELLO}This is your record that these appointments have been cancelled, as you asked.`,
      closing: "",
    },
    facts: FACTS,
  },
  "series-cancelled-by-practice": {
    title: "Several of a series cancelled by you",
    about: "With your reason.",
    words: {
      subject: "We are sorry, we need to cancel from {date}",
      opening: `${HELLO}We are sorry: we can’t see you at the times that you booked.`,
      closing: "There is nothing to pay. If you would rather talk, ring us on {phone}.",
    },
    facts: FACTS,
  },
  "keep-booking": {
    title: "Press to keep a booking",
    about: "When many bookings come in at once.",
    words: {
      subject: "Press to keep {date}, {time}",
      opening: `${HELLO}One more step.`,
      closing: "We ask because many bookings came in at once, or several are open under these details.",
    },
    facts: FACTS,
  },
  "book-by-link": {
    title: "Link to book a time",
    about: "When so many unconfirmed bookings are open that we keep no more times for them.",
    words: {
      subject: "Open to book {date}, {time}",
      opening: `${HELLO}One more step: open the link below to book this time.`,
      closing: "We ask because many bookings came in at once, or several are open under these details.",
    },
    facts: FACTS,
  },
  "new-link": {
    title: "New link",
    about: "When an address was corrected, or you made a new link.",
    words: {
      subject: "Your new link for {date}, {time}",
      opening: `${HELLO}Here is a new link to see, change or cancel your appointment. The one from before no longer works.`,
      closing: "",
    },
    facts: FACTS,
  },
  "booking-links": {
    title: "Links of bookings ahead",
    about: "When somebody asks for the links of their bookings.",
    words: {
      subject: "The links of your bookings",
      opening: "Hello,\n\nHere you see, move or cancel what you have booked:",
      closing: "If it was not you who asked, do nothing: only you have this mail.",
    },
    facts: ["practice", "phone"],
  },
  "keep-details": {
    title: "Keep details for next time",
    about: "When a guest wants an account.",
    words: { subject: "Keep your details with {practice}", opening: "Hello,", closing: "" },
    facts: ["practice", "phone"],
  },
  "details-kept": {
    title: "Details are kept already",
    about: "When a guest who asks for an account has one.",
    words: { subject: "You already have a {practice} account", opening: "Hello,", closing: "" },
    facts: ["practice", "phone"],
  },
} as const satisfies Record<string, MailText>;

export type AppointmentMailId = keyof typeof appointmentMailTexts;

/** The facts of an appointment as they may stand in braces. */
export function namedFacts(facts: MailFacts): MailFactsByName {
  return {
    name: facts.firstName,
    date: facts.day,
    weekday: facts.weekday,
    time: facts.time,
    service: facts.service,
    minutes: String(facts.minutes),
    price: facts.price,
    therapist: facts.therapist,
    reference: facts.reference,
    practice: facts.sender.name,
    phone: facts.sender.phone,
  };
}
