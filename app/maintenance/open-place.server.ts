import { constants } from "node:fs";
import { access, copyFile, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { namesIn, type Place, PlaceFault, type PlaceSpec } from "#app/maintenance/backup-place.ts";
import { s3Headers } from "#app/maintenance/s3.gateway.server.ts";
import { openSftp } from "#app/maintenance/sftp.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { FAULT_WORDS } from "#app/platform/outbound/outbound-fault.ts";
import { type Outgoing, sendOut } from "#app/platform/outbound/send-out.server.ts";

type Outside = Pick<AppContext, "config">;

export async function openPlace(app: Outside, spec: PlaceSpec): Promise<Place> {
  if (spec.kind === "folder") return openFolder(spec.address);
  if (spec.kind === "sftp") return openSftp(app, spec);
  return openHttp(app, spec);
}

async function openFolder(folder: string): Promise<Place> {
  const isThere = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isThere || !(await stat(folder)).isDirectory())
    throw new PlaceFault(`${folder} is not a folder that the site may write to. Create it, or check its owner.`);
  return {
    put: (name, { path }) =>
      inWords(async () => {
        const partial = join(folder, `.${basename(name)}.partial`);
        await copyFile(path, partial, constants.COPYFILE_FICLONE);
        await rename(partial, join(folder, name));
      }),
    fetch: async (name, into) => {
      const isHere = (await readdir(folder)).includes(name);
      if (isHere) await inWords(() => copyFile(join(folder, name), into));
      return isHere;
    },
    list: async () => namesIn((await inWords(() => readdir(folder))).join("\n")),
    remove: (name) => inWords(() => rm(join(folder, name), { force: true })),
    close: async () => {},
    canLock: async () => false,
    hostKey: "",
  };
}

const DISK_WORDS: Record<string, string> = {
  ENOSPC: "The storage is full.",
  EDQUOT: "The storage is full.",
  EACCES: "The site may not write there.",
  EPERM: "The storage refuses that.",
  EROFS: "The storage can only be read.",
};

async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = (error as { code?: string }).code ?? "unknown";
    throw new PlaceFault(DISK_WORDS[code] ?? `The folder answered with the error ${code}.`);
  }
}

const LONGEST_MS = 5_000_000;
const LARGEST_LIST = 4_000_000;
const GONE = 404;
const MOST_LISTED = 1000;

async function openHttp(app: Outside, spec: PlaceSpec): Promise<Place> {
  const base = spec.address.replace(/\/+$/, "");
  const send = (outgoing: Outgoing, sha256?: string) => sendTo(app, spec, { outgoing, sha256 });
  const isS3 = spec.kind === "s3";
  return {
    put: async (name, file) => {
      const body = { path: file.path, bytes: file.bytes };
      const headers = spec.locks ? lockHeaders(file.sha256) : {};
      await send({ url: `${base}/${name}`, method: "PUT", headers, body, limits: { ms: LONGEST_MS } }, file.sha256);
    },
    fetch: async (name, into) => {
      const got = await send({ url: `${base}/${name}`, into, limits: { ms: LONGEST_MS } });
      return got.status !== GONE;
    },
    list: () => (isS3 ? listS3(base, send) : listWebdav(base, send)),
    remove: async (name) => {
      await send({ url: `${base}/${name}`, method: "DELETE" });
    },
    close: async () => {},
    canLock: async () => isS3 && (await hasObjectLock(base, send)),
    hostKey: "",
  };
}

const LOCK_MS = 7 * 86_400_000;

// GOVERNANCE: the account's own key lifts it, ours does not. S3 asks for a checksum with it.
function lockHeaders(sha256: string): Record<string, string> {
  return {
    "X-Amz-Object-Lock-Mode": "GOVERNANCE",
    "X-Amz-Object-Lock-Retain-Until-Date": new Date(systemClock.now() + LOCK_MS).toISOString(),
    "X-Amz-Checksum-Sha256": Buffer.from(sha256, "hex").toString("base64"),
  };
}

/** A storage that does not know the question, or refuses it to this key, does not lock for us. */
async function hasObjectLock(base: string, send: Send): Promise<boolean> {
  const { origin, pathname } = new URL(base);
  const [bucket = ""] = pathname.split("/").filter(Boolean);
  try {
    const { text } = await send({ url: `${origin}/${bucket}?object-lock` });
    return /<ObjectLockEnabled>\s*Enabled\s*</.test(text);
  } catch (error) {
    if (error instanceof PlaceFault && error.status !== null) return false;
    throw error;
  }
}

type Send = (outgoing: Outgoing) => Promise<{ status: number; text: string }>;

async function listS3(base: string, send: Send): Promise<string[]> {
  const url = new URL(base);
  const [bucket = "", ...folders] = url.pathname.split("/").filter(Boolean);
  const prefix = [...folders, "limber-yard-"].join("/");
  const names: string[] = [];
  for (let after = ""; ; ) {
    const query = new URLSearchParams({ "list-type": "2", "max-keys": String(MOST_LISTED), prefix });
    if (after) query.set("start-after", after);
    const { text } = await send({ url: `${url.origin}/${bucket}?${query}`, limits: { bytes: LARGEST_LIST } });
    names.push(...namesIn(text));
    const last = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].at(-1)?.[1] ?? "";
    if (!/<IsTruncated>true</.test(text) || last === "" || last === after) return [...new Set(names)].sort();
    after = last;
  }
}

async function listWebdav(base: string, send: Send): Promise<string[]> {
  const { text } = await send({
    url: `${base}/`,
    method: "PROPFIND",
    headers: { Depth: "1", "Content-Type": "application/xml" },
    body: '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><getcontentlength/></prop></propfind>',
    limits: { bytes: LARGEST_LIST },
  });
  return namesIn(text);
}

type Sending = { outgoing: Outgoing; sha256?: string | undefined };

async function sendTo(app: Outside, spec: PlaceSpec, { outgoing, sha256 }: Sending) {
  const headers = { ...outgoing.headers, ...(await headersFor(spec, outgoing, sha256)) };
  const answer = await sendOut(app, { ...outgoing, headers });
  if (answer.kind === "failed") throw new PlaceFault(FAULT_WORDS[answer.fault]);
  const { status, text } = answer;
  const isMissing = status === GONE && (outgoing.into !== undefined || outgoing.method === "DELETE");
  if ((status < 200 || status >= 300) && !isMissing) throw new PlaceFault(answerInWords(status, text), status);
  return { status, text };
}

async function headersFor(spec: PlaceSpec, { url, method = "GET", headers }: Outgoing, sha256?: string) {
  if (spec.kind === "s3") return s3Headers(spec, { url, method, headers, sha256 });
  if (!spec.user) return {};
  return { Authorization: `Basic ${Buffer.from(`${spec.user}:${spec.secret}`).toString("base64")}` };
}

const STATUS_WORDS: Record<number, string> = {
  401: "The storage does not know this user or key.",
  403: "The storage refuses that to this user or key.",
  404: "The storage has no such bucket or folder.",
  405: "There is no storage of this kind at this address.",
  409: "The folder does not exist there. Create it first.",
  413: "The storage takes no file of this size.",
  507: "The storage is full.",
};

/** Only the code and message of S3's answer: the rest repeats what was signed. */
function answerInWords(status: number, text: string): string {
  const words = STATUS_WORDS[status] ?? "The storage answered with an error.";
  const code = /<Code>([\w.]{1,80})<\/Code>/.exec(text)?.[1];
  const message = /<(?:\w+:)?[Mm]essage>([^<]{1,200})</.exec(text)?.[1];
  const said = [code, message].filter(Boolean).join(": ");
  return said ? `${words} It says: ${status}, ${said}` : `${words} It says: ${status}.`;
}
