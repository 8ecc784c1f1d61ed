// How long a ZIP of 10 000 XML takes with the built worker, from the request to the file in the blob store.
// The reference is yazl alone on the same bytes; both also report memory.
import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fillNotaArchive } from "../tests/files/nota-archive.ts";
import { type ListedZip, requestZip, showZip } from "../tests/files/repositorio-zip.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../tests/setup/wire.ts";
import { startBuiltWorker } from "./repositorio/built-worker.ts";

const DOCUMENTOS = 10_000;
const HALF = 5_000;
const TARGET_S = 40;
const TARGET_MB = 200;
const MEGABYTE = 1_048_576;
const POLL_MS = 50;
const YAZL = fileURLToPath(new URL("./repositorio/yazl.mjs", import.meta.url));

/** Memory in MB, times in seconds. */
type ZipCost = { elapsed: number; cpu: number; beforeMb: number; peakMb: number };

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const folder = await fs.mkdtemp(path.join(os.tmpdir(), "malote-bench-"));
try {
  const [small, large] = [await signInNewUser(wire), await signInNewUser(wire)];
  await fillNotaArchive(wire, small.contaId, HALF);
  const gzips = await fillNotaArchive(wire, large.contaId, DOCUMENTOS);
  await wire.asOwner("VACUUM ANALYZE");
  for (const [n, gzip] of gzips.entries()) await fs.writeFile(path.join(folder, `${n}.gz`), gzip);
  const half = await makeOurs(wire, small);
  const nosso = await makeOurs(wire, large);
  report({ nosso, half, yazl: await runYazl() });
} finally {
  await fs.rm(folder, { recursive: true, force: true });
  await wire.dispose();
}
process.disconnect?.();

/** Makes each ZIP with a new worker, so that its memory can be measured alone. */
async function makeOurs({ config }: Wire, pessoa: SignedInUser): Promise<ZipCost> {
  const worker = await startBuiltWorker(config);
  try {
    const before = await worker.read();
    const started = performance.now();
    const { id, mensagem } = await requestZip(pessoa);
    if (id === null) throw new Error(`refused: ${mensagem}`);
    const { total, tamanho } = await waitFor(pessoa, id);
    const elapsed = (performance.now() - started) / 1_000;
    const after = await worker.read();
    console.log(`${total} XML num ZIP de ${((tamanho ?? 0) / MEGABYTE).toFixed(1)} MB`);
    return { elapsed, cpu: after.cpu - before.cpu, beforeMb: before.mb, peakMb: after.peakMb };
  } finally {
    await worker.stop();
  }
}

async function waitFor(pessoa: SignedInUser, id: string): Promise<ListedZip> {
  while (true) {
    const now = await showZip(pessoa, id);
    if (now.estado === "concluido") return now;
    if (now.estado === "falhou") throw new Error(`the ZIP failed: ${now.mensagem}`);
    await sleep(POLL_MS);
  }
}

async function runYazl(): Promise<ZipCost> {
  const child = fork(YAZL, [folder, String(DOCUMENTOS)], { execArgv: [] });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`yazl ended (${code})`);
  });
  const [cost] = await Promise.race([once(child, "message"), died]);
  died.catch(() => {});
  return cost as ZipCost;
}

function report({ nosso, half, yazl }: { nosso: ZipCost; half: ZipCost; yazl: ZipCost }): void {
  const lib = "só o yazl nos mesmos bytes";
  const zip = `ZIP de ${DOCUMENTOS} XML`;
  const send = (
    nome: string,
    unidade: string,
    [valor, referencia, theirs]: [number, string, number],
  ): void => {
    process.send?.({
      medida: { nome, unidade, nosso: valor, referencia: { nome: referencia, valor: theirs } },
    });
  };
  send(`${zip}, do pedido ao arquivo`, "s", [nosso.elapsed, lib, yazl.elapsed]);
  send(`${zip}, do pedido ao arquivo`, "s", [nosso.elapsed, "a meta", TARGET_S]);
  send(`${zip}, CPU do processo`, "s", [nosso.cpu, lib, yazl.cpu]);
  send(`${zip}, pico de memória do worker`, "MB", [nosso.peakMb, "a meta", TARGET_MB]);
  send(`${zip}, pico de memória do worker`, "MB", [nosso.peakMb, `com ${HALF} XML`, half.peakMb]);
  const above = ({ peakMb, beforeMb }: ZipCost): number => peakMb - beforeMb;
  send(`${zip}, memória acima da do processo parado`, "MB", [above(nosso), lib, above(yazl)]);
}
