import { once } from "node:events";
import net from "node:net";

/** A TCP proxy that can stop passing data without closing the connections. */
export type SilentProxy = {
  port: number;
  /** From now on all data is lost. */
  cut(): void;
  /** New connections work; the cut ones end at the server, as after its own keepalive. */
  mend(): void;
  close(): Promise<void>;
};

/** Listens on a free port of 127.0.0.1. */
export async function startSilentProxy(to: { host: string; port: number }): Promise<SilentProxy> {
  let isCut = false;
  let serverSockets: net.Socket[] = [];
  let clientSockets: net.Socket[] = [];
  const listener = net.createServer((caller) => {
    clientSockets.push(caller);
    caller.on("error", () => {});
    if (isCut) return;
    const server = net.connect(to);
    serverSockets.push(server);
    server.on("error", () => {});
    caller.on("data", (bytes) => isCut || server.write(bytes));
    server.on("data", (bytes) => isCut || caller.write(bytes));
    caller.on("end", () => isCut || server.end());
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      for (const socket of serverSockets) socket.destroy();
      serverSockets = [];
      isCut = false;
    },
    close: async () => {
      for (const socket of [...clientSockets, ...serverSockets]) socket.destroy();
      clientSockets = [];
      listener.close();
      await once(listener, "close");
    },
  };
}
