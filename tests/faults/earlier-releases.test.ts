import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { type Migration, Migrator } from "kysely/migration";
import { expect, inject, test } from "vitest";
import { verifyRecords } from "#app/health/note-chain.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { Database } from "#app/platform/app-context.server.ts";
import { migrate } from "#app/platform/database/migrate.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { insertRows, type Row, shapesOf } from "#app/platform/database/rows.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { send } from "#tests/support/form-request.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";
import { PUBLIC_PAGES } from "#tests/support/public-pages.ts";
import { startServer } from "#tests/support/server.ts";
import { PASSWORD } from "#tests/support/signed-in.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/**
 * What a release left in its database: its own commands booked, cancelled, moved, wrote, saved and erased, at 0.1.0
 * (commit 09220ff) and 0.2.0 (a1ef49da).
 */
type Left = {
  at: number;
  migrations: string[];
  ids: Record<string, string>;
  /** The secrets of appointments' links, as their emails had them. */
  links: Record<"toMove" | "toCancel" | "patsNext", string>;
  calendar: string;
  tables: Record<string, Row[]>;
};

const VERSIONS = ["0.1.0", "0.2.0"] as const;
const ENGINES = ["sqlite", "postgres"] as const;
// What is off until somebody switches it on, and what never was.
const CLOSED = ["/vouchers/balance", "/nowhere"];
const DAY = 86_400_000;
// Of an appointment whose client was erased no email is left.
const { withoutMail: _, ...sound } = SOUND;
const AUTH_SECRET = "a-secret-that-is-the-same-in-every-test";

test.each(VERSIONS.flatMap((version) => ENGINES.map((engine) => [version, engine] as const)))(
  "a filled database of %s on %s is brought up to date, loses nothing, and serves whom it served",
  async (version, engine) => {
    const left = readLeft(version);
    const dataDir = temporaryFolder();
    const databaseUrl = engine === "postgres" ? await makeDatabase(inject("postgresUrl") ?? "", { blank: true }) : null;
    const db = openDatabase({ databaseUrl, dataDir }, createLog("silent"));
    const waiting = left.tables.outbox?.filter(({ done_at, run_at }) => done_at === null && Number(run_at) <= left.at);
    try {
      await makeEarlier(db, left);
      expect((await migrate(db)).length).toBeGreaterThan(30);
      for (const [table, rows] of Object.entries(left.tables)) {
        expect([table, await missingFrom(db, table, rows)]).toEqual([table, []]);
      }
      const words = await db.kysely.selectFrom("page_words").select("words").where("page", "=", "home").execute();
      expect(JSON.parse(words[0]?.words ?? "")).toMatchObject(JSON.parse(String(left.tables.page_words?.[0]?.words)));
      expect(await unsoundness(db.kysely)).toMatchObject(sound);
      const { settings } = await readSettings(db.kysely, createLog("silent"));
      expect(settings).toMatchObject({
        business: { name: "Knot & Grain", phone: "+441912345678", legal: { form: "company", number: "00000000" } },
        bookingRules: { slotInterval: 5, notice: 240, changeNotice: 720, reminderHours: 24 },
      });

      const mails = await mailServer();
      const env = { DATA_DIR: dataDir, AUTH_SECRET, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
      const site = await startServer({ ...env, ...clockAt(left.at), SMTP_URL: mails.url });
      const get = (path: string, cookie = "") => fetch(site.url + path, { headers: { cookie }, redirect: "manual" });
      try {
        const statuses = await Promise.all(PUBLIC_PAGES.map(async (path) => [path, (await get(path)).status] as const));
        expect(statuses.filter(([, status]) => status !== 200)).toEqual(CLOSED.map((path) => [path, 404]));
        expect(await (await get("/")).text()).toContain("Come in and breathe out.");
        expect(await (await get("/services/deep-tissue-massage")).text()).toMatch(/Deeper Tissue[\s\S]*£49\.50/);
        expect(await (await get(left.calendar)).text()).toContain("BEGIN:VEVENT");

        const signIn = async (email: string) => {
          const answer = await send(site.url, "/login", { form: { email, password: PASSWORD } });
          const cookies = answer.headers.getSetCookie().map((one) => one.split(";")[0]);
          return { to: answer.headers.get("location"), cookie: cookies.join("; ") };
        };
        const pat = await signIn("pat@example.com");
        expect(await (await get("/my-appointment", pat.cookie)).text()).toContain("Deeper Tissue");
        const owner = await signIn("imogen@example.com");
        expect(owner.to).toBe("/admin");
        expect(await (await get("/admin/clients?q=ada", owner.cookie)).text()).toContain("Ada Example");

        const { toMove, toCancel } = left.links;
        const [row] = await rowsOf(db, left.ids.toMove);
        const start = new Date(Number(row?.starts_at) + DAY / 48).toISOString();
        const moved = await send(site.url, `/booking/${toMove}/reschedule`, { form: { start, sequence: "0" } });
        expect([moved.status, moved.headers.get("location")]).toEqual([303, `/booking/${toMove}?moved`]);
        const cancelled = await send(site.url, `/booking/${toCancel}/cancel`, { form: { sequence: "0" } });
        expect([cancelled.status, cancelled.headers.get("location")]).toEqual([303, `/booking/${toCancel}?cancelled`]);
        expect(await rowsOf(db, left.ids.toMove)).toMatchObject([
          { starts_at: Date.parse(start), status: "Confirmed" },
        ]);
        expect(await rowsOf(db, left.ids.toCancel)).toMatchObject([{ status: "Cancelled" }]);

        // What waited goes out once, and what had gone out does not again.
        const ids = waiting?.map(({ id }) => String(id)) ?? [];
        const outbox = db.kysely.selectFrom("outbox").select(["id", "kind", "done_at", "failed_at"]);
        const open = outbox.where("id", "in", ids).where("done_at", "is", null);
        await expect.poll(() => open.execute()).toEqual([]);
        const sent = await db.kysely.selectFrom("mails").selectAll().where("outbox_id", "in", ids).execute();
        expect(sent.length).toBeGreaterThan(8);
        const messageIds = mails.arrived.map(({ mail }) => mail.messageId);
        expect(new Set(messageIds).size).toBe(messageIds.length);
        expect(messageIds).toEqual(expect.arrayContaining(sent.map(({ message_id }) => message_id)));
        for (const mail of left.tables.mails ?? []) expect(messageIds).not.toContain(mail.message_id);
        expect(await unsoundness(db.kysely)).toMatchObject(sound);
      } finally {
        await site.stop();
      }
      await db.kysely.transaction().execute(async (tx) => {
        expect([await verifyLedger(tx), await verifyRecords(tx)]).toMatchObject([{ fault: null }, { faults: [] }]);
      });
    } finally {
      await db.close();
    }
  },
);

function readLeft(version: (typeof VERSIONS)[number]): Left {
  const packed = readFileSync(new URL(`../support/earlier/${version}.json.br`, import.meta.url));
  return JSON.parse(brotliDecompressSync(packed).toString());
}

function clockAt(begins: number): Record<string, string> {
  const preload = new URL("../support/site-clock.mjs", import.meta.url).href;
  return { SITE_BEGINS: String(begins), NODE_OPTIONS: `--import=${preload}` };
}

const rowsOf = (db: Database, id = "") =>
  db.kysely.selectFrom("appointments").select(["starts_at", "status"]).where("id", "=", id).execute();

/** Makes an empty database what the release left: by its own migrations, which nobody may change, and its rows. */
async function makeEarlier(db: Database, { migrations, tables }: Left): Promise<void> {
  const entries = await Promise.all(migrations.map(async (name) => [name, await migrationIn(name)] as const));
  const provider = { getMigrations: async () => Object.fromEntries(entries) };
  const { error } = await new Migrator({ db: db.kysely, provider }).migrateToLatest();
  if (error) throw error;
  await db.kysely.transaction().execute(async (tx) => {
    const shapes = (await shapesOf(tx)).filter(({ name }) => tables[name]);
    const names = ["therapists", "services", "clients", "users", "enquiries", "outbox", "series", "appointments"];
    const rank = ({ name }: { name: string }) => (names.includes(name) ? names.indexOf(name) : names.length);
    for (const shape of shapes.sort((one, other) => rank(one) - rank(other))) {
      await tx.deleteFrom(shape.name as never).execute();
      await insertRows(tx, shape, tables[shape.name] ?? []);
    }
  });
}

async function migrationIn(name: string): Promise<Migration> {
  const exported: Record<string, unknown> = await import(`../../migrations/${name}.ts`);
  const found = Object.values(exported).find((one) => typeof one === "object" && one !== null && "up" in one);
  if (!found) throw new Error(`There is no migration in ${name}`);
  return found as Migration;
}

// A later release adds to these; the test compares what they mean.
const REWRITTEN: Record<string, string> = { page_words: "words", settings: "value" };

/** The rows that today's database no longer has with the same values, in columns that it still has. */
async function missingFrom(db: Database, name: string, rows: readonly Row[]): Promise<Row[]> {
  const kept: Row[] = await db.kysely
    .selectFrom(name as never)
    .selectAll()
    .execute();
  const columns = Object.keys(rows[0] ?? {}).filter(
    (column) => column in (kept[0] ?? {}) && column !== REWRITTEN[name],
  );
  const textOf = (row: Row) => JSON.stringify(columns.map((column) => comparable(row[column])));
  const found = new Set(kept.map(textOf));
  return rows.filter((row) => !found.has(textOf(row)));
}

// PostgreSQL has truths and instants of its own.
function comparable(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  return value instanceof Date ? value.toISOString() : value;
}
