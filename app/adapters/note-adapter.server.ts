import { type AdapterFault, type AdapterName, shouldNotify } from "#app/adapters/adapter.ts";
import { adapterFailing } from "#app/adapters/adapter-failing.mail.tsx";
import { getAdapter, writeState } from "#app/adapters/adapters.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

// What a system answers to a key that it does not know, or no longer.
const REVOKED = 401;

/** Notes whether another system did what was asked; `fault` null: it did. Tells the owner once a day. */
export async function noteAdapter(app: AppContext, name: AdapterName, fault: AdapterFault | null): Promise<void> {
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const adapter = await getAdapter(tx, name);
    if (!adapter) return;
    const state = fault === null ? "ok" : fault.status === REVOKED ? "revoked" : "failing";
    const isSame = (state === "ok") === (adapter.state === "ok");
    if (isSame && state === "ok") return;
    const since = isSame ? adapter.since : now;
    const isDue = shouldNotify({ state, since, notifiedAt: adapter.notifiedAt }, now);
    if (isDue) await enqueue(tx, [adapterFailing.message({ kind: "adapter", id: name }, { adapter: name })], now);
    await writeState(tx, {
      name,
      state,
      since,
      fault: fault?.words ?? null,
      notifiedAt: isDue ? now : adapter.notifiedAt,
    });
  });
  if (fault) app.log.warn({ adapter: name, status: fault.status }, "another system did not do what was asked");
}
