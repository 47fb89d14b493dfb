import { data, href } from "react-router";
import type { Actor } from "#app/accounts/actor.ts";
import {
  addException,
  closeOnBankHolidays,
  type HoursOutcome,
  removeException,
} from "#app/appointments/working-time/commands.server.ts";
import { isNation } from "#app/availability/bank-holidays/nation.ts";
import { exceptionForm, exceptionFormOf } from "#app/availability/editing/forms.ts";
import { findException } from "#app/availability/editing/store.server.ts";
import { type Fields, fieldsOf, readFields } from "#app/platform/form-fields.ts";
import type { World } from "#app/platform/world.server.ts";
import { invalid, refusedAs, type Sent, saved } from "#app/routes/admin/editing/sent.ts";
import { acceptedIn } from "#app/routes/admin/hours/accepted.ts";
import type { Strands } from "#app/routes/admin/hours/stranded-notice.tsx";

/** The three forms of the calendar: add, take back, and the bank holidays. */
export async function changeCalendar(world: World, actor: Actor, sent: Sent) {
  if (sent.intent === "remove") return remove(world, actor, sent);
  if (sent.intent === "bank-holidays") return bankHolidays(world, actor, sent);
  return add(world, actor, sent);
}

async function add(world: World, actor: Actor, sent: Sent) {
  const form = readFields(exceptionForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const outcome = await addException(world, actor, { draft: form.value, accepted: acceptedIn(sent.fields) });
  return answer(sent, outcome, `${href("/admin/hours")}?month=${form.value.firstDay.slice(0, 7)}`);
}

async function bankHolidays(world: World, actor: Actor, sent: Sent) {
  const typed = sent.fields.nation ?? "";
  const nation = isNation(typed) ? typed : "ENG";
  const outcome = await closeOnBankHolidays(world, actor, { nation, accepted: acceptedIn(sent.fields) });
  return answer(sent, outcome, href("/admin/hours"));
}

/** Says what was taken back, with all that it takes to put it there again. */
async function remove(world: World, actor: Actor, sent: Sent) {
  const id = sent.fields.id ?? "";
  const exception = await findException(world.db.kysely, id);
  const outcome = await removeException(world, actor, { id, accepted: acceptedIn(sent.fields) });
  if (outcome.kind !== "changed" || !exception) return answer(sent, outcome, href("/admin/hours"));
  return data<{ kind: "removed"; undo: Fields }>({ kind: "removed", undo: fieldsOf(exceptionFormOf(exception)) });
}

function answer({ fields, intent }: Sent, outcome: HoursOutcome, address: string) {
  const { accepted: _, ...typed } = fields;
  if (outcome.kind === "strands") return data<Strands>({ ...outcome, typed: { ...typed, intent } }, { status: 409 });
  // Taken back twice, by two people: it is gone either way.
  if (outcome.kind === "changed" || (outcome.kind === "unknown" && intent === "remove")) throw saved(address);
  throw refusedAs(outcome.kind === "forbidden" ? "forbidden" : "unknown");
}
