/** The privacy notice: what this site does, no more. tests/e2e/policies.test.ts holds it to some of that. */
export const privacyWords = {
  search: {
    title: "Privacy notice",
    description: "What we know about you, why, for how long, who else sees it, and what you can ask of us.",
  },
  title: "Privacy notice",
  summary:
    "We collect what we need to book, treat and be paid, and no more. We do not sell anything, track you round the internet or run advertising.",
  usesTitle: "What we use, why, and for how long",
  uses: [
    {
      what: "Name, phone, email, a practical note if you leave one, what you ask when you want it moved, appointment date, treatment, price, and whether you came; the emails we sent you about it",
      why: "To make, remind you about and change your booking, and to keep our accounts",
      basis: "Contract; legal obligation for the accounts",
      kept: "As long as you come to us, and then as long as tax law and legal claims need it. Ask us to erase it and we keep the booking without your name",
    },
    {
      what: "Notes that we write about your visits",
      why: "To remember what you asked for",
      basis: "Legitimate interest",
      kept: "Until we erase your record",
    },
    {
      what: "A sentence about what must not be overlooked, such as an allergy, if you agree that we keep it",
      why: "So that your therapist sees it in time. It is encrypted, and only the people who treat you can read it",
      basis: "Your explicit consent, which you may withdraw at any time",
      kept: "Until you withdraw it, or we erase your record",
    },
    {
      what: "Account name, email, telephone number (if you book signed in, or give it), password (stored only as a secure hash), passkeys and the key of your code app if you use them",
      why: "To let you see your bookings, and book again without typing",
      basis: "Contract",
      kept: "Until you delete the account",
    },
    {
      what: "If you ask to be reminded on a device: the address and keys that its browser gives us for that, which browser it is, and since when",
      why: "To show you there when you are due. The message has the day and the time, and no name or treatment",
      basis: "Contract, and only if you ask for it",
      kept: "Until you remove the device or sign out there, at most 30 days after you were last here",
    },
    {
      what: "Where you are signed in: time, browser, network address",
      why: "So that you can end a sign-in that is not yours",
      basis: "Security is our legitimate interest",
      kept: "Until you sign out, at most 30 days after you were last here",
    },
    {
      what: "From which network addresses you have signed in, scrambled so that they can't be read",
      why: "So that no one can keep you out by guessing your password from elsewhere",
      basis: "Security is our legitimate interest",
      kept: "Half a year after you last signed in from there",
    },
    {
      what: "Messages you send us, and our replies",
      why: "To answer you",
      basis: "Legitimate interest",
      kept: "{messageMonths} months",
    },
    {
      what: "Complaints, and our replies",
      why: "To look into them and to show that we did",
      basis: "Legitimate interest; legal obligation where they are about your information",
      kept: "6 years",
    },
    {
      what: "Network address, while we count how often a form is sent, a time booked or a password tried",
      why: "To stop abuse",
      basis: "Legitimate interest",
      kept: "2 days",
    },
    {
      what: "Server log: time, page, how long it took; no name and no network address",
      why: "To keep the site running",
      basis: "Legitimate interest",
      kept: "As long as our hosting provider keeps it",
    },
  ],
  homeVisit: {
    what: "{?homeVisits} The address of a treatment at your home: street, postcode and how to get in",
    why: "So that your therapist finds you. They see it from the day before",
    basis: "Contract",
    kept: "30 days after the appointment, then we delete it",
  },
  healthRecord: {
    what: "{?health} Your health form, and the notes of your treatments",
    why: "To treat you safely, and to show later what was agreed and done",
    basis: "Your explicit consent, which you may withdraw at any time; after that, legal claims only",
    kept: "{healthYears} years after your last appointment, as insurers and registers ask; a child's record longer",
  },
  waitingList: {
    what: "{?waits} If you wait for a time: name, phone, email, the treatment, the days and times that would suit you, and what we offered you",
    why: "To offer you a time that comes free. We write about nothing else",
    basis: "Contract, because you asked for it",
    kept: "90 days after you stop waiting or have a time, then we delete it",
  },
  sections: [
    {
      title: "Who we are",
      text: [
        "{company}, {address}, is the controller. Registered with the Information Commissioner's Office, {ico}. Questions: {privacyEmail}. You can also call {phone}.",
      ],
    },
    { title: "Where it comes from", text: ["You, or someone who books for you with your permission."] },
    {
      title: "Health information",
      text: [
        "{?noHealth} This site does not ask for it, so leave it out of messages. {?health} Before you come we ask for a health form, with your explicit consent. {?health} Your answers, and the notes of your treatments, are encrypted. {?health} Only the therapists who treat you can open them, and each opening is written down. {?health} Leave your health out of messages. We talk about your health before we treat you, because some conditions make massage unsafe.",
      ],
    },
    {
      title: "Who else sees it",
      text: [
        "Companies that work for us under contract: our hosting provider and our email delivery provider. If you choose to sign in with Google, Google knows that you did. If you ask to be reminded on a device, the company that makes its browser passes the reminder on: it sees when we send one, and can’t read it. We would share information without asking only to protect someone's life, or where the law requires it.",
      ],
    },
    {
      title: "Decisions by computer",
      text: [
        "{?noFlags} None. {?noFlags} The booking page checks only whether a time is free. {?flags} One: if you are signed in and have cancelled late, missed or moved late several times, the booking page asks you to pay first, or to leave a card. {?flags} You can see the dates in your account. {?flags} Ask us if one is wrong: a person looks at it, and can lift it.",
      ],
    },
    {
      title: "Your rights",
      text: [
        "You can ask for a copy of your information; ask us to correct it, delete it, limit or stop its use; and take it elsewhere in a common format. Much of this is one button in [your account](/account). Otherwise write to us. We answer within one month, free of charge.",
        "What is deleted is gone from the site straight away, and from our backups when they are replaced, usually after two weeks.",
      ],
    },
    {
      title: "Complaints about your information",
      text: [
        "Use the [complaint form](/complaints). You can also email {privacyEmail}. We will acknowledge it within 30 days, look into it without undue delay and tell you what we found. If you are not satisfied you can complain to the Information Commissioner's Office: [ico.org.uk](https://ico.org.uk), 0303 123 1113, Wycliffe House, Water Lane, Wilmslow, SK9 5AF.",
      ],
    },
    { title: "Children", text: ["Accounts are for people aged 16 and over."] },
    {
      title: "Cookies",
      text: [
        "What is kept in your browser is listed on the page about [cookies and device storage](/policies/cookies).",
      ],
    },
  ],
};
