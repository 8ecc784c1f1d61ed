import type { Server } from "node:net";

export const LOOPBACK = "127.0.0.1";

/** Listens on loopback, on the wanted port if free and else on any; returns the port in use. */
export async function listenNear(server: Server, port: number): Promise<number> {
  try {
    return await listenOn(server, port);
  } catch (error) {
    if (port === 0 || !isBusy(error)) throw error;
    return listenOn(server, 0);
  }
}

/** Listens on loopback on this port (0 = any).   @throws the system's error when the port is busy */
export function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      server.off("listening", done);
      reject(error);
    };
    const done = (): void => {
      server.off("error", fail);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    };
    server.once("error", fail);
    server.once("listening", done);
    server.listen(port, LOOPBACK);
  });
}

export function isBusy(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "EADDRINUSE" || code === "EACCES";
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (server.listening) server.close(() => resolve());
    else resolve();
  });
}
