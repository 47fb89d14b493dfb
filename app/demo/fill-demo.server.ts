import { createAdmin } from "#app/accounts/create-admin.server.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { type DemoStage, deedsOf } from "#app/demo/demo-deeds.server.ts";
import {
  claimFill,
  clientsOfAppointments,
  closuresBy,
  dropAllowances,
  dropMailsDueBefore,
  getDemoOffer,
  listAddresses,
  markAsDemo,
} from "#app/demo/demo-life.db.server.ts";
import { demoCorrespondence } from "#app/demo/demo-messages.ts";
import { demoPlan, WEEKS_AHEAD, WEEKS_BEHIND } from "#app/demo/demo-plan.ts";
import type { Renderers } from "#app/outbox/define-mail.server.ts";
import { deliverDue } from "#app/outbox/deliver-due.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { joined } from "#app/platform/database/joined.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

const SEED = "limber-yard";
const DAY_MS = 86_400_000;
const MAILS_DAYS = 2;

export const DEMO_OWNER = { name: "Imogen Hartley", email: "imogen@limberyard.example" };

/** What a room above invents of the same past, in the same transaction. `to`: sets the clock. */
type Past = (at: { app: AppContext; owner: Actor; to: (at: number) => void; now: number }) => Promise<void>;

type FillOutcome = { kind: "filled"; appointments: number } | { kind: "kept" };

/**
 * Gives the demo practice a past and a future, in one transaction: each deed runs the site's own command at its own
 * moment, mails are rendered and handed to nobody, and everything that it made is marked. Once in a database's life.
 */
export async function fillDemo(
  app: AppContext,
  { renderers, password, past }: { renderers: Renderers; password: string; past?: Past },
): Promise<FillOutcome> {
  const { zone } = await getSetting(app.db.kysely, app.log, "bookingRules");
  const now = app.clock.now();
  const today = localDateOf(now, zone);
  const days = { from: addDays(today, -7 * (WEEKS_BEHIND + 1)), to: addDays(today, 7 * (WEEKS_AHEAD + 1)) };
  return app.db.kysely.transaction().execute(async (tx): Promise<FillOutcome> => {
    if (!(await claimFill(tx))) return { kind: "kept" };
    const plan = demoPlan(SEED, today, await getDemoOffer(tx, days));
    const clock = clockAt(startOfDay(days.from, zone) - 30 * DAY_MS);
    const within = { ...app, db: joined(app.db, tx), clock };
    const owner = await makeOwner(within, password);
    const therapists = new Map((await listTherapists(tx)).map(({ slug, id }) => [slug, id]));
    const stage: DemoStage = { app: within, owner, zone, therapists, appointments: new Map(), enquiries: new Set() };
    const post = postOffice(within, { renderers, from: now - MAILS_DAYS * DAY_MS, tx });
    for (const { at, run } of deedsOf(plan, demoCorrespondence(today), { zone, today })) {
      if (at > now) break;
      await post(at);
      clock.set(at);
      await run(stage);
    }
    await post(now);
    await past?.({ app: within, owner, to: clock.set, now });
    await dropAllowances(tx);
    await markAll(tx, stage);
    return { kind: "filled", appointments: stage.appointments.size };
  });
}

function clockAt(start: number) {
  let time = start;
  return {
    now: () => time,
    set: (next: number) => {
      time = next;
    },
  };
}

async function makeOwner(app: AppContext, password: string): Promise<Actor> {
  const outcome = await createAdmin(app, { ...DEMO_OWNER, password });
  const user = await getUserByEmail(app.db.kysely, DEMO_OWNER.email);
  if (outcome.kind !== "created" || !user) throw new Error(`The demo's owner is ${outcome.kind}`);
  return { kind: "admin", userId: user.id };
}

/** Sends what is due to nobody, as it falls due; what was due before `from` is dropped unread. */
function postOffice(app: AppContext & { clock: ReturnType<typeof clockAt> }, { renderers, from, tx }: Posting) {
  const transport = { send: async () => {}, close: () => {} };
  const mailer = { renderers, transport, worker: newId(), sent: new Set<string>() };
  let isOpen = false;
  return async (until: number) => {
    if (until < from) return;
    if (!isOpen) await dropMailsDueBefore(tx, from);
    isOpen = true;
    while ((await deliverDue(app, mailer)) > 0);
    for (let at = app.clock.now(); at < until; at += 3_600_000) {
      app.clock.set(Math.max(at, from));
      while ((await deliverDue(app, mailer)) > 0);
    }
    app.clock.set(until);
    while ((await deliverDue(app, mailer)) > 0);
  };
}

type Posting = { renderers: Renderers; from: number; tx: Tx };

async function markAll(tx: Tx, { owner, appointments, enquiries }: DemoStage): Promise<void> {
  const made = new Set(appointments.values());
  await markAsDemo(tx, "appointment", made);
  await markAsDemo(tx, "client", await clientsOfAppointments(tx, made));
  await markAsDemo(tx, "enquiry", enquiries);
  await markAsDemo(tx, "closure", await closuresBy(tx, actorName(owner)));
  if ("userId" in owner) await markAsDemo(tx, "user", [owner.userId]);
  await markAsDemo(tx, "address", [...(await listAddresses(tx)), DEMO_OWNER.email]);
}
