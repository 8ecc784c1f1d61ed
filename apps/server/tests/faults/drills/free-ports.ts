import net from "node:net";

/** Below the kernel's ephemeral ports: a process that is down for minutes finds its port free. */
const [FIRST, LAST] = [20_000, 32_000];
const given = new Set<number>();

/**
 * Finds a free port that this run has not handed out before.
 * @param many number of consecutive ports
 */
export async function freePort(many = 1): Promise<number> {
  for (;;) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST - many));
    const ports = Array.from({ length: many }, (_, n) => first + n);
    if (ports.some((port) => given.has(port))) continue;
    for (const port of ports) given.add(port);
    if ((await Promise.all(ports.map(isFree))).every((free) => free)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer();
  return await new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
