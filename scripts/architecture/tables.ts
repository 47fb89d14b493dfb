/**
 * The rooms, and the rooms that each may import. To allow another import, add it here and write a page in
 * docs/decisions with the reason.
 */
export const ROOMS: Record<string, readonly string[]> = {
  demo: [
    "diary",
    "booking",
    "appointments",
    "availability",
    "catalogue",
    "clients",
    "content",
    "accounts",
    "messages",
    "outbox",
    "settings",
  ],
  archive: ["client-records", "booking", "appointments", "accounts", "media", "outbox", "settings", "staff"],
  "go-live": [
    "booking",
    "appointments",
    "availability",
    "catalogue",
    "accounts",
    "content",
    "mail-server",
    "outbox",
    "settings",
  ],
  emailjs: ["adapters", "messages", "outbox", "settings"],
  films: ["adapters", "media", "settings"],
  firebase: [
    "import",
    "diary",
    "booking",
    "appointments",
    "availability",
    "catalogue",
    "clients",
    "accounts",
    "settings",
  ],
  import: ["diary", "appointments", "catalogue", "clients", "accounts", "media", "settings"],
  digests: ["appointments", "catalogue", "messages", "outbox", "settings"],
  "mail-server": ["outbox", "settings"],
  "time-off": ["staff", "diary", "availability", "catalogue", "accounts", "outbox", "settings"],
  staff: ["diary", "catalogue", "accounts", "outbox", "settings"],
  reports: ["appointments", "availability", "catalogue", "clients", "settings"],
  "client-records": [
    "firebase",
    "appointments",
    "calendly",
    "clients",
    "accounts",
    "messages",
    "outbox",
    "settings",
    "staff",
  ],
  series: ["diary", "booking", "appointments", "availability", "catalogue", "clients", "outbox", "settings"],
  calendly: ["adapters", "appointments", "catalogue", "clients", "outbox", "settings"],
  diary: ["booking", "appointments", "availability", "catalogue", "clients", "outbox", "practice", "settings"],
  "body-map": ["booking", "catalogue", "settings"],
  booking: ["appointments", "availability", "catalogue", "clients", "accounts", "outbox", "settings"],
  appointments: ["availability", "catalogue", "clients", "accounts", "outbox", "push", "settings"],
  push: ["accounts", "adapters", "outbox", "settings"],
  practice: ["availability", "catalogue", "media", "settings"],
  clients: ["accounts"],
  accounts: ["outbox", "settings"],
  messages: ["availability", "outbox", "settings"],
  catalogue: ["media"],
  content: ["media"],
  adapters: ["outbox", "settings"],
  availability: [],
  offline: ["push"],
  outbox: ["settings"],
  reviews: [],
  media: [],
  settings: ["media"],
};

const ANY_GATEWAY = "app/**/*gateway.server.ts";
const DOORS = ["app/routes/**", "app/root.tsx", "app/routes.ts", "app/entry.*"];
const FACES = [...DOORS, "app/ui/**", "app/*/*.tsx"];

/** The packages that app/ may import, and where. `*` is one name, `**` any number of folders. */
export const PACKAGES: Record<string, readonly string[]> = {
  "@base-ui/react": ["app/ui/**"],
  "@better-auth/*": ["app/accounts/**/*gateway.server.ts"],
  "@fastify/busboy": ["app/media/busboy.gateway.server.ts"],
  "@fullcalendar/*": FACES,
  "@hono/*": ["app/platform/http/**"],
  "@observablehq/plot": FACES,
  "@react-email/components": ["app/**/*emails.tsx", "app/ui/mail-frame.tsx", ANY_GATEWAY],
  "@react-router/dev": ["app/routes.ts"],
  "@react-router/node": ["app/entry.server.tsx", "app/platform/http/**"],
  "@zip.js/zip.js": ["app/archive/zip-js.gateway.server.ts"],
  "@streamparser/json": ["app/firebase/streamparser.gateway.server.ts"],
  "@rgrove/parse-xml": ["app/media/parse-xml.gateway.server.ts"],
  "better-auth": ["app/accounts/**/*gateway.server.ts"],
  "csv-parse": ["app/import/csv-parse.gateway.server.ts"],
  "date-holidays": [ANY_GATEWAY],
  "fxa-common-password-list": ["app/accounts/fxa-common-password-list.gateway.server.ts"],
  hono: ["app/platform/http/**"],
  "ical-generator": [ANY_GATEWAY],
  isbot: ["app/entry.server.tsx"],
  // A command stands beside the SQL that only it uses.
  kysely: ["app/platform/**", ...Object.keys(ROOMS).map((room) => `app/${room}/**/*.server.ts`)],
  "libphonenumber-js": ["app/platform/phone-number.ts"],
  "lru-cache": ["app/**/*.server.ts"],
  "node:sqlite": ["app/platform/database/**"],
  nodemailer: [ANY_GATEWAY],
  pg: ["app/platform/database/**"],
  pino: ["app/platform/log.server.ts"],
  "prom-client": ["app/platform/http/**"],
  react: [...FACES, "app/**/*emails.tsx", "app/**/*.mail.tsx"],
  "react-dom": ["app/entry.*", "app/ui/**"],
  "react-router": [...FACES, "app/platform/http/**"],
  sharp: ["app/media/sharp.gateway.server.ts"],
  uqr: ["app/accounts/uqr.gateway.server.ts"],
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
