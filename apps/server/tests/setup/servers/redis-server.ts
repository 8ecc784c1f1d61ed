import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";

/** A Redis server of one test, which may be absent, started and killed. */
export type RedisServer = { url: string; start(): Promise<void>; kill(): Promise<void> };

/** Chooses a free port without starting the server. It stores nothing on disk. */
export async function createRedisServer(): Promise<RedisServer> {
  const port = await findFreePort();
  let child: ChildProcess | null = null;
  return {
    url: `redis://127.0.0.1:${port}/0`,
    start: async () => {
      const options = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no"];
      child = spawn("redis-server", options, { stdio: "ignore" });
      while (!(await isListening(port))) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    kill: async () => {
      if (child === null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      child = null;
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
