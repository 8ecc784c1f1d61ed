import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type SandboxInfo, startSandbox } from "@malote/sandbox";
import yazl from "yazl";

/** The sandbox in a separate process, so that its cost is not counted as ours. */
export type Suppliers = {
  info: SandboxInfo;
  /** Creates and signs NF-e and packs them. @returns the path of the ZIP */
  pack(count: number): Promise<string>;
  stop(): Promise<void>;
};

type SupplierRequest = { pack: number } | { stop: true };
type SupplierResponse = { info: SandboxInfo } | { file: string };

/** Starts the sandbox in a child process. */
export async function openSuppliers(): Promise<Suppliers> {
  const child = fork(import.meta.filename, ["suppliers"]);
  const { info } = await receive<{ info: SandboxInfo }>(child);
  return {
    info,
    pack: async (count) => {
      child.send({ pack: count } satisfies SupplierRequest);
      return (await receive<{ file: string }>(child)).file;
    },
    stop: async () => {
      child.send({ stop: true } satisfies SupplierRequest);
      await once(child, "exit");
    },
  };
}

async function receive<T extends SupplierResponse>(child: ChildProcess): Promise<T> {
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`the suppliers ended (${code})`);
  });
  died.catch(() => {});
  const [message] = await Promise.race([once(child, "message"), died]);
  return message as T;
}

/** The child process: answers requests until a stop request. */
async function serve(): Promise<void> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-remessa-"));
  const sandbox = await startSandbox({ dir, consolePort: 0 });
  process.on("message", async (request: SupplierRequest) => {
    if ("stop" in request) {
      await sandbox.stop();
      await fs.rm(dir, { recursive: true, force: true });
      process.disconnect();
      return;
    }
    const file = path.join(dir, `${request.pack}.zip`);
    const zip = new yazl.ZipFile();
    const written = pipeline(zip.outputStream, createWriteStream(file));
    for (let n = 0; n < request.pack; n += 1) {
      const { chaveAcesso, procXml } = sandbox.environment.emitNota();
      zip.addBuffer(Buffer.from(procXml), `${chaveAcesso}-procNFe.xml`);
    }
    zip.end();
    await written;
    process.send?.({ file } satisfies SupplierResponse);
  });
  process.send?.({ info: sandbox.info } satisfies SupplierResponse);
}

if (process.argv[1] === import.meta.filename) await serve();
