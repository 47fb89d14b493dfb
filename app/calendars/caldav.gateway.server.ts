import { parseXml, XmlElement } from "@rgrove/parse-xml";
import type { LinkFault } from "#app/calendars/calendar-link.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type OutboundAnswer, sendOut, waitIn } from "#app/platform/outbound/send-out.server.ts";

/** Who asks a server of calendars (CalDAV, RFC 4791). */
export type Session = { username: string; password: string };

export type CalDavFault = { kind: "fault"; fault: LinkFault; wait: number | null };

/** What a server lists: a property that it does not have is missing. `href` is a whole address. */
type Entry = { href: string; status: number | null; props: ReadonlyMap<string, XmlElement> };

/** `url`: where it was found, after redirects. `etag` and `text` of a single object. */
type Answered = {
  kind: "answered";
  url: string;
  status: number;
  etag: string | null;
  text: string;
  entries: Entry[];
  wait: number | null;
};

type Question = {
  method: "GET" | "PUT" | "DELETE" | "PROPFIND" | "REPORT";
  url: string;
  depth?: 0 | 1;
  body?: string;
  headers?: Record<string, string>;
};

const MOST_REDIRECTS = 5;
/** A list of 20,000 objects fits. */
const LIMITS = { bytes: 12 * 1024 * 1024 };

/** One calendar of an account. `writes`: the server lets us write there. `reads` false: it is our own, and blocks nothing. */
export type FoundCalendar = { url: string; name: string; writes: boolean; reads?: boolean };

/**
 * The calendars of whoever signs in (RFC 6764, 4791): from the address given, or from what its host says that CalDAV
 * lives at.
 */
export async function findCalendars(
  app: AppContext,
  session: Session,
  server: string,
): Promise<{ kind: "found"; calendars: FoundCalendar[] } | CalDavFault> {
  const starts = [server, new URL("/.well-known/caldav", server).href];
  let first: CalDavFault | null = null;
  for (const url of starts) {
    const principal = await askFor(app, session, { url, prop: "current-user-principal" });
    if (principal.kind === "found") return listCalendars(app, session, principal.href);
    // A server that can't be reached, or refuses the password, is not asked twice.
    if (principal.kind === "fault" && principal.fault !== "no-caldav" && principal.fault !== "calendar-gone") {
      first ??= principal;
      if (["password", "timeout", "unreachable", "unknown-host", "private-address"].includes(principal.fault)) break;
    }
  }
  return first ?? { kind: "fault", fault: "no-caldav", wait: null };
}

async function listCalendars(
  app: AppContext,
  session: Session,
  principal: string,
): Promise<{ kind: "found"; calendars: FoundCalendar[] } | CalDavFault> {
  const home = await askFor(app, session, { url: principal, prop: "calendar-home-set" });
  if (home.kind === "fault") return home;
  const body = propfind(
    "<D:resourcetype/><D:displayname/><D:current-user-privilege-set/><C:supported-calendar-component-set/>",
  );
  const listed = await ask(app, session, { method: "PROPFIND", url: home.href, depth: 1, body });
  if (listed.kind === "fault") return listed;
  const calendars = listed.entries.flatMap(({ href, props }): FoundCalendar[] => {
    const types = namesIn(props.get("resourcetype"));
    if (!types.includes("calendar")) return [];
    const holds = elementsOf(props.get("supported-calendar-component-set") ?? null).map(
      ({ attributes }) => attributes.name,
    );
    if (holds.length > 0 && !holds.includes("VEVENT")) return [];
    const privileges = props.get("current-user-privilege-set");
    const rights = elementsOf(privileges ?? null).flatMap(namesIn);
    const writes = !privileges || rights.some((right) => ["all", "write", "write-content", "bind"].includes(right));
    const name = textOf(props.get("displayname")).trim() || lastPieceOf(href);
    return [{ url: href, name: name.slice(0, 80), writes: writes && !types.includes("subscribed") }];
  });
  return { kind: "found", calendars };
}

async function askFor(
  app: AppContext,
  session: Session,
  { url, prop }: { url: string; prop: "current-user-principal" | "calendar-home-set" },
): Promise<{ kind: "found"; href: string } | CalDavFault> {
  const name = prop === "calendar-home-set" ? `C:${prop}` : `D:${prop}`;
  const answer = await ask(app, session, { method: "PROPFIND", url, depth: 0, body: propfind(`<${name}/>`) });
  if (answer.kind === "fault") return answer;
  const found = answer.entries.map(({ props }) =>
    elementsOf(props.get(prop) ?? null).find(({ name: its }) => local(its) === "href"),
  );
  const href = found.map((element) => textOf(element).trim()).find((text) => text !== "");
  const whole = href === undefined ? null : wholeAddress(href, answer.url);
  if (whole === null) return { kind: "fault", fault: "no-caldav", wait: null };
  return isSameHouse(new URL(answer.url), new URL(whole))
    ? { kind: "found", href: whole }
    : { kind: "fault", fault: "redirects", wait: null };
}

/** What changes with any change of a calendar; null: its server does not say. */
export async function readCursor(
  app: AppContext,
  session: Session,
  url: string,
): Promise<{ kind: "read"; cursor: string | null } | CalDavFault> {
  const body = propfind("<D:sync-token/><S:getctag/>");
  const answer = await ask(app, session, { method: "PROPFIND", url, depth: 0, body });
  if (answer.kind === "fault") return answer;
  const [entry] = answer.entries;
  if (!entry) return { kind: "fault", fault: "refused", wait: null };
  const cursor = textOf(entry.props.get("getctag")).trim() || textOf(entry.props.get("sync-token")).trim();
  return { kind: "read", cursor: cursor || null };
}

/** The ETag of each object, by the key of its address. Filters of servers are not trusted: all are listed. */
export async function listObjects(
  app: AppContext,
  session: Session,
  url: string,
): Promise<{ kind: "read"; etags: Map<string, string>; hrefs: Map<string, string> } | CalDavFault> {
  const body = propfind("<D:getetag/><D:resourcetype/>");
  const answer = await ask(app, session, { method: "PROPFIND", url, depth: 1, body });
  if (answer.kind === "fault") return answer;
  const etags = new Map<string, string>();
  const hrefs = new Map<string, string>();
  for (const { href, props } of answer.entries) {
    const etag = textOf(props.get("getetag")).trim();
    if (namesIn(props.get("resourcetype")).includes("collection") || keyOf(href) === keyOf(answer.url) || etag === "")
      continue;
    etags.set(keyOf(href), etag);
    hrefs.set(keyOf(href), href);
  }
  return { kind: "read", etags, hrefs };
}

/** The texts of objects, by the key of their address. One that is gone meanwhile is missing. */
export async function readObjects(
  app: AppContext,
  session: Session,
  { url, hrefs }: { url: string; hrefs: readonly string[] },
): Promise<{ kind: "read"; objects: Map<string, { etag: string; text: string }> } | CalDavFault> {
  const elements = hrefs.map((href) => `<D:href>${escaped(new URL(href).pathname)}</D:href>`).join("");
  const body = `${HEAD}<C:calendar-multiget ${SPACES}><D:prop><D:getetag/><C:calendar-data/></D:prop>${elements}</C:calendar-multiget>`;
  const answer = await ask(app, session, { method: "REPORT", url, depth: 1, body });
  if (answer.kind === "fault") return answer;
  const objects = new Map<string, { etag: string; text: string }>();
  for (const { href, props } of answer.entries) {
    const data = props.get("calendar-data");
    if (data) objects.set(keyOf(href), { etag: textOf(props.get("getetag")).trim(), text: textOf(data) });
  }
  return { kind: "read", objects };
}

/** One object with its ETag; `text` null: it is not there. */
export async function readObject(
  app: AppContext,
  session: Session,
  url: string,
): Promise<{ kind: "read"; text: string | null; etag: string | null } | CalDavFault> {
  const answer = await send(app, session, { method: "GET", url });
  if (answer.kind === "answered" && isMissing(answer)) return { kind: "read", text: null, etag: null };
  const read = toRead(answer);
  return read.kind === "fault" ? read : { kind: "read", text: read.text, etag: read.etag };
}

/** `etag` null after writing: the server did not say, or changed what it stored. */
export type WriteOutcome = { kind: "changed"; etag: string | null } | { kind: "conflict" } | CalDavFault;

/** Puts an object there only if it is as `ifMatch` says: null, not there at all. */
export async function putObject(
  app: AppContext,
  session: Session,
  { url, text, ifMatch }: { url: string; text: string; ifMatch: string | null },
): Promise<WriteOutcome> {
  const headers = {
    "Content-Type": "text/calendar; charset=utf-8",
    ...(ifMatch === null ? { "If-None-Match": "*" } : { "If-Match": ifMatch }),
  };
  return written(await send(app, session, { method: "PUT", url, body: text, headers }));
}

/** One that is gone already counts as taken away. */
export async function deleteObject(
  app: AppContext,
  session: Session,
  { url, ifMatch }: { url: string; ifMatch: string },
): Promise<WriteOutcome> {
  const answer = await send(app, session, { method: "DELETE", url, headers: { "If-Match": ifMatch } });
  return answer.kind === "answered" && isMissing(answer) ? { kind: "changed", etag: null } : written(answer);
}

const isMissing = ({ status }: Answered) => status === 404 || status === 410;

function written(answer: Answered | CalDavFault): WriteOutcome {
  if (answer.kind === "fault") return answer;
  const { status } = answer;
  if (status === 200 || status === 201 || status === 204) return { kind: "changed", etag: answer.etag };
  // A server may answer 207 and say inside that the condition did not hold; 409: its UID stands under another name.
  const inside = status === 207 ? answer.entries.map((entry) => entry.status) : [status];
  if (inside.some((one) => one === 412 || one === 409)) return { kind: "conflict" };
  if (status === 403 || status === 405) return faultOf("read-only");
  if (status === 404) return faultOf("calendar-gone");
  if (status === 507) return faultOf("full");
  return status === 401 ? faultOf("password") : faultOf("refused", answer.wait);
}

/** The answer to a question, as a fault where it holds nothing to read. */
function toRead(answer: Answered | CalDavFault): Answered | CalDavFault {
  if (answer.kind === "fault") return answer;
  const { status, wait } = answer;
  if (status === 401 || status === 403) return faultOf("password");
  if (isMissing(answer)) return faultOf("calendar-gone");
  if (status === 405 || status === 501) return faultOf("no-caldav");
  if (status !== 200 && status !== 207) return faultOf("refused", wait);
  return answer;
}

async function ask(app: AppContext, session: Session, question: Question): Promise<Answered | CalDavFault> {
  const answer = toRead(await send(app, session, question));
  if (answer.kind === "fault") return answer;
  // A web page may well answer 200.
  return answer.status === 207 ? answer : faultOf("no-caldav");
}

export const faultOf = (fault: LinkFault, wait: number | null = null): CalDavFault => ({ kind: "fault", fault, wait });

/** Follows a server to its other names, and nowhere else: the password goes along. */
async function send(app: AppContext, session: Session, question: Question): Promise<Answered | CalDavFault> {
  let { url } = question;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await sendOut(app, { ...requestFor(session, question), url, limits: LIMITS });
    if (answer.kind === "failed") return faultOf(answer.fault);
    const { location } = answer.headers;
    const isRedirect = [301, 302, 303, 307, 308].includes(answer.status) && location !== undefined;
    if (!isRedirect) return answered(answer, url);
    const next = wholeAddress(location, url);
    if (next === null || !isSameHouse(new URL(url), new URL(next))) return faultOf("redirects");
    url = next;
  }
  return faultOf("redirects");
}

function requestFor({ username, password }: Session, { method, depth, body, headers }: Question) {
  return {
    method,
    ...(body !== undefined && { body }),
    headers: {
      Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`,
      ...(depth !== undefined && { Depth: String(depth), "Content-Type": "application/xml; charset=utf-8" }),
      ...headers,
    },
  };
}

function answered({ status, headers, text }: Extract<OutboundAnswer, { kind: "answered" }>, url: string): Answered {
  const entries = status === 207 ? entriesOf(text, url) : [];
  return { kind: "answered", url, status, etag: headers.etag ?? null, text, entries, wait: waitIn(headers) };
}

const PREFIXES = /^(caldav|carddav|dav|calendars?|cal|cloud|nextcloud|mail|www|p\d+-caldav)\./;

/** Whether a server may send us on from one name to the other: from `caldav.icloud.com` to `p42-caldav.icloud.com`. */
export function isSameHouse(from: URL, to: URL): boolean {
  if (from.protocol !== to.protocol) return from.protocol === "http:" && to.hostname === from.hostname;
  if (from.host === to.host) return true;
  const house = from.hostname.replace(PREFIXES, "");
  // A bare name without a dot, or a number, has no house.
  if (!house.includes(".") || /^[\d.:[\]]+$/.test(house)) return false;
  return to.hostname === house || to.hostname.endsWith(`.${house}`);
}

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const SPACES = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:S="http://calendarserver.org/ns/"';

function propfind(props: string): string {
  return `${HEAD}<D:propfind ${SPACES}><D:prop>${props}</D:prop></D:propfind>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** The responses of a multistatus (RFC 4918 13). A property that the server reports as missing replaces none. */
function entriesOf(text: string, url: string): Entry[] {
  const root = parsed(text);
  return elementsOf(root).flatMap((response): Entry[] => {
    if (local(response.name) !== "response") return [];
    const inside = elementsOf(response);
    const href = wholeAddress(textOf(inside.find(({ name }) => local(name) === "href")).trim(), url);
    if (href === null) return [];
    const props = new Map<string, XmlElement>();
    for (const part of inside) {
      if (local(part.name) !== "propstat") continue;
      const stated = elementsOf(part).find(({ name }) => local(name) === "status");
      if (stated && statusOf(stated) !== 200) continue;
      const prop = elementsOf(part).find(({ name }) => local(name) === "prop");
      for (const one of elementsOf(prop ?? null)) props.set(local(one.name), one);
    }
    const status = inside.find(({ name }) => local(name) === "status");
    return [{ href, status: status ? statusOf(status) : null, props }];
  });
}

function parsed(text: string): XmlElement | null {
  try {
    return parseXml(text.trimStart()).root;
  } catch {
    return null;
  }
}

const local = (name: string) => name.slice(name.indexOf(":") + 1);
const statusOf = (element: XmlElement) => Number(/\s(\d{3})\b/.exec(textOf(element))?.[1] ?? 0);
const textOf = (element: XmlElement | undefined) => element?.text ?? "";
const namesIn = (element: XmlElement | undefined) => elementsOf(element ?? null).map(({ name }) => local(name));

function elementsOf(element: XmlElement | null): XmlElement[] {
  return (element?.children ?? []).filter((child): child is XmlElement => child instanceof XmlElement);
}

function wholeAddress(href: string, base: string): string | null {
  return href !== "" && URL.canParse(href, base) ? new URL(href, base).href : null;
}

/** One address whichever way a server escapes its letters. */
export function keyOf(href: string): string {
  const path = new URL(href).pathname.replace(/\/$/, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function lastPieceOf(href: string): string {
  return keyOf(href).split("/").at(-1) || "Calendar";
}
