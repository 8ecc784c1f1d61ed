import http from "node:http";
import type { AddressInfo } from "node:net";
import { StartRefusal } from "../errors.ts";
import type { Probes } from "./probes.ts";

const HEAD_MS = 5_000;
const IDLE_MS = 10_000;
const CONNECTIONS_MAX = 32;
const METHODS: readonly (string | undefined)[] = ["GET", "HEAD"];

export type ServingProbes = { port: number; close(): Promise<void> };

/**
 * Serves /saude and /prontidao, with 200 or 503 and no details, in a process
 * without another HTTP server. It runs in the main loop, so a frozen process
 * does not answer. @throws {StartRefusal} when the port cannot be opened
 */
export async function serveProbes(
  probes: Probes,
  { host, port }: { host: string; port: number },
): Promise<ServingProbes> {
  const routes: Readonly<Record<string, () => Promise<boolean>>> = {
    "/saude": probes.isAlive,
    "/prontidao": probes.isReady,
  };
  const handle = async (req: http.IncomingMessage, res: http.ServerResponse): Promise<void> => {
    const probe = routes[req.url ?? ""];
    if (probe === undefined) return void res.writeHead(404).end();
    if (!METHODS.includes(req.method)) return void res.writeHead(405, { Allow: "GET, HEAD" }).end();
    const ok = await probe();
    res.writeHead(ok ? 200 : 503, { "Content-Type": "application/json", "Cache-Control": "no-store" });
    res.end(JSON.stringify({ ok }));
  };
  const server = http.createServer({ headersTimeout: HEAD_MS, requestTimeout: HEAD_MS }, (req, res) => {
    void handle(req, res);
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(IDLE_MS);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(explain(cause, { host, port })));
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function explain(cause: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  return new StartRefusal(`As verificações do worker não abrem em ${host}:${port} (${cause.code}).`, {
    cause,
  });
}
