import type { LineAbout, LineState, Verdict } from "#app/maintenance/status-line.ts";

type Found = { about: LineAbout; verdict: Verdict };
type LoggedOne = { at: number; message: string; requestId: string | null };

const MARKS: Record<LineState, string> = { wrong: "WRONG", todo: "to do", good: "ok", off: "-" };
const RANK: readonly LineState[] = ["wrong", "todo", "good", "off"];

/** A line each, what is wrong first. */
export function doctorLines(found: readonly Found[]): string[] {
  const sorted = found.toSorted((one, other) => RANK.indexOf(one.verdict.state) - RANK.indexOf(other.verdict.state));
  return sorted.map(({ about, verdict }) => `${MARKS[verdict.state].padEnd(5)}  ${about.title}: ${verdict.words}`);
}

/** What helps someone far away: facts of the machine, and which settings are set, never to what. */
export function bundleText({
  found,
  errors,
  environment,
  now,
}: {
  found: readonly Found[];
  errors: readonly LoggedOne[];
  environment: Readonly<Record<string, string | undefined>>;
  now: number;
}): string {
  const isOurs = (name: string) => SETTINGS.includes(name) && environment[name];
  return `${JSON.stringify(
    {
      at: new Date(now).toISOString(),
      machine: { platform: process.platform, processor: process.arch, node: process.versions.node },
      status: found.map(({ about, verdict }) => ({
        line: about.id,
        state: verdict.state,
        figure: verdict.figure ?? null,
        words: withoutPlaces(verdict.words),
      })),
      errors: errors.map(({ at, message, requestId }) => ({ at: new Date(at).toISOString(), message, requestId })),
      environment: Object.keys(environment).filter(isOurs).toSorted(),
    },
    null,
    2,
  )}\n`;
}

// Whoever helps must not learn from a sentence whose site it is, nor where its data lies.
function withoutPlaces(words: string): string {
  return words.replace(/\S+@\S+/g, "[address]").replace(/\b[a-z\d][a-z\d-]*(\.[a-z][a-z\d-]+)+(:\d+)?\b/gi, "[name]");
}

const SETTINGS = [
  ...["PUBLIC_URL", "PORT", "HOST", "DATA_DIR", "DATABASE_URL", "DATABASE_READ_URL", "AUTH_SECRET", "SMTP_URL"],
  ...["MAIL_FROM", "MAIL_NAME", "MAIL_REPLY_TO", "SMTP_PORTS", "IMAP_PORTS", "SEALING_KEY"],
  ...["ADMIN_EMAIL", "ADMIN_PASSWORD"],
  ...["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "DEMO", "TRUST_PROXY", "BACKUP_DIR", "BACKUP_KEEP", "METRICS_TOKEN"],
  ...["DRAIN_SECONDS", "OUTBOUND_PRIVATE", "DNS_SERVERS", "RATE_LIMITS", "LOG_LEVEL"],
];
