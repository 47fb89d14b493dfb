import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type Answer, decode, encode } from "dns-packet";

/** Records by type and name: `{ "MX example.com": ["mx.example.com"] }`. */
export type Zone = Record<string, readonly string[]>;

export type NameServer = { address: string; asked: string[]; zone: Zone; close: () => void };

/** A name server on loopback that knows this zone and says of every other name that there is none. */
export async function startNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket("udp4");
  const state = { zone, asked: [] as string[] };
  socket.on("message", (message, { port, address }) => {
    const packet = decode(message);
    const [question] = packet.questions ?? [];
    if (!question) return;
    const { type, name } = question;
    state.asked.push(`${type} ${name}`);
    const answers = (state.zone[`${type} ${name.toLowerCase()}`] ?? []).map((value) => answer(type, name, value));
    const known = Object.keys(state.zone).some((key) => key.endsWith(` ${name.toLowerCase()}`));
    const flags = known ? 0x0400 : 0x0400 | 3;
    socket.send(encode({ type: "response", id: packet.id ?? 0, flags, questions: [question], answers }), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return Object.assign(state, { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() });
}

function answer(type: string, name: string, value: string): Answer {
  if (type === "MX") return { type, name, data: { preference: 10, exchange: value } };
  if (type === "TXT") return { type, name, data: value };
  return { type: type as "A" | "AAAA", name, data: value };
}
