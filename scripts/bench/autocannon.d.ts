declare module "autocannon" {
  export type Client = { setRequests: (requests: { path: string }[]) => void };
  type Options = {
    url: string;
    connections: number;
    duration: number;
    headers?: Record<string, string>;
    setupClient?: (client: Client) => void;
  };
  type Result = {
    requests: { average: number; total: number };
    latency: { p50: number; p99: number; average: number };
    non2xx: number;
    errors: number;
    timeouts: number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}
