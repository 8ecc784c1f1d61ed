import { rmSync } from "node:fs";
import path from "node:path";
import { ensureFolder, writePrivateJson } from "./disk.ts";
import { isBusy } from "./listen.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";

/** The sandbox process: `npm start` runs it next to the server, never in production. */
const CONSOLE_PORT = 3900;
const PORTS_TRIED = 50;
const PORT_MAX = 65_535;
const INFO_FILE = "sandbox.json";

class CommandRefusal extends Error {
  override readonly name = "CommandRefusal";
}

/** The ports to try: the one the operator named, or 3900 and the following ones. */
function readPorts(text: string | undefined): number[] {
  if (!text) return Array.from({ length: PORTS_TRIED }, (_, index) => CONSOLE_PORT + index);
  const port = Number(text);
  if (!/^[0-9]+$/.test(text) || port > PORT_MAX)
    throw new CommandRefusal(`SANDBOX_PORT não é uma porta: ${text}`);
  return [port];
}

async function startNear(dir: string, ports: readonly number[], history: boolean): Promise<Sandbox> {
  for (const consolePort of ports) {
    try {
      return await startSandbox({ dir, consolePort, history });
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
  const tried = ports.length === 1 ? `A porta ${ports[0]}` : `Nenhuma porta a partir da ${ports[0]}`;
  const state = ports.length === 1 ? "já está em uso" : "está livre";
  throw new CommandRefusal(`${tried} ${state}: indique outra para o console do sandbox com SANDBOX_PORT.`);
}

async function run(env: NodeJS.ProcessEnv): Promise<void> {
  if (env.NODE_ENV === "production")
    throw new CommandRefusal("O sandbox não roda em produção (NODE_ENV=production).");
  const ports = readPorts(env.SANDBOX_PORT);
  const dir = path.join(path.resolve(env.DATA_DIR || ".data"), "sandbox");
  const infoFile = path.join(dir, INFO_FILE);
  ensureFolder(dir);
  // The information of an earlier run is stale.
  rmSync(infoFile, { force: true });
  const sandbox = await startNear(dir, ports, env.SANDBOX_HISTORY !== "0");
  sandbox.liveMail.turn(env.SANDBOX_LIVE_MAIL !== "0");
  writePrivateJson(infoFile, sandbox.info);
  stopWhenAsked(sandbox, infoFile);
  process.stdout.write(`Sandbox pronto: console em ${sandbox.info.consoleUrl}\n`);
  process.send?.("ready");
}

function stopWhenAsked(sandbox: Sandbox, infoFile: string): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    rmSync(infoFile, { force: true });
    sandbox.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  process.once("disconnect", stop);
}

run(process.env).catch((error: unknown) => {
  process.stderr.write(`${error instanceof CommandRefusal ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
