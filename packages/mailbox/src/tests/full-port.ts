import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";

/** Listens and never accepts a connection, because its thread sleeps. */
const SLEEPER = `
const { parentPort, workerData } = require("node:worker_threads");
const server = require("node:net").createServer();
server.listen({ ...workerData, backlog: 1 }, () => {
  parentPort.postMessage("pronta");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

/** Connections that fill the queue of a port with backlog 1, with a margin. */
const BACKLOG = 6;

/**
 * Makes a port whose queue is full: a connection waits for ever, as behind a firewall that drops
 * packets.
 */
export async function fillPort(host: string, port: number): Promise<{ stop: () => Promise<void> }> {
  const worker = new Worker(SLEEPER, { eval: true, workerData: { host, port } });
  await new Promise<void>((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
  });
  const waiting: Socket[] = Array.from({ length: BACKLOG }, () => connect({ host, port }));
  for (const socket of waiting) socket.on("error", () => undefined);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    stop: async () => {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}
