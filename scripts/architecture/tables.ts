/**
 * The rooms, and which rooms each may import. Whatever is missing here is an error: to open a way, add it here
 * and write a page in docs/decisions about why.
 */
export const ROOMS: Record<string, readonly string[]> = {
  "client-records": ["appointments", "clients", "accounts", "enquiries", "outbox", "settings"],
  appointments: ["availability", "catalogue", "clients", "accounts", "outbox", "settings"],
  clients: ["accounts"],
  accounts: ["outbox", "settings"],
  enquiries: ["availability", "outbox", "settings"],
  catalogue: ["media"],
  content: ["media"],
  availability: [],
  outbox: [],
  media: [],
  settings: ["media"],
};

const ANY_GATEWAY = "app/**/gateway.server.ts";
const DOORS = ["app/routes/**", "app/root.tsx", "app/routes.ts", "app/entry.*"];
const FACES = [...DOORS, "app/ui/**", "app/*/components/**", "app/*/**/components/**"];

/** Every package that code in app/ may import, and where. `*` stands for one name, `**` for any number of folders. */
export const PACKAGES: Record<string, readonly string[]> = {
  "@base-ui/react": ["app/ui/**"],
  "@better-auth/*": ["app/accounts/gateway.server.ts", "app/accounts/**/gateway.server.ts"],
  "@fullcalendar/*": FACES,
  "@hono/*": ["app/platform/http/**"],
  "@observablehq/plot": FACES,
  "@react-email/components": ["app/**/emails.tsx", "app/ui/mail/**", ANY_GATEWAY],
  "@react-router/dev": ["app/routes.ts"],
  "@react-router/node": ["app/entry.server.tsx", "app/platform/http/**"],
  "better-auth": ["app/accounts/gateway.server.ts", "app/accounts/**/gateway.server.ts"],
  "date-holidays": [ANY_GATEWAY],
  hono: ["app/platform/http/**"],
  "ical-generator": [ANY_GATEWAY],
  isbot: ["app/entry.server.tsx"],
  kysely: ["app/**/store.server.ts", "app/platform/**"],
  "libphonenumber-js": ["app/platform/phone-number.ts"],
  "node:sqlite": ["app/platform/database/**"],
  nodemailer: [ANY_GATEWAY],
  pg: ["app/platform/database/**"],
  pino: ["app/platform/log.server.ts"],
  react: [...FACES, "app/**/emails.tsx"],
  "react-dom": ["app/entry.*"],
  "react-router": [...FACES, "app/platform/http/**"],
  sharp: ["app/media/gateway.server.ts"],
  uqr: ["app/accounts/second-factor/gateway.server.ts"],
  "virtual:react-router": ["app/platform/http/**"],
  zod: ["app/**/*.ts"],
};

/** What a plain .ts file may not import: it runs in the browser, on the server and in tests that have neither. */
export const NOT_IN_CORE =
  /^(react|react-dom|react-router|@react-router\/.*|kysely|pg|hono|@hono\/.*|pino|better-auth|node:.*)$/;

/** The names that a room's files may have besides `<noun>.ts` and `*.test.ts`. */
export const SHELL_NAMES = ["store", "commands", "jobs", "gateway"].map((name) => `${name}.server.ts`);

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

export const LONGEST_FILE = 300;
export const LONGEST_DOOR = 40;
