import { clientsWithin, lockClient } from "#app/clients/clients.db.server.ts";
import { whoTreats } from "#app/health/access.server.ts";
import { consentWords } from "#app/health/form/consent.ts";
import { type Answers, type HealthForm, readAnswers } from "#app/health/form/form.ts";
import { storeAnswers } from "#app/health/form/forms.server.ts";
import { readForm } from "#app/health/form/versions.server.ts";
import { endWithdrawals, getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { healthState } from "#app/health/record-key.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayInWords, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { type Actor, may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { keptFor } from "#app/settings/health.ts";

type Fields = Readonly<Record<string, string>>;

type Typing =
  | { kind: "not-found" }
  | { kind: "shut" }
  | { kind: "opened"; client: { id: string; name: string }; form: HealthForm };

/** The questions as they stand on the paper, for whoever treats this client. */
export async function viewPaperForm(app: AppContext, actor: Actor, clientId: string): Promise<Typing> {
  const state = await healthState(app);
  const treating = state === "off" ? null : await whoTreats(app.db.kysely, actor);
  if (!treating) return { kind: "not-found" };
  const [client] = await clientsWithin(app.db.kysely, [clientId], { therapistId: treating.therapistId });
  if (!client || client.erasedAt !== null) return { kind: "not-found" };
  if (state === "shut") return { kind: "shut" };
  const { version, questions } = await readForm(app.db.kysely);
  return { kind: "opened", client: { id: client.id, name: client.name ?? "Unknown" }, form: { version, questions } };
}

type Typed =
  | Exclude<Typing, { kind: "opened" }>
  | { kind: "invalid"; errors: Record<string, string> }
  | { kind: "conflict" }
  | { kind: "saved" };

/** Takes down what a client answered and signed on paper, with the paper's date and who typed it. */
export async function savePaperForm(app: AppContext, actor: Actor, clientId: string, fields: Fields): Promise<Typed> {
  const view = await viewPaperForm(app, actor, clientId);
  if (view.kind !== "opened") return view;
  const { form } = view;
  if (Number(fields.version) !== form.version) return { kind: "conflict" };
  const { settings } = await readPractice(app);
  const { zone } = settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const read = readPaper(form, fields, today);
  if (read.kind === "invalid") return read;
  const { about, box } = consentWords({ practice: settings.business.name, ...keptFor(settings.health) });
  return app.db.kysely.transaction().execute(async (tx): Promise<Typed> => {
    const treating = await whoTreats(tx, actor);
    if (!treating || !(await lockClient(tx, clientId))) return { kind: "not-found" };
    const withdrawal = await getWithdrawal(tx, clientId);
    if (withdrawal && read.on < localDateOf(withdrawal.at, zone))
      return { kind: "invalid", errors: { paperOn: TOO_OLD } };
    const now = app.clock.now();
    await endWithdrawals(tx, clientId, now);
    const on = dayInWords(read.on, { year: true });
    await storeAnswers(app, tx, {
      ...{ clientId, appointmentId: "", form, answers: read.answers },
      wording: `On paper, signed and dated ${on}, typed in by ${treating.name}: ${about} ${box}`,
      // At noon, so that it stands on its own day among the forms that were sent.
      at: read.on === today ? now : startOfDay(read.on, zone) + NOON,
      paper: { on: read.on, by: treating.name, at: now },
    });
    return { kind: "saved" };
  });
}

const NOON = 12 * 3_600_000;
const TOO_OLD = "They withdrew their consent after this date. Ask them to sign a new form";

type ReadPaper = { kind: "invalid"; errors: Record<string, string> } | { kind: "read"; answers: Answers; on: string };

function readPaper(form: HealthForm, fields: Fields, today: string): ReadPaper {
  const read = readAnswers(form, fields);
  const errors = read.kind === "invalid" ? read.errors : {};
  if (errors.consent)
    errors.consent = "Confirm that they signed the consent on the paper. Without it nothing is stored";
  const on = fields.paperOn;
  if (!isLocalDate(on)) errors.paperOn = "Enter the date on the paper";
  else if (on > today) errors.paperOn = "Enter the date on the paper: it can’t be after today";
  else if (read.kind === "read") return { kind: "read", answers: read.answers, on };
  return { kind: "invalid", errors };
}

/** What a blank form to print has, for everyone who sees clients. Null: health is off, or they see none. */
export async function viewBlankForm(app: AppContext, actor: Actor) {
  if (!may(actor, "see", "clients") || (await healthState(app)) === "off") return null;
  const { settings } = await readPractice(app);
  const { version, questions } = await readForm(app.db.kysely);
  const practice = settings.business.name;
  return { practice, form: { version, questions }, consent: consentWords({ practice, ...keptFor(settings.health) }) };
}
