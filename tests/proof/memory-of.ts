import { readFileSync } from "node:fs";

/** A process's memory in MB: its share of it (PSS), what is resident, and what no other process can have. */
export function memoryOf(pid: number): { pss: number; resident: number; own: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const mb = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)?.[1]) / 1024);
  return { pss: mb("Pss"), resident: mb("Rss"), own: mb("Private_Dirty") };
}
