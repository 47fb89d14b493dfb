import { parseArgs } from "node:util";

const PROOFS = {
  calendars: [],
  attacks: ["only", "visits"],
  engines: ["only", "tries"],
  failover: ["with", "rounds", "asynchronous", "minutes"],
  faults: ["rounds"],
  fuzz: ["engine", "only", "requests", "seed"],
  health: ["rounds"],
  load: ["rate", "seconds"],
  million: ["appointments", "engine", "answers", "screens", "work", "sqlite", "postgres"],
  money: ["rounds"],
  "money-online": ["rounds", "plays"],
  oracle: ["kept", "minutes", "seed"],
  "own-server": ["only"],
  recovery: [],
  postgres: [],
  release: ["before", "kill"],
  scale: ["rounds"],
  season: ["weeks", "seed"],
  soak: ["minutes", "visits", "leak"],
  "waiting-list": ["rounds"],
};

/**
 * What each command of package.json takes. `usage`: its forms after the command. `words`: how many words besides
 * options, at least and at most. `choices`: what the first word may be. An option with `value` takes one; `with` names the
 * first words that it belongs to. `instead`: the option that stands for the missing word. `passes`: the rest goes on to another tool, which checks it.
 */
export const COMMANDS = {
  start: {
    usage: [""],
    about:
      "Installs, builds and starts the site: about a minute the first time, seconds after that.\n" +
      "Settings come from the environment, as in PORT=4000 npm start: see docs/operations.md.",
  },
  dev: {
    usage: [""],
    about: "Starts the site with hot reload. Settings come from the environment: docs/operations.md.",
  },
  test: {
    usage: ["[FILE…] [VITEST OPTIONS]"],
    about: "Checks types, lint and architecture and runs every test, or those of the files named.",
    passes: true,
  },
  "test:unit": {
    usage: ["[FILE…] [VITEST OPTIONS]"],
    about: "Checks types, lint and architecture and runs the tests that need no build, database server or browser.",
    passes: true,
  },
  admin: {
    usage: ["create EMAIL [ROLE…] [--therapist=SLUG]", "invite EMAIL", "list", "suspend EMAIL", "reset EMAIL"],
    about:
      "Makes, invites, lists, suspends and resets the accounts of the team, from the server itself.\n" +
      "Roles: owner, reception, therapist, bookkeeper. Without one, the account is an owner's.",
    words: [1, 6],
    choices: ["create", "invite", "list", "suspend", "reset"],
    options: {
      therapist: { value: "SLUG", about: "whose diary a therapist sees, as in /about#SLUG", with: ["create"] },
    },
  },
  doctor: {
    usage: ["[--bundle=FILE]"],
    about:
      "Says what is wrong with the site, as its Site status does, and changes nothing. Exits with 1 if something is.",
    options: { bundle: { value: "FILE", about: "also writes the facts for whoever helps you, without personal data" } },
  },
  "setup-server": {
    usage: ["--domain DOMAIN --email EMAIL [--address IP,IP] [--dry-run]", "--requested", "--uninstall [--dry-run]"],
    about:
      "Makes this machine the practice's server: https, firewall, updates, backups, a service. As root, by install.sh.\n" +
      "Run again, it changes only what differs.",
    options: {
      domain: { value: "DOMAIN", about: "the site's address, like book.example.co.uk" },
      email: {
        value: "EMAIL",
        about: "the owner's address: for the certificate, and for the link that makes the owner",
      },
      address: { value: "IP,IP", about: "this machine's public addresses, where its network hides them" },
      "acme-url": { value: "URL", about: "another certificate authority than Let's Encrypt: only to try things out" },
      requested: { about: "the address that the page Site address asked for: run by the service that watches for it" },
      "dry-run": { about: "prints every step and file, and changes nothing" },
      uninstall: { about: "takes the server apart again, and leaves the data and backups" },
    },
  },
  backup: {
    usage: ["[FOLDER]"],
    about: "Backs up the database and files while the site runs, into BACKUP_DIR or the folder named.",
    words: [0, 1],
  },
  restore: {
    usage: [
      "FOLDER [--look] [--send-mails] [--replace]",
      "--from ADDRESS [--key FILE] [--as-of TIME] [--look] [--send-mails] [--replace]",
    ],
    about: "Replaces the data of the site with a backup. Stop the site first, but not for --look.",
    words: [1, 1],
    instead: "from",
    options: {
      from: { value: "ADDRESS", about: "the storage, as on the recovery sheet; the 24 words are asked for" },
      key: { value: "FILE", about: "the private half of an SSH key that the storage knows, instead of its password" },
      "as-of": { value: "TIME", about: "the newest backup made until then, as in 2026-11-23T14:00Z" },
      look: { about: "changes nothing: an owner chooses single things to bring back, under Settings, Backups" },
      "send-mails": { about: "also sends the emails that were waiting then" },
      replace: { about: "replaces a PostgreSQL database that has appointments" },
    },
  },
  export: {
    usage: ["FILE.zip"],
    about: "Writes everything the practice has into one file, while the site runs.",
    words: [1, 1],
  },
  "verify-ledger": {
    usage: [""],
    about: "Proves that no row of the payments was changed, and that sums, receipts and closed days agree.",
  },
  keys: {
    usage: ["verify", "rotate"],
    about:
      "verify proves that the health key in the data folder opens every health record, or names those that stay shut.\n" +
      "rotate makes a new health key and wraps every client's key with it; the former one is put aside.",
    words: [1, 1],
    choices: ["verify", "rotate"],
  },
  "verify-records": {
    usage: [""],
    about:
      "Proves that no locked treatment note and no amendment was changed, or names those that differ. Needs no key.",
  },
  "import-practice": {
    usage: ["FILE.zip [--dry-run]"],
    about: "Fills a fresh installation with another installation's export. Stop the site first.",
    words: [1, 1],
    options: { "dry-run": { about: "says what would come, and changes nothing" } },
  },
  "import-firebase": {
    usage: ["--users FILE --hash-config FILE [--documents FILE] [--dry-run]"],
    about: "Brings in a Firebase project: accounts with their passwords, and appointments. See docs/moving-in.md.",
    options: {
      users: { value: "FILE", about: "the users that firebase auth:export wrote" },
      "hash-config": { value: "FILE", about: "the hash parameters of the project" },
      documents: { value: "FILE", about: "the documents with the appointments" },
      service: { value: "SLUG", about: "stores appointments as this service" },
      minutes: { value: "N", about: "stores appointments with this length" },
      therapist: { value: "SLUG", about: "stores appointments with this therapist" },
      "dry-run": { about: "says what would come, and changes nothing" },
    },
  },
  "move-to-postgres": {
    usage: ["[--replace]"],
    about: "Copies every row of the SQLite file in DATA_DIR to the PostgreSQL of DATABASE_URL. Stop the site first.",
    options: { replace: { about: "replaces a PostgreSQL database that has appointments" } },
  },
  seed: {
    usage: ["[--life]"],
    about: "Fills an empty database with the demo practice.",
    options: { life: { about: "with its invented clients and appointments, too" } },
  },
  "demo:payments": {
    usage: [""],
    about:
      "Starts a pretend Stripe and a pretend SumUp on this machine, to try payments online without an account or money.",
  },
  bench: { usage: [""], about: "Measures the served site and writes docs/benchmarks.md." },
  proof: {
    usage: Object.entries(PROOFS).map(([name, options]) =>
      [name, name === "oracle" && "[CASES]", name === "engines" && "[FILE…]", ...options.map((one) => `[--${one}]`)]
        .filter(Boolean)
        .join(" "),
    ),
    about: "Runs one of the long tests and writes its tables to docs/proof.",
    words: [1, 100],
    choices: Object.keys(PROOFS),
    options: Object.fromEntries(
      [...new Set(Object.values(PROOFS).flat())].map((option) => {
        const names = Object.keys(PROOFS).filter((name) => PROOFS[name].includes(option));
        const isFlag = option === "kill" || option === "leak";
        return [option, { ...(isFlag ? {} : { value: "VALUE" }), about: `for ${names.join(", ")}`, with: names }];
      }),
    ),
  },
  lighthouse: { usage: [""], about: "Measures the public pages' marks and writes docs/lighthouse.md." },
  accessibility: { usage: [""], about: "Tests every public page with axe and writes docs/accessibility.md." },
  guide: { usage: [""], about: "Takes the pictures of the owner's guide (/admin/help) again, of a new demo practice." },
  art: { usage: [""], about: "Draws every picture of the site again." },
  films: {
    usage: ["[FILM…]"],
    about: "Paints the films of the home page again, all or those named. Needs ffmpeg.",
    words: [0, 10],
  },
  fonts: { usage: [""], about: "Cuts the typefaces to the letters and weights in use." },
  record: {
    usage: ["FOLDER"],
    about: "Stores what pages, mails and rows of the tests hold, to compare before and after a change of structure.",
    words: [1, 1],
  },
  release: {
    usage: ["keygen FILE", "sign FOLDER --key FILE", "verify FILE.json [--key KEY]"],
    about:
      "Makes the key of the releases, signs the commit that is checked out as one, or checks one.\n" +
      "package.json, the changelog and the tag must say the same version.",
    words: [2, 2],
    choices: ["keygen", "sign", "verify"],
    options: {
      key: { value: "KEY", about: "the file of the secret key; to verify, the public key", with: ["sign", "verify"] },
    },
  },
  update: {
    usage: ["[FILE.json] [--service NAME]"],
    about:
      "Installs a signed release beside this one, tries it on a copy of the data, and switches to it.\n" +
      "Without FILE.json it asks RELEASE_FEED. If the new release does not work, it goes back by itself.",
    words: [0, 1],
    options: { service: { value: "NAME", about: "the systemd service of the site, if it is not limber-yard" } },
  },
  "move-server": {
    usage: ["USER@HOST:FOLDER [--env FILE] [--service NAME] [--replace]"],
    about:
      "Takes this running site to another server, by ssh. FOLDER is the same release there.\n" +
      "Meanwhile the pages stay here and nobody can book; if it fails, the site goes on here.",
    words: [1, 1],
    options: {
      env: { value: "FILE", about: "the site's environment there, if it is not /etc/limber-yard.env" },
      service: { value: "NAME", about: "the systemd service of the site, if it is not limber-yard" },
      replace: { about: "replaces a PostgreSQL database there that has appointments" },
    },
  },
  released: { usage: [""], about: "Writes down what this release reads of the database, for later migrations." },
  roles: { usage: [""], about: "Writes docs/roles.md." },
  rooms: { usage: [""], about: "Draws docs/rooms.svg: which room imports which." },
};

/** What was typed after a command: its words and options, or how it is used. */
export function parseCommand(name, args) {
  const command = COMMANDS[name];
  if (args.some((arg) => arg === "--help" || arg === "-h")) return { kind: "help", message: usageOf(name) };
  if (command.passes) return { kind: "typed", words: [...args], flags: {}, texts: {} };
  const options = Object.entries(command.options ?? {});
  const invalid = (sentence) => ({ kind: "invalid", message: `${sentence}\n${usageOf(name)}` });
  let typed;
  try {
    const known = options.map(([option, { value }]) => [option, { type: value ? "string" : "boolean" }]);
    typed = parseArgs({ args: [...args], options: Object.fromEntries(known), allowPositionals: true, strict: true });
  } catch (error) {
    return invalid(refusal(error));
  }
  const { values, positionals: words } = typed;
  const [least, most] = command.words ?? [0, 0];
  if (words.length > most) return invalid(`${words[most]} is not expected here.`);
  if (words.length < least && !(command.instead in values))
    return invalid(`Something is missing after npm run ${name}.`);
  if (command.choices && !command.choices.includes(words[0])) return invalid(`${words[0]} is not known here.`);
  const misplaced = options.find(([option, { with: first }]) => option in values && first && !first.includes(words[0]));
  if (misplaced) return invalid(`--${misplaced[0]} does not go with ${words[0]}.`);
  const given = (isText) => options.filter(([, { value }]) => Boolean(value) === isText).map(([option]) => option);
  return {
    kind: "typed",
    words,
    flags: Object.fromEntries(given(false).map((option) => [option, values[option] === true])),
    texts: Object.fromEntries(given(true).map((option) => [option, values[option]])),
  };
}

/** The same for this process: prints how the command is used and ends it, if that was asked or is needed. */
export function readCommand(name, args = process.argv.slice(2)) {
  const typed = parseCommand(name, args);
  if (typed.kind === "typed") return typed;
  if (typed.kind === "help") console.log(typed.message);
  else console.error(typed.message);
  process.exit(typed.kind === "help" ? 0 : 1);
}

export function usageOf(name) {
  const { usage, about, options = {} } = COMMANDS[name];
  const command = ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`;
  const forms = usage.map((form) => (form ? `${command} -- ${form}` : command));
  const lines = Object.entries(options).map(([option, { value, about: what }]) => [
    value ? `--${option} ${value}` : `--${option}`,
    what,
  ]);
  const width = Math.max(0, ...lines.map(([option]) => option.length));
  return [
    ...forms.map((form, index) => (index === 0 ? `Usage: ${form}` : `       ${form}`)),
    ...about.split("\n"),
    ...lines.map(([option, what]) => `  ${option.padEnd(width)}  ${what}`),
  ].join("\n");
}

function refusal(error) {
  const option = /'(?:-\w, )?(-[^' ]*)/.exec(error.message)?.[1] ?? "that";
  if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") return `There is no option ${option}.`;
  if (error.code !== "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") throw error;
  return error.message.includes("does not take") ? `${option} takes no value.` : `${option} needs a value.`;
}
