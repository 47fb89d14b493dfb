/** The privacy notice: what this site does, no more. */
export const privacyWords = {
  search: {
    title: "Privacy notice",
    description: "What we know about you, why, for how long, who else sees it, and what you can ask of us.",
  },
  title: "Privacy notice",
  summary:
    "We collect what we need to book, treat and be paid, and no more. We do not sell anything, track you round the internet or run advertising.",
  uses: [
    {
      what: "Name, phone, e-mail, appointment date, treatment, price",
      why: "To make, remind you about and change your booking",
      basis: "Contract",
      kept: "6 years after your last appointment, for tax and legal claims",
    },
    {
      what: "Account name, e-mail, password (stored only as a secure hash), sign-in times",
      why: "To let you see your bookings",
      basis: "Contract; security is our legitimate interest",
      kept: "Until you delete the account",
    },
    { what: "Messages you send us", why: "To answer you", basis: "Legitimate interest", kept: "12 months" },
    {
      what: "Server security logs (time and page)",
      why: "To keep the site running and stop abuse",
      basis: "Legitimate interest",
      kept: "30 days",
    },
  ],
  sections: [
    {
      title: "Who we are",
      text: [
        "{company}, {address}, is the controller. Registered with the Information Commissioner's Office, {ico}. Questions: {privacyEmail} or {phone}. We are not required to have a data protection officer.",
      ],
    },
    { title: "Where it comes from", text: ["You, or someone who books for you with your permission."] },
    {
      title: "Health information",
      text: [
        "We do not ask for it when you book, and please leave it out of messages. We talk about your health before we treat you, because some conditions make massage unsafe.",
      ],
    },
    {
      title: "Who else sees it",
      text: [
        "Companies that work for us under contract: our hosting provider and our e-mail delivery provider. They are in the UK, or in countries the UK treats as adequate, or are bound by the UK's international transfer agreement. We would share information without asking only to protect someone's life, or where the law requires it. With your permission we may write to your GP or physio.",
      ],
    },
    { title: "Decisions by computer", text: ["None. The booking page checks only whether a time is free."] },
    {
      title: "Your rights",
      text: [
        "You can ask for a copy of your information; ask us to correct it, delete it, limit or stop its use; and take it elsewhere in a common format. Most of this is one button in your account. Otherwise write to us. We answer within one month, free of charge.",
      ],
    },
    {
      title: "Complaints about your information",
      text: [
        "E-mail {privacyEmail}, or ring. We will acknowledge it within 30 days (usually the next working day), look into it without undue delay and tell you what we found. If you are not satisfied you can complain to the Information Commissioner's Office: ico.org.uk, 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, SK9 5AF.",
      ],
    },
    { title: "Children", text: ["Accounts are for people aged 16 and over."] },
  ],
};
