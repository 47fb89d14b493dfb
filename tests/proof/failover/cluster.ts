import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { findPostgres } from "#scripts/bootstrap/find-postgres.mjs";
import {
  databaseProxyFile,
  etcdArguments,
  type NodePorts,
  PASSWORD,
  patroniFile,
} from "#tests/proof/failover/config-files.ts";
import {
  findPrograms,
  type Owner,
  type Program,
  plainUser,
  processesIn,
  quietPort,
  signal,
  startProgram,
  tailOf,
} from "#tests/proof/failover/programs.ts";
import { type Link, startLink } from "#tests/proof/failover/severed-link.ts";

const NAMES = ["node1", "node2", "node3"];
const ETCD = ["etcd1", "etcd2", "etcd3"];
const WHOLE_WITHIN = 180_000;
const BY_ITSELF = 60_000;

type Node = NodePorts & { patroni: Program; data: string; front: Link[]; others: Link[] };
type Member = { name: string; role: string; state: string; timeline?: number; lag?: number };

export type Cluster = {
  /** Of the site: HAProxy, which hands on to the primary. */
  url: string;
  folder: string;
  owner: Owner;
  /** Its name, or nothing while there is none. `asSeenWithout`: this node is not asked. */
  primary: (input?: { asSeenWithout: string }) => Promise<string>;
  /** The machine dies: its PostgreSQL and its Patroni get SIGKILL. */
  kill: (name: string) => void;
  start: (name: string) => void;
  freeze: (name: string) => void;
  thaw: (name: string) => void;
  /** No packet between this node and the others or etcd; `front`: none from the site's side either. */
  cut: (name: string, sides: { front: boolean }) => void;
  join: (name: string) => void;
  /**
   * Waits until one leads and the two others receive what it writes, one of them synchronously (if `synchronous`). A
   * follower that does not find its way back in a minute is made anew, as an operator would; which ones were.
   */
  untilWhole: () => Promise<string[]>;
  setSynchronous: (on: boolean) => Promise<void>;
  stop: () => Promise<void>;
};

/** Three etcd, three PostgreSQL each under its Patroni, and HAProxy in front; all on loopback, none as root. */
export async function startCluster(): Promise<Cluster> {
  const programs = findPrograms(["patroni", "etcd", "haproxy"]);
  const bin = findPostgres();
  const owner = plainUser();
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-cluster-"));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const running: Program[] = [];
  const nodes = new Map<string, Node>();
  const at = { folder, owner };
  let isSynchronous = true;

  function end(): void {
    process.off("exit", end);
    for (const { process: child } of [...running, ...[...nodes.values()].map(({ patroni }) => patroni)]) {
      if (child.pid) signal([child.pid], "SIGKILL");
    }
    for (const { data, front, others } of nodes.values()) {
      signal(processesIn(data), "SIGKILL");
      for (const link of [...front, ...others]) link.close();
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  process.once("exit", end);

  const etcd = await startEtcd();
  for (const name of NAMES) nodes.set(name, await startNode(name));
  await untilWhole();
  const port = await quietPort();
  const backends = [...nodes.values()].map(({ name, front: [data, rest] }) => ({
    name,
    port: data?.port ?? 0,
    check: rest?.port ?? 0,
  }));
  writeFileSync(join(folder, "database.cfg"), databaseProxyFile(port, backends));
  running.push(startProgram("haproxy-database", [programs.haproxy ?? "", "-f", join(folder, "database.cfg")], at));
  await makeSiteDatabase(await directUrl());

  async function startEtcd(): Promise<number[]> {
    const clients = await Promise.all(ETCD.map(() => quietPort()));
    const peers = await Promise.all(ETCD.map(() => quietPort()));
    const all = Object.fromEntries(ETCD.map((name, index) => [name, peers[index] ?? 0]));
    ETCD.forEach((name, index) => {
      const ports = { client: clients[index] ?? 0, peer: peers[index] ?? 0 };
      const args = etcdArguments(name, { folder, peers: all, ...ports });
      running.push(startProgram(name, [programs.etcd ?? "", ...args], at));
    });
    await Promise.all(clients.map(untilDecided));
    return clients;
  }

  async function startNode(name: string): Promise<Node> {
    const [postgres, rest] = [await quietPort(), await quietPort()];
    const front = [await startLink(postgres), await startLink(rest)];
    const peers = [await startLink(postgres), await startLink(rest)];
    const store = await Promise.all(etcd.map((port) => startLink(port)));
    const ports = {
      name,
      postgres,
      rest,
      postgresForOthers: peers[0]?.port ?? 0,
      restForOthers: peers[1]?.port ?? 0,
      etcd: store.map((link) => link.port),
    };
    const file = join(folder, `${name}.yml`);
    writeFileSync(file, patroniFile(ports, { folder, bin }));
    const patroni = startProgram(name, [programs.patroni ?? "", file], at);
    return { ...ports, patroni, data: join(folder, name), front, others: [...peers, ...store] };
  }

  function nodeOf(name: string): Node {
    const node = nodes.get(name);
    if (!node) throw new Error(`No node ${name}`);
    return node;
  }

  const pidsOf = ({ patroni, data }: Node) => [patroni.process.pid ?? 0, ...processesIn(data)].filter(Boolean);

  async function members({ rest }: Pick<Node, "rest">): Promise<Member[]> {
    try {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(3000) });
      return ((await answer.json()) as { members?: Member[] }).members ?? [];
    } catch {
      return [];
    }
  }

  async function untilWhole(): Promise<string[]> {
    const started = performance.now();
    const anew: string[] = [];
    while (performance.now() - started < WHOLE_WITHIN) {
      // One that has just woken or come back still tells of the time before.
      const views = await Promise.all([...nodes.values()].map(members));
      const leaders = new Set(views.map((view) => leaderOf(view)));
      const isAgreed = leaders.size === 1 && views.every((view) => isWhole(view, { isSynchronous }));
      if (isAgreed && (await followers()).size === NAMES.length - 1) return anew;
      if (performance.now() - started > BY_ITSELF && anew.length === 0) anew.push(...(await makeAnew(views.flat())));
      await sleep(500);
    }
    const logs = [...nodes.values()].map(({ name, patroni }) => `${name}:\n${tailOf(patroni.log)}`);
    const views = JSON.stringify(await Promise.all([...nodes.values()].map(members)));
    throw new Error(`The cluster did not come together: ${views}\n${logs.join("\n")}`);
  }

  /** Who receives what the leader writes. Patroni 3.0.2 calls a node running whose second PostgreSQL does not. */
  async function followers(): Promise<Set<string>> {
    const client = new pg.Client({ connectionString: await directUrl(), connectionTimeoutMillis: 3000 });
    try {
      await client.connect();
      const query = "select application_name as name from pg_stat_replication where state = 'streaming'";
      return new Set((await client.query<{ name: string }>(query)).rows.map(({ name }) => name));
    } catch {
      return new Set();
    } finally {
      await client.end().catch(() => null);
    }
  }

  async function makeAnew(all: Member[]): Promise<string[]> {
    const follow = await followers();
    const isLost = (member: Member) => !isBack(member, all) || (member.role !== "leader" && !follow.has(member.name));
    const lost = new Set(all.filter(isLost).map(({ name }) => name));
    for (const name of lost) {
      const { rest, patroni, data } = nodeOf(name);
      const follows = /^primary_conninfo.*/m.exec(readFileSync(join(data, "postgresql.conf"), "utf8"))?.[0];
      console.error(`${name} did not come back by itself (${follows}):\n${tailOf(patroni.log)}`);
      // After a demotion it may have started two of them, and know of one (both with the same folder and port).
      signal(processesIn(data), "SIGKILL");
      await fetch(`http://127.0.0.1:${rest}/reinitialize`, { method: "POST", body: '{"force":true}' }).catch(
        () => null,
      );
    }
    return [...lost];
  }

  async function primary({ asSeenWithout } = { asSeenWithout: "" }): Promise<string> {
    const others = [...nodes.values()].filter(({ name }) => name !== asSeenWithout);
    const leaders = (await Promise.all(others.map(members))).map(leaderOf);
    return leaders.find(Boolean) ?? "";
  }

  async function directUrl(): Promise<string> {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${nodeOf(await primary()).postgres}/postgres`;
  }

  return {
    url: `postgres://limber_yard:${PASSWORD}@127.0.0.1:${port}/limber_yard`,
    folder,
    owner,
    primary,
    kill: (name) => signal(pidsOf(nodeOf(name)), "SIGKILL"),
    start: (name) => {
      nodeOf(name).patroni = startProgram(name, [programs.patroni ?? "", join(folder, `${name}.yml`)], at);
    },
    freeze: (name) => signal(pidsOf(nodeOf(name)), "SIGSTOP"),
    thaw: (name) => signal(pidsOf(nodeOf(name)), "SIGCONT"),
    cut: (name, { front }) => {
      const node = nodeOf(name);
      for (const link of [...node.others, ...(front ? node.front : [])]) link.sever();
    },
    join: (name) => {
      for (const link of [...nodeOf(name).others, ...nodeOf(name).front]) link.mend();
    },
    untilWhole,
    async setSynchronous(on) {
      isSynchronous = on;
      const body = JSON.stringify({ synchronous_mode: on, synchronous_mode_strict: on });
      await fetch(`http://127.0.0.1:${nodeOf(await primary()).rest}/config`, { method: "PATCH", body });
      await sleep(5000);
      await untilWhole();
    },
    stop: async () => end(),
  };
}

/** Until this member and the others have agreed on a version; Patroni ends at once otherwise. */
async function untilDecided(port: number): Promise<void> {
  for (let turn = 0; turn < 300; turn++) {
    const answer = await fetch(`http://127.0.0.1:${port}/version`).catch(() => null);
    if (answer?.ok && /"etcdcluster":"\d/.test(await answer.text())) return;
    await sleep(200);
  }
  throw new Error("etcd did not come together within a minute");
}

const leaderOf = (members: readonly Member[]) => members.find(({ role }) => role === "leader")?.name ?? "";

/** Whether it leads, or follows on the timeline of whoever does. */
function isBack({ role, state, timeline }: Member, all: readonly Member[]): boolean {
  const newest = Math.max(...all.map((member) => member.timeline ?? 0));
  return role === "leader" || (/^(running|streaming)$/.test(state) && timeline === newest);
}

function isWhole(members: readonly Member[], { isSynchronous }: { isSynchronous: boolean }): boolean {
  const leaders = members.filter(({ role, state }) => role === "leader" && state === "running");
  const followers = members.filter(
    ({ role, state, timeline }) =>
      role !== "leader" && /^(running|streaming)$/.test(state) && timeline === leaders[0]?.timeline,
  );
  const synchronous = followers.filter(({ role }) => role === "sync_standby");
  return leaders.length === 1 && followers.length === 2 && synchronous.length === (isSynchronous ? 1 : 0);
}

async function makeSiteDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create role limber_yard login password '${PASSWORD}'`);
    await client.query("create database limber_yard owner limber_yard");
  } finally {
    await client.end();
  }
}
