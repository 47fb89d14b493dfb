/** What an impact assessment says of this installation. `origin`: the address of the site. */
export type Assessed = {
  practice: string;
  origin: string;
  day: string;
  engine: "sqlite" | "postgres";
  insurers: readonly string[];
  adultYears: number;
  minorUntil: number;
  /** Where the practice's own years stand, and when somebody looked; null: not said. */
  own: string | null;
  sendsBackups: boolean;
  therapists: number;
};

/** A data protection impact assessment (UK GDPR, article 35) of what this installation does, to read, change and sign. */
export function assessmentText(facts: Assessed): string {
  const { practice, origin, day, engine, insurers, adultYears, minorUntil, own, sendsBackups, therapists } = facts;
  const where =
    engine === "sqlite"
      ? "in one database file on the machine that runs the site"
      : "in a PostgreSQL database that the practice runs or rents";
  const isSecure = origin.startsWith("https:");
  const sections: [string, string[]][] = [
    [
      "1. What we do and why",
      [
        `${practice} keeps a health record of clients to treat them safely and to prove what was done: what a client`,
        "tells us, what we did and advised, and their consent.",
        "Lawful basis: explicit consent (UK GDPR articles 6(1)(a) and 9(2)(a)). The record is kept after a withdrawal only",
        "for legal claims (article 9(2)(f)).",
      ],
    ],
    [
      "2. Whose data, and where",
      [
        `Clients who are treated. ${therapists === 1 ? "One therapist treats" : `${therapists} therapists treat`} clients here.`,
        `It is stored ${where}. No other company gets it, and no email, calendar, text or list holds it.`,
        isSecure
          ? `It travels over an encrypted connection (${origin}).`
          : `TO DO: ${origin} has no encrypted connection yet. Set up https before clients use it.`,
      ],
    ],
    [
      "3. How long",
      [
        insurers.length > 0
          ? `The longest that ${insurers.join(", ")} ask:`
          : "TO DO: choose your insurer and registers. Until then, the longest that any of them asks:",
        `${adultYears} years after the last appointment, and a child’s record at least until they are ${minorUntil}.`,
        ...(own === null ? [] : [`The practice’s own policy: ${own}.`]),
        "Then keys and rows are destroyed by themselves. Owners see what ends a month before.",
      ],
    ],
    [
      "4. Risks, and what is done about each",
      [
        "Someone copies the database or a backup: each client’s record is sealed with a key of its own, which is wrapped by",
        "a key that is in neither (AES-256-GCM).",
        "Someone changes what is stored: a changed or moved text no longer opens.",
        "Someone at the desk is curious: only people who treat a client open what they wrote. Reception, bookkeepers, and",
        "owners who treat no one don’t.",
        sendsBackups
          ? "The machine is lost: backups are sent elsewhere, and the key lies beside them for the recovery words alone."
          : "TO DO: the machine is lost, and the key with it. Send backups elsewhere with recovery words, or keep a copy of the file “health-key” in a safe.",
        "A client wants to be forgotten: their record closes at once. What must be kept for claims stays sealed until its day;",
        "then their key is destroyed, so that no backup opens their record either.",
      ],
    ],
    [
      "5. What the practice decides",
      [
        "Residual risk (low / medium / high): ______",
        "Whom we asked for advice: ______",
        "Decided by, date, signature: ______",
        "Look at this again by: ______",
      ],
    ],
  ];
  const body = sections.map(([title, lines]) => [title, "", ...lines].join("\n"));
  return `${[`Data protection impact assessment: health records of ${practice}`, `Drawn up on ${day}`, ...body].join("\n\n")}\n`;
}
