import { subscribe } from "node:diagnostics_channel";

let count = 0;

subscribe("net.server.socket", () => {
  count += 1;
});
subscribe("http.server.request.start", () => {
  count += 1;
});

/** How many connections and requests this process has taken so far, whoever answers them. */
export function arrivals(): number {
  return count;
}
