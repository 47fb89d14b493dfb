import { priceInProse } from "#app/platform/money-words.ts";
import { servingLine } from "#app/settings/location.ts";
import type { Business } from "#app/settings/schemas/business.ts";
import { type LegalForm, missingOf } from "#app/settings/schemas/legal.ts";
import { type GoLiveFacts, type Line, type LineGroup, listed, numbered } from "#app/site/go-live/checklist-item.ts";

/** The checklist: facts in, lines out. */
export function checklistOf(facts: GoLiveFacts): LineGroup[] {
  return [
    { title: "Who you are", lines: identityLines(facts) },
    { title: "What you offer", lines: offerLines(facts) },
    { title: "That it works", lines: workingLines(facts) },
    { title: "If you like", lines: optionalLines(facts) },
  ];
}

/** The checklist in short, for the dashboard. */
export type GoingLive = { done: number; all: number; next: { id: string; title: string; to: string }[] };

export function inShort(groups: readonly LineGroup[]): GoingLive {
  const open = groups.flatMap(({ lines }) => lines).filter(({ state }) => state === "todo");
  return {
    ...scoreOf(groups),
    next: open.slice(0, 3).map(({ id, title, fixLink }) => ({ id, title, to: fixLink.to })),
  };
}

export function scoreOf(groups: readonly LineGroup[]): { done: number; all: number } {
  const needed = groups.flatMap(({ lines }) => lines).filter(({ state }) => state !== "optional");
  return { done: needed.filter(({ state }) => state === "done").length, all: needed.length };
}

const FORMS: Record<LegalForm, string> = {
  "sole-trader": "sole trader",
  partnership: "partnership",
  company: "company",
};

/** What a visitor has to be told before anything else, and is missing. */
function missingIdentity({ name, phone, email, address, area }: Business): string[] {
  return [
    ...(name ? [] : ["your name"]),
    ...(phone ? [] : ["a phone number"]),
    ...(email ? [] : ["an email address"]),
    ...(area || (address.street && address.town && address.postcode) ? [] : ["the address or the area you serve"]),
  ];
}

export function identityLines(facts: GoLiveFacts): Line[] {
  return [...(facts.isDemo ? [DEMO] : []), identity(facts), legalLineOf(facts), policies(facts)];
}

const DEMO: Line = {
  id: "demo",
  title: "Your own practice",
  state: "todo",
  text: "Visitors see the demo practice, under a ribbon that says so. Start with your own: what you have not changed goes.",
  fixLink: { to: "/admin/settings/demo", label: "See what goes" },
};

function identity({ business }: GoLiveFacts): Line {
  const missing = missingIdentity(business);
  const { name, address } = business;
  const text =
    missing.length > 0
      ? `Add ${listed(missing)}. Visitors need to know who you are and how to contact you.`
      : `${name}, ${address.street ? `${address.street}, ${address.town}` : servingLine(business)}. Shown in the header, footer and emails.`;
  return {
    id: "identity",
    title: "Name, address and how to reach you",
    state: missing.length > 0 ? "todo" : "done",
    text,
    fixLink: { to: "/admin/settings/business", label: "Business details" },
  };
}

function legalLineOf({ business: { legal } }: GoLiveFacts): Line {
  const missing = missingOf(legal);
  const number = legal.form === "company" ? `number ${legal.number}` : "No company number is needed.";
  const ico = legal.ico
    ? ""
    : " The Information Commissioner’s registration is left out: almost every practice has to pay the fee.";
  const text =
    missing.length > 0
      ? `Add ${listed(missing)}. UK law requires it on your website and in your emails.`
      : legal.form === "company"
        ? `The footer names ${legal.name}, ${number}, as the law asks.${ico}`
        : `The footer names ${legal.name} as the law asks. ${number}${ico}`;
  return {
    id: "legal",
    title: missing.length > 0 || legal.form === null ? "Legal form" : `Legal form: ${FORMS[legal.form]}`,
    state: missing.length > 0 ? "todo" : "done",
    text,
    fixLink: { to: "/admin/settings/legal", label: "Legal form" },
  };
}

function policies({ policies: pages }: GoLiveFacts): Line {
  const unread = pages.filter(({ read }) => !read).map(({ title }) => title);
  return {
    id: "policies",
    title: "Policies read and dated",
    state: unread.length > 0 ? "todo" : "done",
    text:
      unread.length > 0
        ? `Read and approve: ${listed(unread)}.`
        : "You have read them as they are, and each shows its date.",
    fixLink: { to: "/admin/go-live/policies", label: "Read the policies" },
  };
}

function offerLines(facts: GoLiveFacts): Line[] {
  return [services(facts), hours(facts), pictures(facts)];
}

function services({ services: offered }: GoLiveFacts): Line {
  const unpriced = offered.filter(({ prices }) => prices.length === 0).map(({ title }) => title);
  const ungiven = offered.filter(({ givers }) => givers.length === 0).map(({ title }) => title);
  const problems = [
    ...(offered.length === 0 ? ["Nothing is offered yet."] : []),
    ...(unpriced.length > 0 ? [`Add a length and price to ${listed(unpriced)}.`] : []),
    ...(ungiven.length > 0 ? [`No therapist offers ${listed(ungiven)} yet.`] : []),
  ];
  const [givers, prices] = [new Set(offered.flatMap((one) => one.givers)), offered.flatMap((one) => one.prices)];
  const count = `${capital(numbered(offered.length))} ${offered.length === 1 ? "service" : "services"}`;
  return {
    id: "services",
    title: "Services with a price, a length and a therapist",
    state: problems.length > 0 ? "todo" : "done",
    text:
      problems.length > 0
        ? `${problems.join(" ")} Visitors book a treatment, at its whole price, with a person.`
        : `${count}, ${range(prices)}, given by ${listed([...givers])}.`,
    fixLink: ungiven.length > 0 && givers.size === 0 ? THERAPISTS : { to: "/admin/services", label: "Services" },
  };
}

const THERAPISTS = { to: "/admin/therapists", label: "Therapists" };

function hours({ hours: opening, working, first }: GoLiveFacts): Line {
  const problems = [
    ...(opening.saved ? [] : ["Add your opening hours. They appear on the home page."]),
    ...(working > 0 ? [] : ["No therapist has working hours."]),
    ...(working > 0 && first === null ? ["There is no free time within a fortnight."] : []),
  ];
  const open = opening.lines.filter(({ times }) => times !== "Closed");
  return {
    id: "hours",
    title: "Hours",
    state: problems.length > 0 ? "todo" : "done",
    text:
      problems.length > 0
        ? problems.join(" ")
        : `${open.map(({ days, times }) => `${days} ${times}`).join("; ")}. First bookable time: ${first}.`,
    fixLink: opening.saved
      ? { to: "/admin/hours", label: "Working hours" }
      : { to: "/admin/settings/opening-hours", label: "Opening hours" },
  };
}

function pictures({ pictures: { own, keepsDrawings } }: GoLiveFacts): Line {
  const isDone = own > 0 || keepsDrawings;
  return {
    id: "pictures",
    title: "Pictures",
    state: isDone ? "done" : "todo",
    text: isDone
      ? own > 0
        ? `${capital(numbered(own))} of your own. The other places show our drawings.`
        : "You kept the drawings. They suit any practice."
      : "Add your photos, or keep our drawings.",
    fixLink: { to: "/admin/settings/pictures", label: "Pictures" },
    ...(isDone ? {} : { action: { name: "keep-drawings", label: "Keep the drawings" } }),
  };
}

function range(prices: readonly number[]): string {
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  return least === most ? priceInProse(least) : `${priceInProse(least)} to ${priceInProse(most)}`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function workingLines(facts: GoLiveFacts): Line[] {
  return [mail(facts), address(facts), backups(facts), secondFactor(facts), testBooking(facts)];
}

function optionalLines({ business, ownPages, films, look }: GoLiveFacts): Line[] {
  const chat: Line = {
    id: "chat",
    title: "Chat link",
    state: "optional",
    text: business.chatUrl || "None. Visitors call or write instead.",
    fixLink: { to: "/admin/settings/links", label: "Links" },
  };
  const filmsText = films.count === 0 ? "None. The section is left out." : `${films.count} on the home page.`;
  const logo = look.hasLogo ? "Your logo" : "No logo of your own";
  return [
    {
      id: "moving-in",
      title: "Moving in",
      state: "optional",
      text: "Import clients and appointments from Fresha, Cliniko, Square, a spreadsheet, Calendly, Firebase or Limber Yard. We send no emails.",
      fixLink: { to: "/admin/import", label: "Bring them" },
    },
    {
      id: "look",
      title: "Look",
      state: "optional",
      text: look.isOwn ? `${logo}; a colour or typeface of your choice.` : `${logo}; our colour and typeface.`,
      fixLink: { to: "/admin/settings/look", label: "Look" },
    },
    {
      id: "words",
      title: "Words",
      state: "optional",
      text:
        ownPages.length > 0
          ? `In your own words: ${listed(ownPages)}. The other pages hold for any practice.`
          : "Every page has words that hold for any practice. Write your own where you like.",
      fixLink: { to: "/admin/settings/words", label: "Edit the words" },
    },
    chat,
    {
      id: "films",
      title: "Films",
      state: "optional",
      text: films.ours ? `${filmsText} Ours are shown where you have none.` : filmsText,
      fixLink: { to: "/admin/settings/videos", label: "Videos" },
      action: films.ours ? { name: "hide-films", label: "Leave ours out" } : { name: "show-films", label: "Show ours" },
    },
  ];
}

function mail({ mail: { server, to, isSent, isPressed, problem } }: GoLiveFacts): Line {
  const isDone = server && isPressed && problem === null;
  const text = !server
    ? "No mail server is set, or its password can’t be opened: clients get no confirmation."
    : problem !== null
      ? `The mail server answered “${problem}”. Clients get no confirmation until this works.`
      : isPressed
        ? `A test email to ${to} arrived, and its link was opened.`
        : isSent
          ? `A test email is on its way to ${to}. Select the link in it.`
          : "Send yourself a test email and select the link in it.";
  return {
    id: "mail",
    title: "Contact and mail",
    state: isDone ? "done" : "todo",
    text,
    fixLink: server
      ? { to: "/admin/mail", label: "Mail" }
      : { to: "/admin/settings/mail-server", label: "Set up email" },
    ...(problem !== null ? { isWrong: true } : {}),
    ...(server && !isDone
      ? { action: { name: "send-test-mail", label: isSent ? "Send another" : "Send a test email" } }
      : {}),
  };
}

function address({ publicUrl }: GoLiveFacts): Line {
  const { protocol, hostname } = new URL(publicUrl);
  const isOwn = hostname.includes(".") && !/^[\d.]+$/.test(hostname) && !hostname.endsWith(".localhost");
  const isDone = protocol === "https:" && isOwn;
  return {
    id: "address",
    title: "Your own web address",
    state: isDone ? "done" : "todo",
    text: isDone
      ? `${hostname}. Links and emails lead there.`
      : `Your site has no secure address (https) yet: it is at ${publicUrl}. On its server, npm run setup-server gives it one.`,
    fixLink: { to: "/admin/settings/address", label: "Site address" },
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
    fixLink: { to: "/admin/settings/backups", label: "Set up backups" },
    ...(!leaves && !isFresh && folder && last ? { isWrong: true } : {}),
  };
}

function secondFactor({ unprotected }: GoLiveFacts): Line {
  return {
    id: "second-factor",
    title: "Sign-in code for the owner",
    state: unprotected.length > 0 ? "todo" : "done",
    text:
      unprotected.length > 0
        ? `These people can open client records with only a password: ${listed(unprotected)}.`
        : "Everyone in the team signs in with a code or a passkey.",
    fixLink: { to: "/account", label: "Your account" },
  };
}

function testBooking({ isTestBooked, first }: GoLiveFacts): Line {
  const isDone = isTestBooked && first !== null;
  return {
    id: "test-booking",
    title: "A test booking",
    state: isDone ? "done" : "todo",
    text: isDone
      ? "The test booking worked, and we cancelled it."
      : first === null
        ? "There is no free time that could be booked."
        : `We book ${first} as a visitor would, then cancel it. We send no emails.`,
    fixLink: first === null ? { to: "/admin/hours", label: "Working hours" } : { to: "/book", label: "See the page" },
    ...(first !== null && !isTestBooked ? { action: { name: "book-test", label: "Book a test" } } : {}),
  };
}
