import { once } from "node:events";
import net from "node:net";

/** A TCP proxy that can stop passing data without closing the connections. */
export type SilentWire = {
  port: number;
  /** From now on all data is lost. */
  cut(): void;
  /** New connections work; the cut ones end at the server, as after its own keepalive. */
  mend(): void;
  close(): Promise<void>;
};

/** Listens on a free port of 127.0.0.1. */
export async function startSilentWire(to: { host: string; port: number }): Promise<SilentWire> {
  let isCut = false;
  let far: net.Socket[] = [];
  let near: net.Socket[] = [];
  const door = net.createServer((caller) => {
    near.push(caller);
    caller.on("error", () => {});
    if (isCut) return;
    const server = net.connect(to);
    far.push(server);
    server.on("error", () => {});
    caller.on("data", (bytes) => isCut || server.write(bytes));
    server.on("data", (bytes) => isCut || caller.write(bytes));
    caller.on("end", () => isCut || server.end());
  });
  door.listen(0, "127.0.0.1");
  await once(door, "listening");
  const address = door.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      for (const socket of far) socket.destroy();
      far = [];
      isCut = false;
    },
    close: async () => {
      for (const socket of [...near, ...far]) socket.destroy();
      near = [];
      door.close();
      await once(door, "close");
    },
  };
}
