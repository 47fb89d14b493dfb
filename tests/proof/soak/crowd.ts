import sharp from "sharp";
import { listSubscriptions, makeSubscription } from "#app/diary/calendar-subscriptions.server.ts";
import { type AttackedSite, FORM } from "#tests/proof/attacked-site.ts";
import { lightClient } from "#tests/proof/light-client.ts";
import type { Look } from "#tests/proof/look.ts";
import { type Visit, visitsTo } from "#tests/proof/visits.ts";
import { doors } from "#tests/support/doors/table.ts";
import { newSession, PASSWORD, personIn } from "#tests/support/signed-in.ts";

const CONNECTIONS = 40;
const SHARES = {
  public: 66,
  "client’s page": 8,
  "practice’s screen": 14,
  "signs in, looks, signs out": 3,
  "session that ends": 2,
  message: 2,
  "calendar feed": 2,
  export: 2,
  portrait: 1,
};
const CLIENT_PAGES = [
  "/account",
  "/my-appointment",
  "/account/notifications",
  "/account/data.json",
  "/my-appointment/offline",
];
const EXPORTS = ["/admin/appointments/export.csv", "/admin/reports/export.csv", "/admin/clients/{record}/export.json"];
// Everything as one file costs as much as a thousand pages.
const ARCHIVE_EVERY = 24;

type Sent = { cookie?: string | undefined; method?: string; body?: BodyInit; headers?: Record<string, string> };

/** A hundred visits in their shares: everybody who uses the site, the practice too. */
export async function soakVisits(site: AttackedSite): Promise<{ visits: Visit[]; close: () => void }> {
  const client = lightClient(CONNECTIONS);
  const crowd = await visitsTo(site.url, client);
  const { id, email } = await personIn(site.app, { name: "Sol Client" });
  const practice = (await site.fixtures.cookieOf("admin")) ?? "";
  const owner = await personIn(site.app, { name: "Una Owner", role: "admin" });
  const owned = (await newSession(site.app, owner.id)).cookie;
  const own = (await newSession(site.app, id)).cookie;
  const screens = doors
    .filter(({ get }) => get.admin === 200 && get.nobody !== 200)
    .map(({ at }) => site.fixtures.fill(at));
  const feed = await feedOf(site, owner.id);
  const portrait = await jpeg();
  let turn = 0;

  async function ask(path: string, { cookie, method = "GET", body, headers }: Sent = {}): Promise<[Look, Headers]> {
    turn += 1;
    const from = `10.${128 + ((turn >> 16) & 127)}.${(turn >> 8) & 255}.${turn & 255}`;
    const sent = { origin: site.url, "x-forwarded-for": from, ...(cookie ? { cookie } : {}), ...headers };
    const started = performance.now();
    const told = { path: `${method} ${path}`, status: null, retryAfter: null };
    try {
      const answer = await fetch(site.url + path, { method, body: body ?? null, headers: sent, redirect: "manual" });
      const bytes = await answer.arrayBuffer();
      const { status } = answer;
      const said = status >= 500 ? new TextDecoder().decode(bytes).slice(0, 300) : "";
      const ms = performance.now() - started;
      return [{ ...told, status, retryAfter: answer.headers.get("retry-after"), ms, said }, answer.headers];
    } catch (error) {
      return [{ ...told, ms: performance.now() - started, why: reasonOf(error) }, new Headers()];
    }
  }
  const look = async (path: string, sent?: Sent) => (await ask(path, sent))[0];
  const post = (form: Record<string, string>) => ({ method: "POST", headers: FORM, body: new URLSearchParams(form) });
  const end = (cookie: string) => look("/logout", { cookie, ...post({}) });

  async function signInAndOut(): Promise<Look> {
    const [entered, headers] = await ask("/login", post({ username: email, email, password: PASSWORD }));
    const cookie = headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    if (entered.status !== 303) return entered;
    await ask("/account", { cookie });
    return end(cookie);
  }

  function upload(): Promise<Look> {
    const form = new FormData();
    form.set("alt", `A portrait, ${turn}`);
    form.set("file", new Blob([portrait], { type: "image/jpeg" }), "portrait.jpg");
    return look("/admin/media?list=therapists&id=demo-imogen-hartley", { cookie: owned, method: "POST", body: form });
  }

  function takeOut(nth: number): Promise<Look> {
    if (nth % ARCHIVE_EVERY !== 0)
      return look(site.fixtures.fill(EXPORTS[nth % EXPORTS.length] ?? ""), { cookie: practice });
    return look("/admin/settings/everything/archive", { cookie: owned, ...post({ password: PASSWORD }) });
  }

  const message = () =>
    post({
      firstName: "Sol",
      lastName: "Writer",
      email: `sol-${turn}@example.com`,
      subject: "Vouchers",
      message: "Do you sell them?",
    });
  let exported = 0;
  const doings: Record<keyof typeof SHARES, () => Promise<Look>> = {
    public: () => (crowd[(turn++ * 37) % crowd.length] as Visit).go(),
    "client’s page": () => look(CLIENT_PAGES[turn % CLIENT_PAGES.length] ?? "", { cookie: own }),
    "practice’s screen": () => look(screens[turn % screens.length] ?? "", { cookie: practice }),
    "signs in, looks, signs out": signInAndOut,
    "session that ends": async () => end((await newSession(site.app, id)).cookie),
    message: () => look("/contact", message()),
    "calendar feed": () => look(feed),
    export: () => takeOut(exported++),
    portrait: upload,
  };
  const visits = Object.entries(SHARES).flatMap(([kind, share]) => {
    const go = doings[kind as keyof typeof SHARES];
    return Array.from({ length: share }, () => ({ kind, go }));
  });
  return { visits, close: client.close };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  const { code = "", message: because = "" } = (cause ?? {}) as { code?: string; message?: string };
  return [message, code, because].filter(Boolean).join(", ");
}

async function feedOf({ app, url }: AttackedSite, userId: string): Promise<string> {
  const actor = { kind: "admin", userId } as const;
  await makeSubscription(app, actor, "demo-imogen-hartley");
  const made = (await listSubscriptions(app, actor)).find((one) => one.url !== null)?.url ?? "";
  return new URL(made, url).pathname;
}

// A photograph is noise to a codec: a plain ground would cost nothing.
async function jpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const drawn = sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#b33e14", noise } });
  return new Uint8Array(await drawn.jpeg().toBuffer());
}
