import { folded } from "#app/platform/search-text.ts";

/** A part of the product that a practice may have switched off: then help has no word of it. */
export type Option = "payments" | "health" | "waitingList";

/** What is to be seen on a picture of the demo practice on a phone, and how tall it is (px): `npm run guide` takes it. */
type Picture = { alt: string; height: number };

export const PICTURE_WIDTH = 390;

/** `steps`: what to do, in order. `notes`: what to know besides. `needs`: shown while that is on. */
export type Article = {
  id: string;
  title: string;
  steps: readonly string[];
  notes?: readonly string[];
  picture?: Picture;
  to?: { href: string; label: string };
  needs?: Option;
  /** What people call it. */
  words?: string;
};

export type Chapter = { id: string; title: string; articles: readonly Article[] };

/** The owner's guide: from nothing to open, a day, a month, and when something goes wrong. */
export const GUIDE: readonly Chapter[] = [
  {
    id: "opening",
    title: "From nothing to open",
    articles: [
      {
        id: "go-live",
        title: "What is left before you open",
        steps: [
          "Open Go live. It lists what visitors or the law need, with the next step open.",
          "Follow its links. Steps tick themselves when they are done.",
          "When nothing red is left, choose Open under Settings, Open to visitors.",
        ],
        notes: ["Until then you can try everything. The sample practice is marked Demo."],
        picture: {
          alt: "The steps under Who you are: one is next, one is done, one is not done yet.",
          height: 620,
        },
        to: { href: "/admin/go-live", label: "Go live" },
        words: "launch, start, first day, checklist",
      },
      {
        id: "own-practice",
        title: "Replace the sample practice",
        steps: [
          "Enter your name, address and phone number under Settings, Business details.",
          "Save each service and therapist that you keep, and hide or delete the others.",
          "Remove the sample clients, appointments and messages under Settings, Start with my own practice.",
        ],
        to: { href: "/admin/settings/demo", label: "Start with my own practice" },
        words: "demo, invented, delete sample data",
      },
      {
        id: "services",
        title: "Services and prices",
        steps: [
          "Open Services and add one: what it is, its length and price, and who gives it.",
          "For a price that changes later, open the service and choose Add later price.",
        ],
        notes: ["Existing bookings keep the price at which they were booked."],
        picture: {
          alt: "The list of services, each with its lengths and prices, and Add a service above it.",
          height: 520,
        },
        to: { href: "/admin/services", label: "Services" },
        words: "treatment, length, new price, price rise",
      },
      {
        id: "hours",
        title: "Working hours and breaks",
        steps: [
          "Open Hours and choose a therapist.",
          "Enter each day, with breaks. A second week can alternate with the first.",
          "Choose Close on bank holidays once: it covers the year ahead.",
        ],
        picture: {
          alt: "A therapist’s week: each day with its hours and break, or Day off, and Edit beside it.",
          height: 580,
        },
        to: { href: "/admin/hours", label: "Hours" },
        words: "opening times, lunch, fortnight, bank holiday",
      },
      {
        id: "team",
        title: "Invite your team",
        steps: [
          "Open Settings, People, and choose Invite.",
          "Choose a role: it says what each may see and do.",
          "They open the link in their email and choose a password. Without email, copy the link to them.",
        ],
        notes: ["Owners sign in with a second step: a passkey, or a code from an app."],
        picture: {
          alt: "Invite someone: a field for their email address, and four roles to choose from, each with what it opens.",
          height: 510,
        },
        to: { href: "/admin/settings/people", label: "People" },
        words: "staff, receptionist, permissions, roles",
      },
      {
        id: "email",
        title: "Set up email",
        steps: [
          "Open Settings, Mail server, and enter the email address that you send from.",
          "For many providers we fill in the rest. Some want an app password in place of your own.",
          "Send yourself a test email and open its link.",
        ],
        notes: ["Until email is set up, emails wait under Mail and clients get no confirmation."],
        picture: {
          alt: "Set up email: the address that your emails come from, the provider, and Show what it needs.",
          height: 312,
        },
        to: { href: "/admin/settings/mail-server", label: "Mail server" },
        words: "smtp, confirmation, gmail, outlook, sender",
      },
      {
        id: "import",
        title: "Bring clients and appointments with you",
        steps: [
          "Export your clients and appointments from the system that you leave.",
          "Open Import, choose the file, and check the preview.",
          "Import. This sends no emails, and we ask you about anything uncertain.",
        ],
        to: { href: "/admin/import", label: "Import" },
        words: "fresha, cliniko, square, calendly, firebase, csv, spreadsheet, moving",
      },
    ],
  },
  {
    id: "day",
    title: "A day",
    articles: [
      {
        id: "today",
        title: "Start the day",
        steps: [
          "Open Today: who is here now, who comes next, and what waits for you.",
          "Choose Arrived when a client comes in. Undo takes it back.",
          "Select a gap to book into it.",
        ],
        notes: ["Today keeps a copy on your phone, for when the internet fails."],
        picture: {
          alt: "Today: the client who is here, with Arrived beside the name, and below the client who comes next.",
          height: 690,
        },
        to: { href: "/admin", label: "Today" },
        words: "dashboard, arrived, attended, next client",
      },
      {
        id: "book",
        title: "Book for someone who calls",
        steps: [
          "Choose Add Appointment, and type two letters of the name or the end of the phone number.",
          "Keep last time’s treatment, or choose another.",
          "Choose one of the next free times, or another day. Then book.",
        ],
        notes: ["You can book outside the rules for online booking. We warn you first."],
        picture: {
          alt: "Add Appointment: letters of a name, and the clients that match, with their phone numbers.",
          height: 560,
        },
        to: { href: "/appointments?add=1", label: "Add Appointment" },
        words: "phone, telephone, walk-in, new appointment, new client",
      },
      {
        id: "move",
        title: "Move, swap, lengthen or cancel",
        steps: [
          "Open Diary and select the appointment.",
          "Choose Move, Swap, a longer length or Cancel, or drag it where it should be.",
          "Undo in the message at the foot takes it back, before we email the client.",
        ],
        picture: {
          alt: "An appointment of the diary with its buttons: Arrived, Call, longer, shorter, Swap with, Move and Cancel.",
          height: 411,
        },
        to: { href: "/admin/diary", label: "Diary" },
        words: "reschedule, change time, drag, double",
      },
      {
        id: "late",
        title: "You are running late",
        steps: [
          "On Today, choose Running late beside the next client.",
          "Read who is affected, then choose 5, 10 or 15 minutes. We email them.",
        ],
        notes: ["Nothing in the diary moves."],
        picture: {
          alt: "Running late: 5, 10 or 15 minutes, each with the time at which the next client then starts.",
          height: 430,
        },
        words: "delay, behind",
      },
      {
        id: "no-show",
        title: "A client does not come",
        steps: ["On Today or in the diary, choose Did not attend. Undo takes it back."],
        notes: ["The client’s page counts it, with its date."],
        words: "no-show, missed, did not attend",
      },
      {
        id: "gap",
        title: "Fill a gap",
        steps: [
          "Select the gap on Today.",
          "We suggest people who asked for such a time or usually come then. Book one in one step.",
        ],
        notes: ["Call only people who asked for such a time or agreed to offers: other calls are marketing."],
        words: "cancellation, free time, empty",
      },
      {
        id: "waiting-list",
        title: "Offer a freed time to people who wait",
        steps: [
          "A cancelled time is offered to the people on the waiting list, one after the other.",
          "Open Waiting list to see who is asked, and to answer for someone who calls.",
        ],
        picture: {
          alt: "The people who are waiting, each with the treatment, the days they can come, and Pin, Pause and Take off the list.",
          height: 520,
        },
        needs: "waitingList",
        to: { href: "/admin/waiting-list", label: "Waiting list" },
        words: "queue, wait",
      },
      {
        id: "pay",
        title: "Take a payment",
        steps: [
          "On Today or the appointment, choose Take with the amount, then how it was paid.",
          "Split it, add a tip or a product, or take it from a voucher or a course.",
          "Print or email the receipt.",
        ],
        picture: {
          alt: "What is to pay for an appointment, and Bank transfer, Card, Cash, Paper voucher and Split.",
          height: 500,
        },
        needs: "payments",
        words: "card, cash, receipt, tip, voucher, refund",
      },
      {
        id: "close-day",
        title: "Close the day",
        steps: [
          "Open Money and choose to close the day.",
          "Count the cash and the card total. A difference is noted with your words.",
        ],
        picture: {
          alt: "The end of the day: what the card machine and the drawer should hold, and fields for what you counted.",
          height: 760,
        },
        needs: "payments",
        words: "till, cashing up, takings, count",
      },
      {
        id: "note",
        title: "Write a treatment note",
        steps: [
          "Open the appointment and choose Treatment note. The last note is shown above the first field.",
          "Start from last time, or write words, body and plan. It saves itself, also without internet.",
          "Sign it. After that, or after 24 hours, no one can change it. You can add an amendment.",
        ],
        needs: "health",
        words: "soap, record, chart, sign",
      },
    ],
  },
  {
    id: "month",
    title: "A month",
    articles: [
      {
        id: "figures",
        title: "Read your figures",
        steps: [
          "Open Reports and choose the month.",
          "Select a figure to see the appointments behind it. Download them as a file for your accountant.",
        ],
        picture: {
          alt: "A month’s figures: taken, attended, did not attend and hours booked.",
          height: 615,
        },
        to: { href: "/admin/reports", label: "Reports" },
        words: "income, revenue, statistics, accountant, csv",
      },
      {
        id: "days-off",
        title: "Holidays and days off",
        steps: [
          "In the diary, choose Block time, then a day, some hours or a whole week.",
          "If clients are booked, we list them. Find each a new time from To do.",
        ],
        notes: ["With Settings, People, Rules, therapists ask and an owner confirms."],
        picture: {
          alt: "Block time: a therapist, the first and the last day, hours, and a reason.",
          height: 824,
        },
        to: { href: "/admin/diary", label: "Diary" },
        words: "leave, closure, dentist, block, week off",
      },
      {
        id: "accountant",
        title: "Send the month to your accountant",
        steps: [
          "Open Money and choose the month’s export.",
          "Or enter your accountant’s address once: we email the file after each month.",
        ],
        needs: "payments",
        words: "bookkeeping, vat, tax, export",
      },
      {
        id: "backups",
        title: "See that backups work",
        steps: [
          "Open Settings, Backups. It says when the newest was made and when one was last tried.",
          "Print the words once and keep them away from the computer. No backup opens without them.",
        ],
        to: { href: "/admin/settings/backups", label: "Backups" },
        words: "copy, safe, restore words, paper",
      },
      {
        id: "updates",
        title: "Update the site",
        steps: ["Open Settings, Updates. We try a new version on a copy of your data before it takes over."],
        to: { href: "/admin/settings/updates", label: "Updates" },
        words: "version, release, upgrade",
      },
    ],
  },
  {
    id: "trouble",
    title: "When something goes wrong",
    articles: [
      {
        id: "no-email",
        title: "A client says no email came",
        steps: [
          "Open the client and choose Emails: you see each email, when it left and whether it came back.",
          "Correct the address if it came back. Then open the email and choose Send again.",
        ],
        picture: {
          alt: "One client’s emails, each with when it left and whether it was sent.",
          height: 520,
        },
        to: { href: "/admin/mail", label: "Mail" },
        words: "confirmation missing, spam, bounce, returned",
      },
      {
        id: "sick",
        title: "A therapist is ill",
        steps: [
          "On Today, choose Someone is off sick, then who it is.",
          "We block their day and suggest a new time for each client. Check them, then send all emails at once.",
        ],
        picture: {
          alt: "Clients to move: for each the lost time, the phone number, and new times to choose from.",
          height: 640,
        },
        to: { href: "/admin/off-sick", label: "Someone is off sick" },
        words: "sick, off, ill, cancel all",
      },
      {
        id: "offline",
        title: "The internet is down",
        steps: [
          "Open Today on a phone that had it open before: the list of the day is kept there.",
          "The phone keeps what you do meanwhile and sends it when the internet is back.",
        ],
        words: "offline, no network, wifi",
      },
      {
        id: "status",
        title: "Something on the site is wrong",
        steps: [
          "Open Settings, Site status: problems come first, with how long they have lasted and what to do.",
          "If the site does not open at all, whoever runs its computer types npm run doctor there.",
        ],
        picture: {
          alt: "Site status: the problems first, each with the time it began and a button to fix it.",
          height: 615,
        },
        to: { href: "/admin/site-status", label: "Site status" },
        words: "error, fault, down, broken, doctor",
      },
      {
        id: "locked-out",
        title: "Someone cannot sign in",
        steps: [
          "Choose Forgot password on the sign-in page. The email has a link that works for an hour.",
          "If the phone with the codes is lost, use one of the backup codes.",
          "If both are gone, whoever runs the site’s computer types npm run admin -- reset with the email address.",
        ],
        words: "password, locked out, second factor, lost phone, code",
      },
      {
        id: "restore",
        title: "Go back to a backup",
        steps: [
          "Open Settings, Backups, Earlier to see what each backup holds.",
          "The person who runs the computer stops the site and types the command shown there, with your words.",
        ],
        notes: ["Clients who were erased since that backup are erased again."],
        to: { href: "/admin/settings/backups", label: "Backups" },
        words: "restore, disaster, lost data, new computer",
      },
      {
        id: "complaint",
        title: "A complaint, or someone wants their data",
        steps: [
          "Complaints come to Messages and to To do. Answer from there: the answer is kept with it.",
          "For a copy of someone’s data, or to erase it, open the client and go to the foot of the page.",
        ],
        to: { href: "/admin/messages", label: "Messages" },
        words: "gdpr, privacy, subject access, erase, delete client",
      },
    ],
  },
];

/** The chapters with what was typed in title, steps or words; an option that is off leaves its articles out. */
export function findHelp(typed: string, on: Readonly<Record<Option, boolean>>): Chapter[] {
  const words = folded(typed).split(" ").filter(Boolean);
  return GUIDE.map((chapter) => ({
    ...chapter,
    articles: chapter.articles.filter((article) => {
      if (article.needs && !on[article.needs]) return false;
      const { title, steps, notes = [], words: more = "" } = article;
      const text = ` ${folded([title, more, ...steps, ...notes].join(" ").replaceAll(/[,.:;]/g, " "))}`;
      return words.every((word) => text.includes(` ${word}`));
    }),
  })).filter(({ articles }) => articles.length > 0);
}
