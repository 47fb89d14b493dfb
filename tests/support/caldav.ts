import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CalDavServer } from "#tests/support/radicale.ts";

type User = { username: string; password: string; home: string };

/**
 * Stands between the site and a server of calendars, which it can cut off: refuse every password, answer 500, lose the
 * answer after the server has done what was asked, or keep silent.
 */
export async function caldavLine(server: Pick<CalDavServer, "origin">) {
  let mood: "through" | "revoked" | "down" | "lossy" | "silent" = "through";
  const asked: string[] = [];
  const line = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (mood === "silent") return;
    if (mood === "down") return void incoming.socket.destroy();
    if (mood === "revoked") return void outgoing.writeHead(401, { "WWW-Authenticate": "Basic" }).end();
    pass(server.origin, incoming, outgoing, () => mood === "lossy" && isWriting(incoming));
  }).listen(0, "127.0.0.1");
  await once(line, "listening");
  const origin = `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
  return {
    origin,
    asked: () => asked,
    is: (now: typeof mood) => {
      mood = now;
    },
    close: () => void line.close().closeAllConnections(),
  };
}

const isWriting = ({ method }: IncomingMessage) => method === "PUT" || method === "DELETE";

function pass(origin: string, incoming: IncomingMessage, outgoing: ServerResponse, isLost: () => boolean): void {
  const url = new URL(incoming.url ?? "/", origin);
  const onward = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
    if (isLost()) {
      answer.resume();
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on("error", () => outgoing.destroy());
  incoming.pipe(onward);
}

/** What a therapist does with their phone: the same server, without our site. */
export function phoneOf({ username, password, home }: User) {
  const headers = { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
  const send = async (method: string, path: string, body?: string, more: Record<string, string> = {}) => {
    const answer = await fetch(new URL(path, home), { method, headers: { ...headers, ...more }, body: body ?? null });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return text;
  };
  const list = async (calendar: string): Promise<string[]> => {
    const body = '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getetag/></prop></propfind>';
    const text = await send("PROPFIND", `${calendar}/`, body, { Depth: "1", "Content-Type": "application/xml" });
    return [...text.matchAll(/<(?:\w+:)?href>([^<]+\.ics)<\/(?:\w+:)?href>/g)].map(([, href]) => href ?? "");
  };
  const read = (path: string) => send("GET", path);
  return {
    list,
    read,
    makeCalendar: (calendar: string, title = calendar) =>
      send(
        "MKCALENDAR",
        `${calendar}/`,
        `<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop><D:displayname>${title}</D:displayname></D:prop></D:set></C:mkcalendar>`,
        { "Content-Type": "application/xml" },
      ),
    put: (path: string, text: string) => send("PUT", path, text, { "Content-Type": "text/calendar; charset=utf-8" }),
    remove: (path: string) => send("DELETE", path),
    /** The texts of all that stands in a calendar. */
    all: async (calendar: string) => Promise.all((await list(calendar)).map(read)),
    /** Takes the one event there to another time, as a finger does. */
    drag: async (path: string, minutes: number) => {
      const text = await read(path);
      const moved = text.replace(/^(DTSTART|DTEND)([^:\r\n]*):(\d{8}T\d{6}Z)/gm, (_, name, params, at) => {
        return `${name}${params}:${stampOf(instantOf(at) + minutes * 60_000)}`;
      });
      if (moved === text) throw new Error(`Nothing to drag in ${text}`);
      await send("PUT", path, moved, { "Content-Type": "text/calendar; charset=utf-8" });
    },
  };
}

function instantOf(stamp: string): number {
  return Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

export function stampOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}
