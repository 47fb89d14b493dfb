/** Cookies and what is kept in a browser. */
export const cookiesWords = {
  search: {
    title: "Cookies and device storage",
    description: "The one cookie that this site needs, and what is kept on your device only when you ask for it.",
  },
  title: "Cookies and device storage",
  summary:
    "We use one essential cookie when you sign in. There is no advertising, no analytics script and nothing from other companies, so there is no banner to click.",
  uses: [
    {
      name: "ly.session_token",
      what: "Keeps you signed in",
      when: "When you sign in",
      kept: "Until you sign out, at most 30 days",
    },
    {
      name: "theme (local storage)",
      what: "Remembers Light or Dark",
      when: "Only if you choose one in the footer",
      kept: "Until you choose “Match my device”",
    },
    {
      name: "appointments (local storage)",
      what: "Keeps a copy of bookings on this device",
      when: "When you book on it",
      kept: "Until you press Clear",
    },
  ],
  text: [
    "The first is essential to something you asked for. The others are undone in the same place. The chat button and social links take you to other companies' sites, which have their own rules; nothing is loaded from them until you press.",
    "How many people visit each page is counted from our own server records, without storing or reading anything on your device.",
  ],
};
