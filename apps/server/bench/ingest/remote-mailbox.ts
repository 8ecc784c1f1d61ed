import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Sandbox, type SandboxInfo, startSandbox } from "@malote/sandbox";
import { writeDanfe } from "./danfe.ts";

/** The sandbox in a separate process, so that its cost is not counted as ours. */
export type RemoteMailbox = {
  info: SandboxInfo;
  /** Empties the mailbox and puts new messages into it. @returns files with their bytes */
  fill(count: number): Promise<string[]>;
  stop(): Promise<void>;
};

type MailboxRequest = { fill: number } | { stop: true };
type MailboxResponse = { info: SandboxInfo } | { files: string[] };

/** Size of a transmitted message: product.md's figure for a supplier's e-mail with one NF-e and its DANFE. */
const MESSAGE_BYTES = 108 * 1024;
/** Size of base64 in lines of 76 characters, relative to its content. */
const BASE64_RATIO = (4 / 3) * (78 / 76);

/** Starts the sandbox in a child process. */
export async function openRemoteMailbox(): Promise<RemoteMailbox> {
  const child = fork(import.meta.filename, ["mailbox"]);
  const { info } = await receive<{ info: SandboxInfo }>(child);
  return {
    info,
    fill: async (count) => {
      child.send({ fill: count } satisfies MailboxRequest);
      return (await receive<{ files: string[] }>(child)).files;
    },
    stop: async () => {
      child.send({ stop: true } satisfies MailboxRequest);
      await once(child, "exit");
    },
  };
}

async function receive<T extends MailboxResponse>(child: ChildProcess): Promise<T> {
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`the box ended (${code})`);
  });
  died.catch(() => {});
  const [message] = await Promise.race([once(child, "message"), died]);
  return message as T;
}

/** The child process: answers requests until a stop request. */
async function serve(): Promise<void> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-caixa-"));
  const copies = path.join(dir, "copias");
  const sandbox = await startSandbox({ dir, consolePort: 0 });
  let n = 0;
  process.on("message", async (request: MailboxRequest) => {
    if ("stop" in request) {
      await sandbox.stop();
      await fs.rm(dir, { recursive: true, force: true });
      process.disconnect();
      return;
    }
    n = await refill(sandbox, { count: request.fill, n });
    process.send?.({ files: await copyBox(sandbox, copies) } satisfies MailboxResponse);
  });
  process.send?.({ info: sandbox.info } satisfies MailboxResponse);
}

async function refill(sandbox: Sandbox, { count, n }: { count: number; n: number }): Promise<number> {
  const { caixa } = sandbox.mail;
  caixa.remove(caixa.list().map(({ uidl }) => uidl));
  const noise = randomBytes(MESSAGE_BYTES);
  for (let each = n; each < n + count; each++) await putMessage(sandbox, each, noise);
  return n + count;
}

async function putMessage({ environment: palco }: Sandbox, n: number, noise: Buffer): Promise<void> {
  const supplier = palco.pickFornecedor();
  const nota = palco.emitNota({ fornecedor: supplier });
  const xml = Buffer.from(nota.procXml);
  const pdfBytes = Math.round((MESSAGE_BYTES - 1_500) / BASE64_RATIO) - xml.length;
  // Each PDF is different, as each DANFE is.
  noise.writeUInt32LE(n, 0);
  await palco.sendEmail({
    de: supplier,
    assunto: `NF-e ${nota.numero} - ${supplier.fantasia}`,
    texto: "Segue a nota fiscal eletrônica e o DANFE.\r\n",
    anexos: [
      { nome: `${nota.chaveAcesso}-procNFe.xml`, tipo: "application/xml", bytes: xml },
      {
        nome: `DANFE-${n}.pdf`,
        tipo: "application/pdf",
        bytes: writeDanfe(nota.chaveAcesso, pdfBytes, noise),
      },
    ],
  });
}

/** Copies the mailbox to files, for the reference. */
async function copyBox({ mail: { caixa } }: Sandbox, folder: string): Promise<string[]> {
  await fs.rm(folder, { recursive: true, force: true });
  await fs.mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [n, message] of caixa.list().entries()) {
    const file = path.join(folder, `${n}.eml`);
    await fs.writeFile(file, caixa.read(message));
    files.push(file);
  }
  return files;
}

if (process.argv[1] === import.meta.filename) await serve();
