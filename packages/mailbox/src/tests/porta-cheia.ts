import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";

/** Listens, and never takes a connection: the thread that would is asleep. */
const DORME = `
const { parentPort, workerData } = require("node:worker_threads");
const server = require("node:net").createServer();
server.listen({ ...workerData, backlog: 1 }, () => {
  parentPort.postMessage("pronta");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});`;

/** Connections that fill the queue of a port whose backlog is 1, and some more that wait already. */
const FILA = 6;

/** A port on which whoever connects waits for ever, as behind a firewall that drops everything: its queue is full. */
export async function fillPorta(host: string, port: number): Promise<{ stop: () => Promise<void> }> {
  const worker = new Worker(DORME, { eval: true, workerData: { host, port } });
  await new Promise<void>((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
  });
  const waiting: Socket[] = Array.from({ length: FILA }, () => connect({ host, port }));
  for (const socket of waiting) socket.on("error", () => undefined);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return {
    stop: async () => {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}
