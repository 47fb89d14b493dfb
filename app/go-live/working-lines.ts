import { type GoLiveFacts, type Line, listed } from "#app/go-live/line.ts";

export function workingLines(facts: GoLiveFacts): Line[] {
  return [mail(facts), address(facts), backups(facts), secondFactor(facts), testBooking(facts)];
}

export function optionalLines({ business, ownPages, films, look }: GoLiveFacts): Line[] {
  const chat: Line = {
    id: "chat",
    title: "Chat link",
    state: "optional",
    text: business.chatUrl || "None. Visitors call or write instead.",
    mend: { to: "/admin/settings/links", label: "Links" },
  };
  const shown = films.shown === 0 ? "None. The section is left out." : `${films.shown} on the home page.`;
  const logo = look.hasLogo ? "Your logo" : "No logo of your own";
  return [
    {
      id: "moving-in",
      title: "Moving in",
      state: "optional",
      text: "Clients and appointments from Fresha, Cliniko, Square, a sheet, Calendly, a Firebase site or another Limber Yard come along. Nobody gets a mail of it.",
      mend: { to: "/admin/import", label: "Bring them" },
    },
    {
      id: "look",
      title: "Look",
      state: "optional",
      text: look.isOwn ? `${logo}; a colour or typeface of your choice.` : `${logo}; our colour and typeface.`,
      mend: { to: "/admin/settings/look", label: "Look" },
    },
    {
      id: "words",
      title: "Words",
      state: "optional",
      text:
        ownPages.length > 0
          ? `In your own words: ${listed(ownPages)}. The other pages hold for any practice.`
          : "Every page has words that hold for any practice. Write your own where you like.",
      mend: { to: "/admin/settings/words", label: "Edit the words" },
    },
    chat,
    {
      id: "films",
      title: "Films",
      state: "optional",
      text: films.ours ? `${shown} Ours stand where you have none.` : shown,
      mend: { to: "/admin/settings/videos", label: "Videos" },
      deed: films.ours ? { name: "hide-films", label: "Leave ours out" } : { name: "show-films", label: "Show ours" },
    },
  ];
}

function mail({ mail: { server, to, isSent, isPressed, problem } }: GoLiveFacts): Line {
  const isDone = server && isPressed && problem === null;
  const text = !server
    ? "No mail server is set, or its password can’t be opened: clients get no confirmation. Enter one under Mail server."
    : problem !== null
      ? `The mail server answered “${problem}”. Clients get no confirmation until this works.`
      : isPressed
        ? `A test mail to ${to} arrived, and its link was pressed.`
        : isSent
          ? `A test mail is on its way to ${to}. Press the link in it.`
          : "Send yourself a test mail and press the link in it: clients get their confirmations the same way.";
  return {
    id: "mail",
    title: "Contact and mail",
    state: isDone ? "done" : "todo",
    text,
    mend: server ? { to: "/admin/mail", label: "Mail" } : { to: "/admin/settings/mail-server", label: "Mail server" },
    ...(server && !isDone
      ? { deed: { name: "send-test-mail", label: isSent ? "Send another" : "Send a test mail" } }
      : {}),
  };
}

function address({ publicUrl }: GoLiveFacts): Line {
  const { protocol, hostname } = new URL(publicUrl);
  const isOwn = hostname.includes(".") && !/^[\d.]+$/.test(hostname) && !hostname.endsWith(".localhost");
  const isDone = protocol === "https:" && isOwn;
  return {
    id: "address",
    title: "Own address under https",
    state: isDone ? "done" : "todo",
    text: isDone
      ? `${hostname}. Links and mails lead there.`
      : `The site is at ${publicUrl}. Set PUBLIC_URL to your own address with https: without it what clients type can be read on the way.`,
    mend: { to: "/", label: "Look" },
  };
}

function backups({ backups: { leaves, folder, last, isFresh } }: GoLiveFacts): Line {
  return {
    id: "backups",
    title: "Backups",
    state: leaves || isFresh ? "done" : "todo",
    text: leaves
      ? "One leaves this machine every hour, sealed."
      : isFresh
        ? `The last was made ${last}.`
        : !folder
          ? "No backup is made, so a broken disk would take every booking with it. Choose where backups go."
          : last
            ? `The last was made ${last}; there should be one a day.`
            : "None is there yet; the first is made within a quarter of an hour.",
    mend: { to: "/admin/settings/backups", label: "Backups" },
  };
}

function secondFactor({ unprotected }: GoLiveFacts): Line {
  return {
    id: "second-factor",
    title: "Second factor for the owner",
    state: unprotected.length > 0 ? "todo" : "done",
    text:
      unprotected.length > 0
        ? `A password alone opens every client’s record to: ${listed(unprotected)}.`
        : "Everybody of the practice signs in with a code or a passkey.",
    mend: { to: "/account", label: "Your account" },
  };
}

function testBooking({ isTestBooked, first }: GoLiveFacts): Line {
  const isDone = isTestBooked && first !== null;
  return {
    id: "test-booking",
    title: "A test booking",
    state: isDone ? "done" : "todo",
    text: isDone
      ? "A visitor’s booking went through, and was taken back."
      : first === null
        ? "There is no free time that could be booked."
        : `The site books ${first} as a visitor would, and takes it back at once: nobody is told.`,
    mend: { to: "/book", label: "See the page" },
    ...(first !== null && !isTestBooked ? { deed: { name: "book-test", label: "Book a test" } } : {}),
  };
}
