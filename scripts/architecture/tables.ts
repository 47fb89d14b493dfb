/**
 * The rooms, and the rooms that each may import. To allow another import, add it here and write a page in
 * docs/decisions with the reason.
 */
export const ROOMS: Record<string, readonly string[]> = {
  reports: ["payments", "appointments", "practice", "hours", "catalogue", "availability"],
  privacy: ["appointments", "clients", "accounts"],
  payments: ["appointments", "clients", "adapters", "practice", "settings", "mail"],
  "waiting-list": ["appointments", "push", "clients", "practice", "mail", "settings", "catalogue", "availability"],
  health: ["body-map", "appointments", "clients", "practice", "mail", "settings"],
  calendars: ["diary", "appointments", "adapters", "practice", "settings", "availability"],
  offline: ["push"],
  moving: ["team", "diary", "appointments", "clients", "accounts", "mail", "settings", "catalogue", "media"],
  team: ["diary", "accounts", "mail", "settings", "hours", "catalogue"],
  maintenance: ["clients", "adapters", "mail", "practice", "settings"],
  demo: [
    "site",
    "diary",
    "messages",
    "appointments",
    "clients",
    "accounts",
    "mail",
    "settings",
    "hours",
    "catalogue",
    "availability",
  ],
  site: ["appointments", "adapters", "accounts", "mail", "practice", "settings", "catalogue", "media"],
  diary: ["messages", "appointments", "clients", "mail", "practice", "settings", "hours", "catalogue", "availability"],
  connections: ["messages", "appointments", "clients", "adapters", "mail", "practice", "settings", "catalogue"],
  messages: ["adapters", "mail", "practice", "settings", "hours"],
  "body-map": ["appointments", "practice", "settings", "catalogue"],
  appointments: ["push", "clients", "accounts", "mail", "practice", "settings", "hours", "catalogue", "availability"],
  push: ["adapters", "accounts", "mail", "practice", "settings"],
  clients: ["accounts"],
  adapters: ["mail"],
  accounts: ["mail", "settings"],
  mail: ["practice", "settings"],
  practice: ["settings", "hours", "catalogue", "media", "availability"],
  settings: ["media"],
  hours: ["availability"],
  catalogue: ["media"],
  media: [],
  availability: [],
};

const ANY_GATEWAY = "app/**/*gateway.server.ts";
const DOORS = ["app/routes/**", "app/root.tsx", "app/routes.ts", "app/entry.*"];
const FACES = [...DOORS, "app/ui/**", "app/*/**/*.tsx"];

/** The packages that app/ may import, and where. `*` is one name, `**` any number of folders. */
export const PACKAGES: Record<string, readonly string[]> = {
  "@base-ui/react": ["app/ui/**"],
  "@better-auth/*": ["app/accounts/**/*gateway.server.ts"],
  "@fastify/busboy": ["app/media/busboy.gateway.server.ts"],
  "@hono/*": ["app/platform/http/**"],
  "@observablehq/plot": FACES,
  "@react-email/components": ["app/ui/mail-frame.tsx", ANY_GATEWAY],
  "@react-router/dev": ["app/routes.ts"],
  "@react-router/node": ["app/entry.server.tsx", "app/platform/http/**"],
  "@zip.js/zip.js": ["app/moving/archive/zip-js.gateway.server.ts"],
  "@scure/*": ["app/maintenance/*.gateway.server.ts"],
  "age-encryption": ["app/maintenance/age.gateway.server.ts"],
  aws4fetch: ["app/maintenance/s3.gateway.server.ts"],
  ssh2: ["app/maintenance/sftp.gateway.server.ts"],
  "ssh2-sftp-client": ["app/maintenance/sftp.gateway.server.ts"],
  tar: ["app/maintenance/tar.gateway.server.ts"],
  "@streamparser/json": ["app/moving/firebase/streamparser.gateway.server.ts"],
  "@rgrove/parse-xml": ["app/media/parse-xml.gateway.server.ts", "app/calendars/caldav.gateway.server.ts"],
  "better-auth": ["app/accounts/**/*gateway.server.ts"],
  "csv-parse": ["app/moving/csv/csv-parse.gateway.server.ts"],
  "date-holidays": [ANY_GATEWAY],
  "ical.js": ["app/calendars/read-calendar.gateway.server.ts", "app/calendars/own-event.gateway.server.ts"],
  "windows-iana": ["app/calendars/read-calendar.gateway.server.ts"],
  "fxa-common-password-list": ["app/accounts/passwords/fxa-common-password-list.gateway.server.ts"],
  hono: ["app/platform/http/**"],
  "ical-generator": [ANY_GATEWAY],
  imapflow: ["app/mail/server/imap.gateway.server.ts"],
  isbot: ["app/entry.server.tsx"],
  // A command stands beside the SQL that only it uses.
  kysely: ["app/platform/**", ...Object.keys(ROOMS).map((room) => `app/${room}/**/*.server.ts`)],
  "libphonenumber-js": ["app/platform/phone-number.ts"],
  "lru-cache": ["app/**/*.server.ts"],
  "node:sqlite": ["app/platform/database/**"],
  nodemailer: [ANY_GATEWAY],
  pg: ["app/platform/database/**"],
  "postal-mime": ["app/mail/read-mail.gateway.server.ts"],
  pino: ["app/platform/log.server.ts"],
  "prom-client": ["app/platform/http/**"],
  react: [...FACES, "app/**/*.mail.tsx", "app/**/mails/*.tsx"],
  "react-dom": ["app/entry.*", "app/ui/**"],
  "react-router": [...FACES, "app/platform/http/**"],
  "perfect-freehand": ["app/health/notes/ink.tsx"],
  pdfkit: ["app/media/pdf.gateway.server.ts"],
  sharp: ["app/media/sharp.gateway.server.ts"],
  "subset-font": ["app/media/pdf.gateway.server.ts", "scripts/fonts/subset.ts"],
  uqr: ["app/accounts/second-factor/uqr.gateway.server.ts"],
  "virtual:react-router": ["app/platform/http/**"],
  "web-push": ["app/push/web-push.gateway.server.ts"],
  zod: ["app/**/*.ts", "app/**/*.mail.tsx"],
};

/** A plain .ts file runs in the browser, on the server and in tests, so it may not import these. */
export const NOT_IN_CORE =
  /^(react|react-dom|react-router|@react-router\/.*|kysely|pg|hono|@hono\/.*|pino|better-auth|node:.*)$/;

export const FORBIDDEN_NAMES = [
  "utils",
  "util",
  "lib",
  "libs",
  "helpers",
  "helper",
  "common",
  "misc",
  "shared",
  "index",
];

export const LONGEST_DOOR = 40;
