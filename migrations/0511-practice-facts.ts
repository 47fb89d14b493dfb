import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Where the demo practice is shown, what its pages say of it becomes stated facts, marked as the demo's. */
export const practiceFacts: Migration = { up: stateDemoFacts };

const FACTS = JSON.stringify({
  isInsured: true,
  insurer: "",
  qualifications: "Levels 4 and 5",
  registers: "",
  years: null,
  pays: ["card", "cash"],
  isWholePrice: true,
  givesReceipts: true,
  replyDays: 1,
  startsWithTalk: true,
  keepsNotes: true,
  hasPlainOil: true,
  allowsCompany: true,
  treatsChildren: true,
  treatsInPregnancy: true,
  parking: "Free parking at the door.",
  stepFree: "",
  hasChangingRoom: true,
  hasShowers: false,
  allowsDogs: true,
});

async function stateDemoFacts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ value: string; updated_at: number }>`
    select value, updated_at from settings where key = 'demo'`.execute(db);
  const [demo] = rows;
  if (!demo || !isShown(demo.value)) return;
  await sql`insert into settings (key, value, last_good, version, updated_at)
    values ('practiceFacts', ${FACTS}, ${FACTS}, 1, ${demo.updated_at}) on conflict (key) do nothing`.execute(db);
  await sql`insert into demo_marks (kind, id, value)
    values ('demo-setting', 'practiceFacts', ${FACTS}) on conflict do nothing`.execute(db);
}

function isShown(text: string): boolean {
  try {
    return JSON.parse(text)?.shown === true;
  } catch {
    return false;
  }
}
