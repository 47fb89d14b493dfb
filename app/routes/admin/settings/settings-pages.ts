import { href } from "react-router";

/** The pages behind Settings, in order. */
export const SETTINGS_PAGES: { to: string; title: string; about: string }[] = [
  {
    to: href("/admin/settings/business"),
    title: "Business details",
    about: "Name, address, telephone, e-mail",
  },
  {
    to: href("/admin/settings/legal"),
    title: "Legal form",
    about: "Sole trader, partnership or company, and your registrations",
  },
  {
    to: href("/admin/settings/about"),
    title: "About your practice",
    about: "Training, insurance, paying, how you treat, premises",
  },
  {
    to: href("/admin/settings/opening"),
    title: "Open to visitors",
    about: "Not open yet, open with bookings by phone, or open",
  },
  {
    to: href("/admin/settings/opening-hours"),
    title: "Opening hours",
    about: "When treatments are given: the home page",
  },
  {
    to: href("/admin/settings/operation-hours"),
    title: "Operation hours",
    about: "When phone and e-mail are answered: the contact page",
  },
  { to: href("/admin/settings/booking"), title: "Booking", about: "Times, notice, how far ahead, confirmation" },
  { to: href("/admin/settings/calendly"), title: "Calendly", about: "Your calendar there in place of your own times" },
  {
    to: href("/admin/diary/subscriptions"),
    title: "Calendars",
    about: "Google, Outlook, iCloud and others block online bookings; subscribe to a diary on a phone",
  },
  {
    to: href("/admin/settings/messages"),
    title: "Messages",
    about: "Whose are not taken, and how long the others are kept",
  },
  { to: href("/admin/settings/words"), title: "Words", about: "What the pages say, and the policies" },
  { to: href("/admin/settings/mails"), title: "Mails", about: "How the mails to clients and therapists begin and end" },
  { to: href("/admin/settings/mails/to-you"), title: "Mails to you", about: "Each at once, or one a day" },
  { to: href("/admin/settings/sender"), title: "Sender", about: "Whom the mails are from, and where replies go" },
  { to: href("/admin/settings/mail-server"), title: "Mail server", about: "What sends the mails, and a test of it" },
  {
    to: href("/admin/settings/emailjs"),
    title: "EmailJS",
    about: "Messages of the contact form through your account there",
  },
  {
    to: href("/admin/settings/waiting-list"),
    title: "Waiting list",
    about: "Offer times that come free to people who wait for them",
  },
  {
    to: href("/admin/settings/health"),
    title: "Health records",
    about: "Sealed records of clients: how long you keep them, and the key",
  },
  { to: href("/admin/settings/payments"), title: "Payments", about: "Who has paid, receipts and the end of the day" },
  { to: href("/admin/settings/push"), title: "Notifications", about: "Whether phones are told, without an app" },
  { to: href("/admin/settings/body"), title: "Body map", about: "What you do where it hurts, and whom to see first" },
  { to: href("/admin/settings/look"), title: "Look", about: "Logo, colour and the typeface of headings" },
  { to: href("/admin/settings/pictures"), title: "Pictures", about: "Photographs in place of our drawings" },
  { to: href("/admin/settings/videos"), title: "Videos", about: "The four films of the home page" },
  { to: href("/admin/settings/links"), title: "Links", about: "Chat and social profiles" },
  { to: href("/admin/services"), title: "Services", about: "What you offer, lengths and prices" },
  { to: href("/admin/therapists"), title: "Therapists", about: "Profiles and photographs" },
  { to: href("/admin/reviews"), title: "Reviews", about: "What clients have written, on the home page" },
  { to: href("/admin/hours"), title: "Hours", about: "Everybody’s week, closures, bank holidays" },
  {
    to: href("/admin/settings/demo"),
    title: "Start with my own practice",
    about: "Removes the demo’s invented clients, appointments and messages",
  },
  { to: href("/admin/settings/people"), title: "People", about: "Invite somebody to work with you here" },
  {
    to: href("/admin/settings/backups"),
    title: "Backups",
    about: "Where they go, a test, and the words that open them",
  },
  {
    to: href("/admin/settings/address"),
    title: "Site address",
    about: "Where the site is, what its domain says, and another domain",
  },
  { to: href("/admin/settings/updates"), title: "Updates", about: "The installed version, and a newer one" },
  {
    to: href("/admin/site-status"),
    title: "Site status",
    about: "What is wrong first: certificate, email, backups, disk, errors",
  },
  {
    to: href("/admin/settings/everything"),
    title: "Take everything with you",
    about: "All that is stored here as one file, for yourself or to move",
  },
  { to: href("/admin/audit"), title: "Audit", about: "Who did what to which record, and when" },
];
