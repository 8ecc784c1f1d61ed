import { spawn } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import type { Wire } from "../../tests/setup/wire.ts";

/** Starts the HTTP server on the database of a benchmark, on a free port. */
export async function startHttp({
  config,
}: Wire): Promise<{ port: number; pid: number; stop(): Promise<void> }> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, "close");
  const child = spawn(
    process.execPath,
    ["--import", "tsx", path.resolve(import.meta.dirname, "../../src/http.ts")],
    {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "",
        DATABASE_URL: config.databaseUrl,
        DATA_DIR: config.dataDir,
        MALOTE_KEY: config.chave.toString("base64"),
        PORT: String(port),
        SANDBOX: "0",
        LOG_LEVEL: "warn",
      },
    },
  );
  await once(child, "message");
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
