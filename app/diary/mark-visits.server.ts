import { cancel } from "#app/appointments/cancel.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { reinstate } from "#app/diary/reinstate.server.ts";
import type { VisitMark } from "#app/diary/visit-mark.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";

/** `done`: the visits that were marked; `left`: how many were not; `missing`: how many of those are not there. */
type Marked = { done: string[]; left: number; missing: number };

type Marking = { ids: readonly string[]; mark: VisitMark };

const DONE = ["marked", "cancelled", "reinstated"];
const ATTENDED = { came: "finished", missed: "missed" } as const;

/** Marks visits that nobody has recorded; what somebody else has marked in the meantime stays. For the practice only. */
export async function markVisits(app: AppContext, actor: Actor, { ids, mark }: Marking): Promise<Marked> {
  requireReach(actor, "change", "appointments");
  return each(ids, (id) => markOne(app, actor, { id, mark }));
}

/** Undoes `markVisits`, where its mark still stands. */
export async function unmarkVisits(app: AppContext, actor: Actor, { ids, mark }: Marking): Promise<Marked> {
  requireReach(actor, "change", "appointments");
  return each(ids, async (appointmentId) => {
    if (mark === "late") {
      return (await reinstate(app, actor, { appointmentId, despite: true })).kind;
    }
    const back = { appointmentId, attendance: "expected", seen: ATTENDED[mark] } as const;
    return (await markAttendance(app, actor, back)).kind;
  });
}

async function markOne(app: AppContext, actor: Actor, { id, mark }: { id: string; mark: VisitMark }): Promise<string> {
  if (mark !== "late") {
    const marking = { appointmentId: id, attendance: ATTENDED[mark], seen: "expected" } as const;
    return (await markAttendance(app, actor, marking)).kind;
  }
  const outcome = await cancel(app, actor, { appointmentId: id, reason: null, askedBy: "client", unmarked: true });
  return outcome.kind === "cancelled" && outcome.again ? "stale" : outcome.kind;
}

async function each(ids: readonly string[], work: (id: string) => Promise<string>): Promise<Marked> {
  const done: string[] = [];
  let missing = 0;
  for (const id of ids) {
    const kind = await work(id);
    if (DONE.includes(kind)) done.push(id);
    if (kind === "not-found") missing += 1;
  }
  return { done, left: ids.length - done.length, missing };
}
