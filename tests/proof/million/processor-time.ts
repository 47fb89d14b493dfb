import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The site's process, and those of its PostgreSQL. */
export type Watched = { site: number; postmaster: number | null };

/** What they have used so far, in ms. Linux counts a process's threads to the nanosecond, of the dead in hundredths. */
export function processorTimeOf({ site, postmaster }: Watched): number {
  if (postmaster === null) return threadsOf(site);
  const backends = childrenOf(postmaster).map(threadsOf);
  return [site]
    .map(threadsOf)
    .concat(backends)
    .reduce((sum, ms) => sum + ms, waitedFor(postmaster));
}

function threadsOf(pid: number): number {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, thread) => sum + spentBy(`${folder}/${thread}/schedstat`), 0);
}

function spentBy(file: string): number {
  try {
    return Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

function waitedFor(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** The most memory that a process of this id has had so far, in MB (VmHWM). */
export function peakMemoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
