import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const PATIENCE = 15_000;
const ASSET = /\/assets\/[\w.-]+/g;

export type Looks = { asked: number; failed: string[]; stop: () => Promise<void> };

/** Reads a page, and a moment later its files, from whichever process the proxy chooses for each. */
export function startAssetReader(url: string): Looks {
  return looking(async () => {
    const paths = await assetsOf(url);
    await sleep(500);
    return paths.map((path) => url + path);
  });
}

/** A tab that was opened before the update: asks for files of its own release again and again. */
export function startOldTab(url: string, paths: readonly string[]): Looks {
  return looking(async () => paths.map((path) => url + path));
}

/** Somebody on a slow line: half of a form comes at once, the rest when its process may be about to close. */
export function startSlowSender(url: string): Looks {
  return looking(
    async () => [url],
    () => sendSlowly(url),
  );
}

// A form without a name is answered with what is missing.
async function sendSlowly(url: string): Promise<number | null> {
  const headers = { origin: url, "content-type": "application/x-www-form-urlencoded", "content-length": "60" };
  const sent = request(`${url}/book`, { method: "POST", headers, agent: false });
  const answered = once(sent, "response").catch(() => null);
  sent.write("service=deep-tissue-massage&".padEnd(30, "a"));
  await sleep(2500);
  sent.end("&note=".padEnd(30, "b"));
  const [answer] = ((await answered) ?? []) as IncomingMessage[];
  answer?.resume();
  return answer?.statusCode === 422 ? 200 : (answer?.statusCode ?? null);
}

export async function assetsOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/book`, { signal: AbortSignal.timeout(PATIENCE) });
  return [...new Set((await answer.text()).match(ASSET) ?? [])];
}

function looking(find: () => Promise<string[]>, ask = statusOf): Looks {
  const looks: Looks = { asked: 0, failed: [], stop: async () => {} };
  let isOver = false;
  async function look(): Promise<void> {
    while (!isOver) {
      for (const address of await find().catch(unread)) {
        const status = await ask(address);
        looks.asked++;
        if (status !== 200) looks.failed.push(`${status} ${address}`);
      }
      await sleep(800);
    }
  }
  // The page whose files were to be asked for counts as one of them.
  function unread(error: Error): string[] {
    looks.asked++;
    looks.failed.push(`the page itself: ${error.message}`);
    return [];
  }
  const done = look();
  looks.stop = async () => {
    isOver = true;
    await done;
  };
  return looks;
}

async function statusOf(address: string): Promise<number | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}
