import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { listSubscriptions, makeSubscription } from "#app/diary/calendar-subscriptions.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { practice as owner } from "#tests/support/practice.ts";
import {
  amountsIn,
  anyPractice,
  type CanaryPractice,
  canaries,
  storePractice,
  visitsIn,
  writings,
} from "#tests/support/scope/canary-practice.ts";
import { openAddress } from "#tests/support/scope/open-page.ts";
import { anyTeam, type Persona, personasIn, THERAPISTS } from "#tests/support/scope/personas.ts";
import { staffIn } from "#tests/support/staff.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { demoApp } from "#tests/support/test-app.ts";

// The usual run asks some 900 addresses of the same practice each time; REACH_RUNS=20 asks of twenty others.
const RUNS = Number(process.env.REACH_RUNS ?? 1);
const SEED = process.env.REACH_RUNS ? {} : { seed: 18 };
vi.setConfig({ testTimeout: 60_000 + RUNS * 60_000 });

const DAY = "2027-05-04";
const LISTS = [
  "/admin",
  "/appointments",
  "/appointments?sort=name&add=1&day=2027-05-04&time=10:00&until=12:00&with=tom-ellery",
  "/admin/clients",
  "/admin/diary?view=list&date=2027-05-04",
  ...["tom-ellery", "imogen-hartley", "nobody"].map((slug) => `/admin/diary?view=week&date=${DAY}&with=${slug}`),
  "/admin/diary?view=month&date=2027-05-04",
  "/admin/diary?view=day&date=2027-05-05",
  "/admin/stranded",
  "/admin/requests",
  "/admin/past-visits",
  "/admin/hours",
  "/admin/time-off",
  "/admin/diary/subscriptions",
  "/admin/reports?period=year&by=client",
  "/admin/reports?by=source&therapist=tom-ellery",
  "/admin/reports/export.csv?period=year&names=1",
  "/admin/appointments/export.csv",
  "/admin/messages",
  "/admin/mail",
  "/admin/audit",
  "/admin/settings",
  "/users",
  "/admin/settings/people",
  // What all have in common.
  "/admin/find?q=QUILLWORT",
  "/appointments?q=QUILLWORT",
  "/admin/clients?q=QUILLWORT",
  // The public site, where whoever is no owner is a client.
  "/book",
  "/my-appointment",
  "/account",
  "/account/data.json",
  `/api/availability?service=deep-tissue-massage&from=${DAY}&to=2027-05-06`,
  "/booking/none",
];

/** Every address that could tell of one visit or client. */
function addressesOf({ clients, visits }: CanaryPractice): string[] {
  const people = Array.from({ length: clients }, (_, n) => [
    `/admin/clients/client-${n}`,
    `/admin/clients/client-${n}/contact`,
    `/admin/clients?into=client-${n}`,
    `/admin/appointments/new?client=client-${n}`,
    `/appointments?q=${canaries.email(n)}`,
    `/admin/clients?q=${encodeURIComponent(canaries.phone(n))}`,
  ]);
  const booked = visits.flatMap(({ id }, n) => [
    `/admin/appointments/${id}`,
    `/admin/appointments/${id}/contact`,
    ...(n < 3 ? [`/admin/appointments/${id}/cancel`] : []),
    ...(n < 5 ? [`/admin/appointments/${id}/reinstate`] : []),
    `/admin/find?q=LY-QWZZ${String(n).padStart(4, "7")}`,
    `/admin/appointments/free-times?service=deep-tissue-massage&day=${DAY}&except=${id}`,
  ]);
  return [...LISTS, ...people.flat(), ...booked];
}

test("no answer holds a name, a number, an address, a note or an amount beyond the reach of who asks", async () => {
  const shown = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyPractice(), anyTeam(), async (practice, team) => {
      const app = await demoApp();
      await storePractice(app, practice);
      await expectFeedsWithinScope(app, practice);
      for (const persona of await personasIn(app, practice, team)) {
        for (const address of addressesOf(practice)) {
          const told = await openAddress(app, persona.cookie, address);
          expect(
            leaksIn(told, { persona, practice, asked: decodeURIComponent(address) }),
            `${persona.who}: ${address}`,
          ).toEqual([]);
          for (const kind of kindsIn(told, practice)) shown.add(kind);
        }
        expect(await recordsOf(app, persona, practice), persona.who).toEqual(persona.records);
      }
    }),
    { ...SEED, numRuns: RUNS, endOnFailure: true },
  );
  // Or else nothing would be proved of what is shown to nobody.
  expect([...shown].sort()).toEqual([...KINDS, "pence", "sum"].filter((kind) => kind !== "ownersOnly").sort());
});

test("an id beyond scope is answered as one that does not exist", async () => {
  const app = await demoApp();
  const visits = [
    { id: "visit-0", client: 0, therapist: "demo-tom-ellery", day: 1, hour: 9, status: "Confirmed" },
    { id: "visit-1", client: 1, therapist: "demo-imogen-hartley", day: 1, hour: 9, status: "Confirmed" },
  ] as const;
  const practice = { clients: 2, visits: [...visits] };
  await storePractice(app, practice);
  const imogen = (await personasIn(app, practice))[1];
  const asked = new Map<string, number>();
  const ask = async (address: string) => {
    let told = "";
    const counted = await statementsOf(app, async (its) => {
      told = await openAddress(its, imogen?.cookie ?? "", address);
    });
    asked.set(address, counted);
    return told;
  };
  const sameWork = (beyond: string, missing: string) => expect(asked.get(beyond), beyond).toBe(asked.get(missing));
  await ask("/admin/appointments/none");
  for (const end of ["", "/contact", "/cancel", "/reinstate"]) {
    const missing = await ask(`/admin/appointments/none${end}`);
    expect(missing, end).toMatch(/^404/);
    expect(await ask(`/admin/appointments/visit-0${end}`), end).toBe(missing);
    sameWork(`/admin/appointments/visit-0${end}`, `/admin/appointments/none${end}`);
    expect(await ask(`/admin/appointments/visit-1${end}`), end).not.toMatch(/^404/);
  }
  for (const end of ["", "/contact"]) {
    const missing = await ask(`/admin/clients/none${end}`);
    expect(missing, end).toMatch(/^404/);
    expect(await ask(`/admin/clients/client-0${end}`), end).toBe(missing);
    sameWork(`/admin/clients/client-0${end}`, `/admin/clients/none${end}`);
    expect(await ask(`/admin/clients/client-1${end}`), end).toContain(canaries.name(1));
  }
  for (const of of [
    (id: string) => `/admin/therapists/${id}`,
    (id: string) => `/admin/therapists/${id}/mails`,
    (id: string) => `/admin/hours/${id}`,
  ]) {
    const missing = await ask(of("none"));
    expect(missing, of("")).toMatch(/^404/);
    expect(await ask(of("demo-tom-ellery")), of("")).toBe(missing);
    sameWork(of("demo-tom-ellery"), of("none"));
    expect(await ask(of("demo-imogen-hartley")), of("")).not.toMatch(/^404/);
  }
});

test("with shared diaries a therapist learns when colleagues are taken, and nothing of whom or what by", async () => {
  const app = await demoApp();
  const base = { client: 0, therapist: "demo-tom-ellery", day: 0, status: "Confirmed" } as const;
  const practice: CanaryPractice = {
    clients: 4,
    visits: [
      { ...base, id: "colleagues-0", hour: 16 },
      { ...base, id: "colleagues-1", hour: 11, day: 1, client: 1, status: "Pending" },
      { ...base, id: "colleagues-2", hour: 12, client: 2, status: "Cancelled" },
      { ...base, id: "own-3", hour: 10, client: 3, therapist: "demo-imogen-hartley" },
    ],
  };
  await storePractice(app, practice);
  const closed = { id: "away", therapist_id: base.therapist, kind: "closure", reason: "Clinicquillwort" };
  const days = { first_day: DAY, last_day: DAY, from_minute: 480, to_minute: 540, public_note: null };
  await app.db.kysely
    .insertInto("day_exceptions")
    .values({ ...closed, ...days })
    .execute();
  const { id: asked_by } = await staffIn(app, { roles: ["therapist"], therapistId: base.therapist });
  const request = { asked_by, asked_at: 0, state: "open", answered_at: null, answered_by: null, answer: null } as const;
  const { therapist_id, reason } = closed;
  await app.db.kysely
    .insertInto("time_off_requests")
    .values({ id: "asks", therapist_id, reason, ...days, ...request })
    .execute();
  const people = (await personasIn(app, practice)).filter(({ who }) => who === "therapist");
  await named(app, "Takenquillwort", ["Confirmed", "Pending"]);
  await named(app, "Freedquillwort", ["Cancelled"]);
  for (const sharedDiaries of [false, true]) {
    const value = { sharedDiaries, timeOffByRequest: false };
    await writeSetting(app.db.kysely, { key: "teamRules", value, now: app.clock.now() });
    for (const persona of people) {
      for (const view of ["day", "list", "month"].map((name) => `/admin/diary?view=${name}`).concat("/admin")) {
        const told = await openAddress(app, persona.cookie, view);
        expect(told.includes("Takenquillwort"), `${persona.who}: ${view}`).toBe(sharedDiaries);
      }
    }
  }
  for (const persona of people) {
    for (const address of addressesOf(practice)) {
      const told = await openAddress(app, persona.cookie, address);
      const asked = decodeURIComponent(address);
      expect(leaksIn(told, { persona, practice, asked }), `${persona.who}: ${address}`).toEqual([]);
      // What somebody asks for by its id comes back as asked.
      if (!/colleagues-|find/.test(asked)) expect(told, `${persona.who}: ${address}`).not.toMatch(/colleagues-\d/);
      expect(told, `${persona.who}: ${address}`).not.toMatch(/Clinicquillwort|Freedquillwort/);
    }
    expect(await recordsOf(app, persona, practice), persona.who).toEqual(persona.records);
  }
});

/** Gives the colleague's visits of these statuses a treatment that is found nowhere by chance. */
async function named(app: AppContext, title: string, statuses: string[]): Promise<void> {
  await app.db.kysely
    .updateTable("appointments")
    .set({ service_title: title })
    .where("status", "in", statuses)
    .where("id", "like", "colleagues-%")
    .execute();
}

const KINDS = Object.keys(canaries) as (keyof typeof canaries)[];

/** The kinds of things that an answer tells, of whomever. */
function kindsIn(told: string, { visits }: CanaryPractice): string[] {
  const sums = amountsIn(told).map((pence) => visitsIn(pence, visits.length).length);
  return [
    ...KINDS.filter((kind) => [...visits.keys()].some((n) => writings(kind, n).test(told))),
    ...(sums.includes(1) ? ["pence"] : []),
    ...(sums.some((count) => count > 1) ? ["sum"] : []),
  ];
}

type Told = { persona: Persona; practice: CanaryPractice; asked: string };

function leaksIn(told: string, { persona, practice, asked }: Told): string[] {
  const { sees, amounts } = persona;
  const clients = Array.from({ length: practice.clients }, (_, n) => n);
  const booked = [...practice.visits.keys()];
  // What somebody has typed is shown to them again.
  const answer = asked.includes("?q=") ? told.replaceAll(asked.split("?q=")[1] ?? "", "") : told;
  const beyond = (kind: keyof typeof canaries, all: readonly number[], scope: ReadonlySet<number>) =>
    all.filter((n) => !scope.has(n) && writings(kind, n).test(answer)).map((n) => `${kind} ${n}`);
  return [
    ...beyond("name", clients, sees.names),
    ...beyond("email", clients, sees.contacts),
    ...beyond("phone", clients, sees.contacts),
    ...beyond("clientNote", clients, sees.clientNotes),
    ...beyond("visitNote", booked, sees.notes),
    ...beyond("address", booked, visitAddressesOf(persona, practice)),
    ...beyond("asked", booked, sees.visits),
    ...beyond("cancelReason", booked, sees.visits),
    ...beyond("moveWords", booked, sees.visits),
    ...beyond("closedFor", [...THERAPISTS.keys()], sees.closures),
    ...beyond("message", [0], new Set(persona.who.includes("reception") ? [0] : [])),
    ...beyond("ownersOnly", [0], new Set()),
    ...amountsIn(answer).flatMap((pence) =>
      visitsIn(pence, practice.visits.length)
        .filter((n) => !amounts.has(n))
        .map((n) => `pence of ${n} in ${pence}`),
    ),
  ];
}

/** Where visits go is known to reception and owners, and to its therapist from the day before. */
function visitAddressesOf({ sees }: Persona, { visits }: CanaryPractice): Set<number> {
  if (sees.visits.size === visits.length) return sees.visits;
  return new Set([...sees.visits].filter((n) => (visits[n]?.day ?? 0) <= 1));
}

/** The calendar of each therapist tells of their own visits, and of these no address and no number. */
async function expectFeedsWithinScope(app: AppContext, practice: CanaryPractice): Promise<void> {
  const feeds = (await Promise.all(THERAPISTS.map((id) => makeSubscription(app, owner, id)))).length;
  const listed = await listSubscriptions(app, owner);
  expect(listed.filter(({ url }) => url !== null)).toHaveLength(feeds);
  for (const { therapistId, url } of listed) {
    const told = await openAddress(app, "", new URL(url ?? "", app.config.publicUrl).pathname);
    expect(told).toMatch(/^200 BEGIN:VCALENDAR/);
    const own = practice.visits.flatMap(({ therapist, client }) => (therapist === therapistId ? [client] : []));
    const none = new Set<number>();
    const sees = { names: new Set(own), contacts: none, clientNotes: none, visits: none, notes: none, closures: none };
    const persona = { who: "feed", cookie: "", sees, amounts: none, records: none };
    expect(leaksIn(told, { persona, practice, asked: "feed" }), therapistId).toEqual([]);
  }
}

/** The clients whose record this person can open. */
async function recordsOf(app: AppContext, { cookie }: Persona, { clients }: CanaryPractice): Promise<Set<number>> {
  const opened = new Set<number>();
  for (let n = 0; n < clients; n += 1) {
    if ((await openAddress(app, cookie, `/admin/clients/client-${n}`)).includes(canaries.name(n))) opened.add(n);
  }
  return opened;
}
