import { lookup } from "node:dns/promises";
import { connect, isIP } from "node:net";
import { isLocalHost } from "#app/mail/server/mail-server.form.ts";
import { isPrivateAddress } from "#app/platform/outbound/send-out.server.ts";

/** The first private address that a host stands for, to be told; null for a public or unknown one. */
export async function privateAddressOf(host: string): Promise<string | null> {
  if (isIP(host)) return isPrivateAddress(host) ? host : null;
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.find(({ address }) => isPrivateAddress(address))?.address ?? null;
}

/** The same without asking for the name's address: for pages that must not wait. */
export function isPrivateHost(host: string): boolean {
  return isLocalHost(host) || isPrivateAddress(host);
}

/** Those of the ports that something listens at, in the order given. */
export async function openPorts(host: string, ports: readonly number[], ms: number): Promise<number[]> {
  const open = await Promise.all(ports.map((port) => isOpen(host, port, ms)));
  return ports.filter((_port, index) => open[index]);
}

function isOpen(host: string, port: number, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: ms });
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true));
    socket.once("timeout", () => settle(false));
    socket.once("error", () => settle(false));
  });
}
