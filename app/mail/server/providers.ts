import type { Security } from "#app/settings/schemas/mail-server.ts";

/** What a mail provider needs of someone who sends through it. */
export type MailProvider = {
  id: string;
  name: string;
  /** A relay only sends: nobody's address is recognised as its own. */
  isRelay: boolean;
  /** Domains whose addresses belong to the provider itself: it looks after their records. */
  domains: readonly string[];
  /** How the names of its receiving servers end. */
  mx: readonly string[];
  /** `{domain}` stands for that of the address. */
  host: string;
  port: 465 | 587 | 2525;
  /** The user to sign in with; null: the whole address. */
  user: string | null;
  /** Three sentences, and the page where the password is made. */
  steps: readonly [string, string, string];
  page: string;
  /** Said when the password was refused. */
  refused: string;
  /** What must be known first. */
  warning?: string;
  /** The `include:` of its SPF record; null: it needs none in the sender's domain, or we don't know it. */
  spf: string | null;
  /** DKIM selectors that it uses; empty where each customer has their own. */
  selectors: readonly string[];
  /** Where the server, port and sign-in were read. `read` null: not checked at the provider's own page. */
  source: { url: string; read: string | null };
};

const LISTED = "https://github.com/nodemailer/nodemailer/blob/master/src/well-known/services.ts";
const APP_PASSWORD = "not your normal one.";
const OWN_PASSWORD = (name: string) =>
  `Enter the password of this mailbox at ${name}, not that of your ${name} account.`;
const HOSTED = (name: string): readonly [string, string, string] => [
  `Sign in to ${name} and open the list of your mailboxes.`,
  "If you don’t know the password of this mailbox, set a new one there.",
  "Enter the mailbox’s password below.",
];

export const MAIL_PROVIDERS: readonly MailProvider[] = [
  {
    id: "google",
    name: "Gmail or Google Workspace",
    isRelay: false,
    domains: ["gmail.com", "googlemail.com"],
    mx: ["google.com", "googlemail.com"],
    host: "smtp.gmail.com",
    port: 465,
    user: null,
    steps: [
      "Turn on 2-Step Verification in your Google account, under Security.",
      "Open the app passwords page, name one “Website” and select Create.",
      "Copy the 16 letters into Password below, without the spaces.",
    ],
    page: "https://myaccount.google.com/apppasswords",
    refused: `Gmail needs an app password, ${APP_PASSWORD}`,
    spf: "_spf.google.com",
    selectors: ["google"],
    source: { url: "https://support.google.com/accounts/answer/185833", read: null },
  },
  {
    id: "microsoft-365",
    name: "Microsoft 365",
    isRelay: false,
    domains: ["onmicrosoft.com"],
    mx: ["mail.protection.outlook.com", "mx.microsoft"],
    host: "smtp.office365.com",
    port: 587,
    user: null,
    steps: [
      "In the Microsoft 365 admin centre, open Users, Active users, then this mailbox.",
      "Under Mail, Manage email apps, turn on Authenticated SMTP.",
      "Enter the mailbox’s password below, or an app password if it asks for a code at sign-in.",
    ],
    page: "https://admin.microsoft.com",
    refused: "Microsoft 365 refuses passwords unless Authenticated SMTP is on for this mailbox. A relay is easier.",
    warning:
      "Microsoft turns off sending with a password at the end of December 2026. An administrator can turn it on again for a while. Use a relay instead: your mailbox stays where it is.",
    spf: "spf.protection.outlook.com",
    selectors: ["selector1", "selector2"],
    source: {
      url: "https://techcommunity.microsoft.com/t5/exchange-team-blog/exchange-online-to-retire-basic-auth-for-client-submission-smtp/ba-p/4114750",
      read: "2026-11-25",
    },
  },
  {
    id: "outlook",
    name: "Outlook.com or Hotmail",
    isRelay: false,
    domains: ["outlook.com", "hotmail.com", "hotmail.co.uk", "live.com", "live.co.uk", "msn.com", "outlook.co.uk"],
    mx: [],
    host: "smtp-mail.outlook.com",
    port: 587,
    user: null,
    steps: [
      "Outlook.com takes no password from a website, so choose one of the relays.",
      "Get an address at a domain of your own: a relay sends for that domain, not for outlook.com.",
      "Let replies go to your Outlook.com address: set it under Sender.",
    ],
    page: "https://account.microsoft.com/security",
    refused: "Outlook.com takes no password from a website. Use a relay.",
    warning: "Outlook.com and Hotmail no longer send for websites that sign in with a password. Use a relay instead.",
    spf: "spf.protection.outlook.com",
    selectors: [],
    source: { url: LISTED, read: null },
  },
  {
    id: "icloud",
    name: "iCloud Mail",
    isRelay: false,
    domains: ["icloud.com", "me.com", "mac.com"],
    mx: ["mail.icloud.com"],
    host: "smtp.mail.me.com",
    port: 587,
    user: null,
    steps: [
      "Sign in to your Apple account page and open Sign-In and Security.",
      "Select App-Specific Passwords, add one and name it “Website”.",
      "Copy it into Password below. With a domain of your own, the user is your iCloud address.",
    ],
    page: "https://account.apple.com/account/manage",
    refused: `iCloud needs an app-specific password, ${APP_PASSWORD}`,
    spf: "icloud.com",
    selectors: ["sig1"],
    source: { url: "https://support.apple.com/en-us/102525", read: null },
  },
  {
    id: "yahoo",
    name: "Yahoo Mail",
    isRelay: false,
    domains: ["yahoo.com", "yahoo.co.uk", "ymail.com", "rocketmail.com"],
    mx: ["yahoodns.net"],
    host: "smtp.mail.yahoo.com",
    port: 465,
    user: null,
    steps: [
      "Sign in to Yahoo and open Account security.",
      "Select Generate app password and name it “Website”.",
      "Copy it into Password below.",
    ],
    page: "https://login.yahoo.com/myaccount/security/app-password",
    refused: `Yahoo needs an app password, ${APP_PASSWORD}`,
    spf: null,
    selectors: [],
    source: { url: LISTED, read: null },
  },
  {
    id: "fastmail",
    name: "Fastmail",
    isRelay: false,
    domains: ["fastmail.com", "fastmail.fm", "fastmail.co.uk"],
    mx: ["messagingengine.com"],
    host: "smtp.fastmail.com",
    port: 465,
    user: null,
    steps: [
      "Sign in to Fastmail and open Settings, Privacy & Security.",
      "Open Manage app passwords and make one for Mail, named “Website”.",
      "Copy it into Password below.",
    ],
    page: "https://app.fastmail.com/settings/security",
    refused: `Fastmail needs an app password, ${APP_PASSWORD}`,
    spf: "spf.messagingengine.com",
    selectors: ["fm1", "fm2", "fm3"],
    source: { url: "https://www.fastmail.com/help/technical/servernamesandports.html", read: "2026-11-25" },
  },
  ...(["eu", "com"] as const).map(
    (region): MailProvider => ({
      id: `zoho-${region}`,
      name: region === "eu" ? "Zoho Mail (Europe)" : "Zoho Mail (United States)",
      isRelay: false,
      domains: [`zohomail.${region}`, `zoho.${region}`],
      mx: [`zoho.${region}`],
      host: `smtppro.zoho.${region}`,
      port: 465,
      user: null,
      steps: [
        "Sign in to your Zoho account and open Security, App Passwords.",
        "Generate a new password and name it “Website”.",
        "Copy it into Password below. Without a code at sign-in, your mailbox’s password works too.",
      ],
      page: `https://accounts.zoho.${region}/home#security/app_password`,
      refused: `With a sign-in code, Zoho needs an app password, ${APP_PASSWORD}`,
      spf: `zohomail.${region}`,
      selectors: ["zmail", "zoho"],
      source: { url: "https://www.zoho.com/mail/help/zoho-smtp.html", read: null },
    }),
  ),
  {
    id: "ionos",
    name: "IONOS",
    isRelay: false,
    domains: [],
    mx: ["ionos.co.uk", "ionos.com", "kundenserver.de", "1and1.co.uk"],
    host: "smtp.ionos.co.uk",
    port: 465,
    user: null,
    steps: HOSTED("IONOS"),
    page: "https://my.ionos.co.uk/email",
    refused: OWN_PASSWORD("IONOS"),
    spf: "_spf-eu.ionos.com",
    selectors: ["s1-ionos", "s2-ionos"],
    source: {
      url: "https://www.ionos.co.uk/help/email/glossary-email-terms-explained/outgoing-mail-server/",
      read: null,
    },
  },
  {
    id: "123-reg",
    name: "123 Reg",
    isRelay: false,
    domains: [],
    mx: ["123-reg.co.uk"],
    host: "smtp.123-reg.co.uk",
    port: 465,
    user: null,
    steps: HOSTED("123 Reg"),
    page: "https://www.123-reg.co.uk/secure/cpanel",
    refused: OWN_PASSWORD("123 Reg"),
    spf: null,
    selectors: [],
    source: { url: "https://www.123-reg.co.uk/support/", read: null },
  },
  {
    id: "godaddy",
    name: "GoDaddy",
    isRelay: false,
    domains: [],
    mx: ["secureserver.net"],
    host: "smtpout.secureserver.net",
    port: 465,
    user: null,
    steps: HOSTED("GoDaddy"),
    page: "https://productivity.godaddy.com",
    refused: OWN_PASSWORD("GoDaddy"),
    spf: "secureserver.net",
    selectors: [],
    source: { url: LISTED, read: null },
  },
  {
    id: "krystal",
    name: "Krystal",
    isRelay: false,
    domains: [],
    mx: ["krystal.uk", "krystal.co.uk", "krystal.email"],
    host: "mail.{domain}",
    port: 465,
    user: null,
    steps: HOSTED("Krystal"),
    page: "https://krystal.io/client",
    refused: OWN_PASSWORD("Krystal"),
    spf: null,
    selectors: ["default"],
    source: { url: "https://help.krystal.io", read: null },
  },
  {
    id: "tsohost",
    name: "tsoHost",
    isRelay: false,
    domains: [],
    mx: ["tsohost.co.uk", "tsohost.com"],
    host: "mail.{domain}",
    port: 465,
    user: null,
    steps: HOSTED("tsoHost"),
    page: "https://my.tsohost.com",
    refused: OWN_PASSWORD("tsoHost"),
    spf: null,
    selectors: ["default"],
    source: { url: "https://www.tsohost.com/help", read: null },
  },
  {
    id: "bt",
    name: "BT",
    isRelay: false,
    domains: ["btinternet.com", "btopenworld.com", "talk21.com"],
    mx: ["cpcloud.co.uk", "btinternet.com"],
    host: "mail.btinternet.com",
    port: 465,
    user: null,
    steps: [
      "Sign in to BT Email on the web with this address, to see that its password works.",
      "If it doesn’t, set a new one under My BT, Email.",
      "Enter that password below.",
    ],
    page: "https://www.bt.com/email",
    refused: "BT refused the password. Sign in to BT Email on the web with it first.",
    spf: null,
    selectors: [],
    source: { url: "https://www.bt.com/help/email", read: null },
  },
  {
    id: "sky",
    name: "Sky",
    isRelay: false,
    domains: ["sky.com"],
    mx: [],
    host: "smtp.tools.sky.com",
    port: 465,
    user: null,
    steps: [
      "Open Sky’s page for apps that use your email, and sign in with your Sky iD.",
      "Select Generate app password and name it “Website”.",
      "Copy the 16 letters into Password below.",
    ],
    page: "https://www.sky.com/sky-yahoo-mail/manage-apps",
    refused: `Sky needs an app password, ${APP_PASSWORD}`,
    spf: null,
    selectors: [],
    source: { url: "https://www.sky.com/help/articles/sky-yahoo-mail-server-settings", read: null },
  },
  {
    id: "postmark",
    name: "Postmark",
    isRelay: true,
    domains: [],
    mx: [],
    host: "smtp.postmarkapp.com",
    port: 587,
    user: "",
    steps: [
      "Make an account at Postmark and add your domain under Sender Signatures.",
      "Open your server there, then API Tokens, and copy the server token.",
      "Enter the token below as the user and as the password.",
    ],
    page: "https://account.postmarkapp.com/servers",
    refused: "Postmark wants the server token as the user and as the password.",
    spf: null,
    selectors: [],
    source: {
      url: "https://postmarkapp.com/support/article/811-what-are-the-smtp-details-api-tokens-i-should-be-using",
      read: "2026-11-25",
    },
  },
  {
    id: "mailgun",
    name: "Mailgun (Europe)",
    isRelay: true,
    domains: [],
    mx: [],
    host: "smtp.eu.mailgun.org",
    port: 587,
    user: "postmaster@{domain}",
    steps: [
      "Make an account at Mailgun, and add your domain in its EU region.",
      "Open the domain’s settings, then SMTP credentials.",
      "Reset the password there and copy it into Password below.",
    ],
    page: "https://app.mailgun.com/mg/sending/domains",
    refused: "Mailgun wants the password of its SMTP credentials, not that of your account.",
    spf: "eu.mailgun.org",
    selectors: ["mx", "k1", "smtp", "mailo", "pic"],
    source: {
      url: "https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages/send-smtp",
      read: null,
    },
  },
  {
    id: "ses",
    name: "Amazon SES (London)",
    isRelay: true,
    domains: [],
    mx: [],
    host: "email-smtp.eu-west-2.amazonaws.com",
    port: 587,
    user: "",
    steps: [
      "In the Amazon SES console, choose London and verify your domain under Identities.",
      "Ask there for production access: before it, SES sends to your own addresses only.",
      "Under SMTP settings, create SMTP credentials and enter both parts below.",
    ],
    page: "https://eu-west-2.console.aws.amazon.com/ses/home?region=eu-west-2#/smtp",
    refused: "SES wants SMTP credentials of the London region, not your access key.",
    spf: "amazonses.com",
    selectors: [],
    source: { url: "https://docs.aws.amazon.com/ses/latest/dg/smtp-connect.html", read: "2026-11-25" },
  },
  {
    id: "brevo",
    name: "Brevo",
    isRelay: true,
    domains: [],
    mx: [],
    host: "smtp-relay.brevo.com",
    port: 587,
    user: "",
    steps: [
      "Make an account at Brevo and add your domain under Senders, Domains.",
      "Open SMTP & API, and generate an SMTP key.",
      "Enter the login shown there as the user, and the key as the password.",
    ],
    page: "https://app.brevo.com/settings/keys/smtp",
    refused: "Brevo wants an SMTP key as the password, not that of your account.",
    spf: null,
    selectors: ["brevo1", "brevo2", "mail"],
    source: { url: LISTED, read: null },
  },
  {
    id: "resend",
    name: "Resend",
    isRelay: true,
    domains: [],
    mx: [],
    host: "smtp.resend.com",
    port: 465,
    user: "resend",
    steps: [
      "Make an account at Resend and add your domain under Domains.",
      "Open API Keys and create one that may send.",
      "Copy the key into Password below.",
    ],
    page: "https://resend.com/api-keys",
    refused: "Resend wants an API key as the password.",
    spf: null,
    selectors: ["resend"],
    source: { url: "https://resend.com/docs/send-with-smtp", read: "2026-11-25" },
  },
  {
    id: "smtp2go",
    name: "SMTP2GO",
    isRelay: true,
    domains: [],
    mx: [],
    host: "mail-eu.smtp2go.com",
    port: 2525,
    user: "",
    steps: [
      "Make an account at SMTP2GO and add your domain under Sending, Verified Senders.",
      "Under Sending, SMTP Users, add a user.",
      "Enter that user and its password below.",
    ],
    page: "https://app.smtp2go.com/sending/smtp_users",
    refused: "SMTP2GO wants an SMTP user and its password, not those of your account.",
    spf: null,
    selectors: [],
    source: { url: "https://developers.smtp2go.com/docs/smtp-relay", read: "2026-11-25" },
  },
];

/** TLS from the start at 465, STARTTLS at every other port (RFC 8314). */
export function securityAt(port: number): Security {
  return port === 465 ? "tls" : "starttls";
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

export function getProvider(id: string): MailProvider | null {
  return MAIL_PROVIDERS.find((provider) => provider.id === id) ?? null;
}

/** The provider whose own domain this is. */
export function providerOfDomain(domain: string): MailProvider | null {
  return MAIL_PROVIDERS.find(({ domains }) => domains.some((own) => isWithin(domain, own))) ?? null;
}

/** The provider that receives mail at these servers. */
export function providerOfExchanges(exchanges: readonly string[]): MailProvider | null {
  const names = exchanges.map((name) => name.toLowerCase().replace(/\.$/, ""));
  return MAIL_PROVIDERS.find(({ mx }) => mx.some((end) => names.some((name) => isWithin(name, end)))) ?? null;
}

/** The provider that sends at this host. */
export function providerOfHost(host: string): MailProvider | null {
  return MAIL_PROVIDERS.find((provider) => provider.host === host.toLowerCase()) ?? null;
}

function isWithin(name: string, end: string): boolean {
  return name === end || name.endsWith(`.${end}`);
}

/** What to fill into the mail server's form. */
export function filledIn(provider: MailProvider, address: string) {
  const { host, port, user } = provider;
  const at = (text: string) => text.replace("{domain}", domainOf(address));
  return { host: at(host), port, security: securityAt(port), user: user === null ? address : at(user) };
}
