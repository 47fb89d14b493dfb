/** What an import did, or would do. `redacted`: hashes that the export hid. */
export type ImportCounts = {
  added: number;
  known: number;
  matched: number;
  review: number;
  skipped: number;
  withoutPassword: number;
  redacted: number;
  disabled: number;
  admins: string[];
};

export function noCounts(): ImportCounts {
  return {
    added: 0,
    known: 0,
    matched: 0,
    review: 0,
    skipped: 0,
    withoutPassword: 0,
    redacted: 0,
    disabled: 0,
    admins: [],
  };
}

export function addUp(sum: ImportCounts, more: ImportCounts): void {
  for (const [name, value] of Object.entries(more)) {
    if (Array.isArray(value)) sum.admins.push(...value);
    else sum[name as Exclude<keyof ImportCounts, "admins">] += value;
  }
}

export type ImportReport = {
  users: ImportCounts;
  appointments: ImportCounts;
  /** Users’ documents that belong to no account of the export. */
  strayProfiles: number;
  /** As which treatment the appointments are stored. */
  storedAs: string;
};

/** The report as the terminal shows it. */
export function reportInWords({ users, appointments, strayProfiles, storedAs }: ImportReport, isDry: boolean): string {
  const would = isDry ? "A dry run: nothing is stored.\n" : "";
  const lines = [
    `Users: ${outcomeInWords(users)}`,
    users.matched > 0 && `  Have an account here already, which stays as it is: ${users.matched}`,
    users.withoutPassword > 0 &&
      `  Without a password: ${users.withoutPassword}. The first try to log in mails a link for a new one.`,
    users.redacted > 0 &&
      `  With a REDACTED hash: ${users.redacted}. The person who exported lacks the permission firebaseauth.configs.getHashConfig (role Firebase Authentication Admin). Export again, or these people get a link at their first try.`,
    users.disabled > 0 && `  Disabled, and stay so: ${users.disabled}`,
    users.admins.length > 0 &&
      `  Admins there, and ordinary accounts here until you say otherwise under Users: ${users.admins.join(", ")}`,
    strayProfiles > 0 && `  Documents of users without an account, left out: ${strayProfiles}`,
    `Appointments: ${outcomeInWords(appointments)}`,
    appointments.added > 0 && `  Stored as ${storedAs}.`,
    users.review + appointments.review > 0 &&
      `What is to review ${isDry ? "will wait" : "waits"} under Import, From Firebase: /admin/import/firebase`,
  ];
  return would + lines.filter(Boolean).join("\n");
}

function outcomeInWords({ added, known, matched, review, skipped }: ImportCounts): string {
  return `${added} new, ${known + matched} known, ${review} to review, ${skipped} left out`;
}
