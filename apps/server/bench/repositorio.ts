// How long a ZIP of 10 000 XML takes with the built worker, from the request to the file in the blob store.
// The reference is yazl alone on the same bytes; both also report memory.
import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { askZip, type Baixada, showZip } from "../tests/repositorio.ts";
import { fillAcervo } from "../tests/repositorio-acervo.ts";
import { createWire, enter, type Pessoa, type Wire } from "../tests/wire.ts";
import { startOperario } from "./repositorio/operario.ts";

const DOCUMENTOS = 10_000;
const METADE = 5_000;
const META_S = 40;
const META_MB = 200;
const MEGABYTE = 1_048_576;
const OLHADA_MS = 50;
const YAZL = fileURLToPath(new URL("./repositorio/yazl.mjs", import.meta.url));

/** Memory in MB, times in seconds. */
type Feito = { relogio: number; cpu: number; antesMb: number; picoMb: number };

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const pasta = await fs.mkdtemp(path.join(os.tmpdir(), "malote-bench-"));
try {
  const [poucos, muitos] = [await enter(wire), await enter(wire)];
  await fillAcervo(wire, poucos.contaId, METADE);
  const gzips = await fillAcervo(wire, muitos.contaId, DOCUMENTOS);
  await wire.asOwner("VACUUM ANALYZE");
  for (const [n, gzip] of gzips.entries()) await fs.writeFile(path.join(pasta, `${n}.gz`), gzip);
  const metade = await makeOurs(wire, poucos);
  const nosso = await makeOurs(wire, muitos);
  report({ nosso, metade, yazl: await runYazl() });
} finally {
  await fs.rm(pasta, { recursive: true, force: true });
  await wire.dispose();
}
process.disconnect?.();

/** Makes each ZIP with a new worker, so that its memory can be measured alone. */
async function makeOurs({ config }: Wire, pessoa: Pessoa): Promise<Feito> {
  const operario = await startOperario(config);
  try {
    const before = await operario.read();
    const started = performance.now();
    const { id, mensagem } = await askZip(pessoa);
    if (id === null) throw new Error(`refused: ${mensagem}`);
    const { total, tamanho } = await waitFor(pessoa, id);
    const relogio = (performance.now() - started) / 1_000;
    const after = await operario.read();
    console.log(`${total} XML num ZIP de ${((tamanho ?? 0) / MEGABYTE).toFixed(1)} MB`);
    return { relogio, cpu: after.cpu - before.cpu, antesMb: before.mb, picoMb: after.picoMb };
  } finally {
    await operario.stop();
  }
}

async function waitFor(pessoa: Pessoa, id: string): Promise<Baixada> {
  while (true) {
    const now = await showZip(pessoa, id);
    if (now.estado === "concluido") return now;
    if (now.estado === "falhou") throw new Error(`the ZIP failed: ${now.mensagem}`);
    await sleep(OLHADA_MS);
  }
}

async function runYazl(): Promise<Feito> {
  const child = fork(YAZL, [pasta, String(DOCUMENTOS)], { execArgv: [] });
  const died = once(child, "exit").then(([code]) => {
    throw new Error(`yazl ended (${code})`);
  });
  const [feito] = await Promise.race([once(child, "message"), died]);
  died.catch(() => {});
  return feito as Feito;
}

function report({ nosso, metade, yazl }: { nosso: Feito; metade: Feito; yazl: Feito }): void {
  const lib = "só o yazl nos mesmos bytes";
  const zip = `ZIP de ${DOCUMENTOS} XML`;
  const send = (nome: string, unidade: string, [valor, referencia, dela]: [number, string, number]): void => {
    process.send?.({
      medida: { nome, unidade, nosso: valor, referencia: { nome: referencia, valor: dela } },
    });
  };
  send(`${zip}, do pedido ao arquivo`, "s", [nosso.relogio, lib, yazl.relogio]);
  send(`${zip}, do pedido ao arquivo`, "s", [nosso.relogio, "a meta", META_S]);
  send(`${zip}, CPU do processo`, "s", [nosso.cpu, lib, yazl.cpu]);
  send(`${zip}, pico de memória do worker`, "MB", [nosso.picoMb, "a meta", META_MB]);
  send(`${zip}, pico de memória do worker`, "MB", [nosso.picoMb, `com ${METADE} XML`, metade.picoMb]);
  const above = ({ picoMb, antesMb }: Feito): number => picoMb - antesMb;
  send(`${zip}, memória acima da do processo parado`, "MB", [above(nosso), lib, above(yazl)]);
}
