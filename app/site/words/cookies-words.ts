/** Cookies and what is kept in a browser: all of it. tests/e2e/policies.test.ts looks for what is not listed. */
export const cookiesWords = {
  search: {
    title: "Cookies and device storage",
    description: "The few cookies that this site needs, and what is kept on your device when you ask for it.",
  },
  title: "Cookies and device storage",
  summary:
    "Reading this site sets no cookie. We use one essential cookie when you sign in. There is no advertising, no analytics script and nothing from other companies, so there is no banner to click.",
  usesTitle: "What is kept on your device",
  uses: [
    {
      name: "ly.session_token",
      what: "Keeps you signed in",
      when: "When you sign in",
      kept: "Until you sign out, at most 30 days",
    },
    {
      name: "ly.sign_in, ly.better-auth-passkey, ly.state",
      what: "Joins the steps of signing in with a code, a passkey or Google",
      when: "While you sign in that way",
      kept: "Minutes, or until you close the browser",
    },
    {
      name: "ly.notice, ly.sent, ly.reset, ly.wrote",
      what: "Tells you once what has just been done, such as that your message was sent or where a link for a new password went, and lets you see what you have just changed",
      when: "When you have sent a form",
      kept: "One minute at most",
    },
    {
      name: "ly.unsent",
      what: "Keeps a name, phone number or email address that you typed into your account, so that it is still there when you have signed in again",
      when: "When you were signed out before you sent it",
      kept: "Until you use or refuse it, save something else or sign out, at most 30 minutes",
    },
    {
      name: "ly.guest",
      what: "Fills in your name, phone number and email address when you book another appointment",
      when: "When you have booked without an account",
      kept: "30 minutes at most",
    },
    {
      name: "ly.form",
      what: "Opens the health form that you have begun, so that you can carry on later on this device. Your answers are kept on our server, sealed so that only this device opens them",
      when: "When you answer a question of the form",
      kept: "Until you send the form, at most until your appointment begins",
    },
    {
      name: "ly.chosen",
      what: "Keeps the password that you chose for a new account, hashed and sealed so that only this site can use it, until you open the link in the email",
      when: "When you ask for an account after a booking",
      kept: "Until you have opened the link, at most 3 days",
    },
    {
      name: "appointments (local storage)",
      what: "Keeps a list of the bookings made on this device, so that you find them again without an account",
      when: "When you book on it",
      kept: "Until you select Clear in My Appointments, or Remove on the booking, or log out",
    },
    {
      name: "offline (cache storage), with a service worker",
      what: "Lets you read when you are due without a network: date, time, treatment, therapist and place. For those who work here, the day’s names and times",
      when: "When you look at My Appointments, at a booking or, if you work here, at Today",
      kept: "Until you log out or someone else logs in, at most 30 days; for those who work here 8 hours",
    },
    {
      name: "push subscription, with a service worker",
      what: "Lets your browser show a reminder while no page of ours is open",
      when: "Only if you select “Remind me on this device” and then allow it in your browser",
      kept: "Until you log out, remove the device in your account, or forbid it in your browser",
    },
    {
      name: "theme (local storage)",
      what: "Remembers Light or Dark",
      when: "Only if you choose one in the footer",
      kept: "Until you choose “Match my device”, or log out",
    },
    {
      name: "unsent (session storage)",
      what: "Keeps what you have typed into a form, never a password, so that it is still there when the page is loaded again or you had to sign in",
      when: "When you type into the booking form, or into any form while you are signed in",
      kept: "Until the form is sent, you sign out, or you close the tab",
    },
    {
      name: "unsent-payments (local storage), ly.payments",
      what: "Keeps a payment that was taken without a network until it can be sent, without the client’s name",
      when: "Only if you work here and take one",
      kept: "Until it is sent or removed; logging out asks first",
    },
    {
      name: "react-router-scroll-positions (session storage)",
      what: "Brings you back to the place where you were on a page",
      when: "On the pages for booking and accounts",
      kept: "Until you close the tab",
    },
  ],
  sections: [
    {
      title: "Why there is no banner",
      text: [
        "Each of these is part of something you asked for: signing in, sending a form, booking, looking up a booking, being reminded, choosing a look. On a secure connection the names of cookies begin with “__Secure-”.",
        "How often a page is asked for is counted on our own server, without storing or reading anything on your device.",
      ],
    },
    {
      title: "Other companies",
      text: [
        "The chat button and social links take you to other companies' sites, which have their own rules; nothing is loaded from them until you select one. If one of our films is kept by YouTube or Vimeo, the same is true of it: nothing is loaded until you select Play.",
        "A reminder on your device comes by way of the company that makes your browser, such as Apple, Google or Mozilla. Nothing goes to that company until you ask for a reminder, and it can’t read what we send.",
        "More about your information is in the [privacy notice](/policies/privacy).",
      ],
    },
  ],
};
