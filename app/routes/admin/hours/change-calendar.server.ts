import { data, href } from "react-router";
import { closeOnBankHolidays, removeException } from "#app/diary/stranded/closures.server.ts";
import { getException } from "#app/hours/edit-hours.db.server.ts";
import { exceptionForm, exceptionFormOf } from "#app/hours/hours-exception.form.ts";
import { isNation } from "#app/hours/nation.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { invalid, refusedAs, type Sent, saved } from "#app/routes/admin/edit-reply.ts";
import { DAYS_OFF } from "#app/routes/admin/hours/hours-tabs.tsx";
import { acceptedIn, type StrandedReply } from "#app/routes/admin/hours/stranded-notice.tsx";
import { answeredBeforeInWords } from "#app/routes/admin/time-off/answered-before.ts";
import { type CloseOutcome, closeOrAsk, withdrawTimeOff } from "#app/team/time-off.server.ts";

/** The calendar's forms: add, remove, bank holidays, and what a therapist has asked withdrawn. */
export async function changeCalendar(app: AppContext, actor: Actor, sent: Sent) {
  if (sent.intent === "remove") return remove(app, actor, sent);
  if (sent.intent === "bank-holidays") return bankHolidays(app, actor, sent);
  if (sent.intent === "withdraw") return withdraw(app, actor, sent);
  return add(app, actor, sent);
}

async function add(app: AppContext, actor: Actor, sent: Sent) {
  const form = readFields(exceptionForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const id = newId();
  const outcome = await closeOrAsk(app, actor, { draft: form.value, accepted: acceptedIn(sent.fields), id });
  if (outcome.kind === "over") return invalid(sent, { lastDay: "Ask for days that are ahead" });
  if (outcome.kind === "invalid") return invalid(sent, outcome.errors);
  if (outcome.kind === "asked") throw saved(`${DAYS_OFF}&asked`);
  return answer(sent, outcome, `${href("/admin/hours")}?month=${form.value.firstDay.slice(0, 7)}&added=${id}`);
}

async function bankHolidays(app: AppContext, actor: Actor, sent: Sent) {
  const typed = sent.fields.nation ?? "";
  const nation = isNation(typed) ? typed : "ENG";
  const outcome = await closeOnBankHolidays(app, actor, { nation, accepted: acceptedIn(sent.fields) });
  return answer(sent, outcome, DAYS_OFF);
}

async function withdraw(app: AppContext, actor: Actor, { fields }: Sent) {
  const outcome = await withdrawTimeOff(app, actor, { id: fields.id ?? "" });
  if (outcome.kind === "conflict") {
    return data({ kind: "refused" as const, words: answeredBeforeInWords(outcome) }, { status: 409 });
  }
  if (outcome.kind !== "answered") throw refusedAs(outcome.kind === "forbidden" ? "forbidden" : "not-found");
  throw saved(`${DAYS_OFF}&withdrawn`);
}

/** Reports the removal with everything needed to undo it. */
async function remove(app: AppContext, actor: Actor, sent: Sent) {
  const id = sent.fields.id ?? "";
  const exception = await getException(app.db.kysely, id);
  const outcome = await removeException(app, actor, { id, accepted: acceptedIn(sent.fields) });
  if (outcome.kind !== "changed" || !exception) return answer(sent, outcome, DAYS_OFF);
  return data<{ kind: "removed"; undo: Fields }>({ kind: "removed", undo: fieldsOf(exceptionFormOf(exception)) });
}

function answer({ fields, intent }: Sent, outcome: CloseOutcome, address: string) {
  const { accepted: _, ...typed } = fields;
  if (outcome.kind === "strands")
    return data<StrandedReply>({ ...outcome, typed: { ...typed, intent } }, { status: 409 });
  if (outcome.kind === "changed" && outcome.stranded.length > 0) throw saved(href("/admin/stranded"));
  if (outcome.kind === "changed") throw saved(address);
  throw refusedAs(outcome.kind === "forbidden" ? "forbidden" : "not-found");
}
