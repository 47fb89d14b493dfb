/** Of one database node: where it listens, where the others reach it, and where it reaches etcd. */
export type NodePorts = {
  name: string;
  postgres: number;
  rest: number;
  postgresForOthers: number;
  restForOthers: number;
  etcd: number[];
};

export const PASSWORD = "a-password-of-this-proof";

/** Patroni's file for one node. `ttl` and the rest: how long the leader may be silent. */
export function patroniFile(node: NodePorts, { folder, bin }: { folder: string; bin: string }): string {
  return `scope: limber-yard
name: ${node.name}
restapi:
  listen: 127.0.0.1:${node.rest}
  connect_address: 127.0.0.1:${node.restForOthers}
etcd:
  hosts: [${node.etcd.map((port) => `"127.0.0.1:${port}"`).join(", ")}]
  use_proxies: true
bootstrap:
  dcs:
    ttl: 15
    loop_wait: 2
    retry_timeout: 5
    primary_start_timeout: 0
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 100
        shared_buffers: 64MB
        wal_keep_size: 256MB
        wal_log_hints: "on"
        synchronous_commit: "on"
  initdb:
    - encoding: UTF8
    - locale: C
    - data-checksums
  pg_hba:
    - host replication replicator 127.0.0.1/32 scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
postgresql:
  listen: 127.0.0.1:${node.postgres}
  connect_address: 127.0.0.1:${node.postgresForOthers}
  bin_dir: ${bin}
  data_dir: ${folder}/${node.name}
  pgpass: ${folder}/${node.name}.pgpass
  basebackup:
    - checkpoint: fast
  remove_data_directory_on_rewind_failure: true
  remove_data_directory_on_diverged_timelines: true
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: replicator, password: ${PASSWORD} }
    rewind: { username: rewinder, password: ${PASSWORD} }
  parameters:
    unix_socket_directories: ""
`;
}

export function etcdArguments(
  name: string,
  { folder, client, peer, peers }: { folder: string; client: number; peer: number; peers: Record<string, number> },
): string[] {
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const all = Object.entries(peers).map(([other, port]) => `${other}=${at(port)}`);
  return [
    ["--name", name],
    ["--data-dir", `${folder}/${name}`],
    ["--listen-client-urls", at(client), "--advertise-client-urls", at(client)],
    ["--listen-peer-urls", at(peer), "--initial-advertise-peer-urls", at(peer)],
    ["--initial-cluster", all.join(","), "--initial-cluster-state", "new"],
    ["--enable-v2", "--heartbeat-interval", "250", "--election-timeout", "2500"],
  ].flat();
}

type Backend = { name: string; port: number; check: number };

/** One HAProxy for the databases: whoever answers as primary gets everything. */
export function databaseProxyFile(port: number, nodes: readonly Backend[]): string {
  const servers = nodes.map(
    ({ name, port: at, check }) => `  server ${name} 127.0.0.1:${at} maxconn 100 check port ${check}`,
  );
  return `global
  maxconn 400
defaults
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen database
  bind 127.0.0.1:${port}
  mode tcp
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${servers.join("\n")}
`;
}

/** Another for the site's processes. It asks /healthz, not /readyz: without a database they still serve kept pages. */
export function websiteProxyFile(
  port: number,
  { processes, socket }: { processes: readonly Omit<Backend, "check">[]; socket: string },
): string {
  const servers = processes.map(({ name, port: at }) => `  server ${name} 127.0.0.1:${at} check`);
  return `global
  maxconn 400
  stats socket ${socket} mode 600 level admin
defaults
  timeout connect 2s
  timeout client 30s
  timeout server 60s
  timeout http-keep-alive 10s
  timeout check 4s
listen website
  bind 127.0.0.1:${port}
  mode http
  balance roundrobin
  option forwardfor if-none
  option http-server-close
  option redispatch 1
  retries 8
  retry-on conn-failure 404
  http-request disable-l7-retry if !{ path_beg /assets/ }
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
  http-check expect status 200
  default-server inter 1s fall 3 rise 1
${servers.join("\n")}
`;
}
