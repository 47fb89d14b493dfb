import { createHash } from "node:crypto";
import { namesIn, type Place, PlaceFault, type PlaceSpec } from "#app/maintenance/backup-place.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { FAULT_WORDS } from "#app/platform/outbound/outbound-fault.ts";
import { findOutside } from "#app/platform/outbound/send-out.server.ts";

const PORT = 22;
const READY_MS = 20_000;
const NO_SUCH_FILE = 2;

/** A new Ed25519 key: what the server's `authorized_keys` takes, and the private half. */
export async function newSshKey(): Promise<{ line: string; secret: string }> {
  const { default: ssh2 } = await import("ssh2");
  const { public: line, private: secret } = ssh2.utils.generateKeyPairSync("ed25519", { comment: "limber-yard" });
  return { line: line.trim(), secret };
}

/** Signs in by key or password at an SFTP server, which must show the key that it had when the place was saved. */
export async function openSftp(app: Pick<AppContext, "config">, spec: PlaceSpec): Promise<Place> {
  const url = new URL(spec.address);
  const found = await findOutside(app, url);
  if ("fault" in found) throw new PlaceFault(FAULT_WORDS[found.fault]);
  const { default: Client } = await import("ssh2-sftp-client");
  const client = new Client();
  let hostKey = "";
  try {
    await client.connect({
      host: found.address,
      port: Number(url.port || PORT),
      username: spec.user,
      ...(spec.secret && { password: spec.secret }),
      ...(spec.key && { privateKey: spec.key }),
      readyTimeout: READY_MS,
      hostVerifier: (key: Buffer) => {
        hostKey = `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
        return spec.hostKey === "" || spec.hostKey === hostKey;
      },
    });
  } catch (error) {
    await client.end().catch(() => false);
    if (spec.hostKey !== "" && hostKey !== "" && hostKey !== spec.hostKey)
      throw new PlaceFault("The server shows another key than when you saved it. Ask its owner, then save again.");
    throw faultFrom(error);
  }
  const folder =
    decodeURIComponent(url.pathname)
      .replace(/^\/~\//, "./")
      .replace(/\/+$/, "") || ".";
  const at = (name: string) => `${folder}/${name}`;
  return {
    put: async (name, { path }) => {
      const partial = at(`.${name}.partial`);
      await doing(() => client.fastPut(path, partial));
      await doing(() => client.rename(partial, at(name))).catch(async () => {
        // Plain SFTP does not replace a file by renaming.
        await doing(() => client.delete(at(name), true));
        await doing(() => client.rename(partial, at(name)));
      });
    },
    fetch: async (name, into) => {
      if ((await doing(() => client.exists(at(name)))) === false) return false;
      await doing(() => client.fastGet(at(name), into));
      return true;
    },
    list: async () => namesIn((await doing(() => client.list(folder))).map(({ name }) => name).join("\n")),
    remove: (name) => doing(() => client.delete(at(name), true)).then(() => {}),
    close: async () => {
      await client.end().catch(() => false);
    },
    canLock: async () => false,
    hostKey,
  };
}

async function doing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw faultFrom(error);
  }
}

function faultFrom(error: unknown): PlaceFault {
  const { code, message = "" } = error as { code?: string | number; message?: string };
  if (/authentication methods failed/i.test(message))
    return new PlaceFault("The server does not know this user with this password or key.", 401);
  if (/cannot parse privatekey/i.test(message))
    return new PlaceFault("This file is not the private half of an SSH key, or it needs a passphrase.");
  if (code === NO_SUCH_FILE || /no such file/i.test(message))
    return new PlaceFault("The folder does not exist there. Create it first.");
  if (/permission denied/i.test(message)) return new PlaceFault("The server refuses that to this user.");
  if (/failure|no space|quota/i.test(message)) return new PlaceFault("The server could not do it. Is its disk full?");
  if (/timed out|ECONN|EHOST|ENET|closed|handshake/i.test(`${code} ${message}`))
    return new PlaceFault(FAULT_WORDS.unreachable);
  return new PlaceFault("The server answered with an error that it does not explain.");
}
