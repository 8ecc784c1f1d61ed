// How fast an uploaded ZIP of NF-e becomes notas, from the blob store to the last commit; its peak memory.
// The reference only opens, reads and judges the same files.
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { examineDfe } from "@malote/dfe";
import { HOUR_MS } from "@malote/syntax";
import { openPromise } from "yauzl";
import { newId } from "../src/db/index.ts";
import { importacaoJob } from "../src/jobs/importacao/run-importacao.ts";
import { insertImportacao } from "../src/services/importacao/importacao.rows.ts";
import { createDemoConta } from "../src/setup/demo.ts";
import { createTestContext } from "../tests/setup/context.ts";
import { openSuppliers } from "./import/suppliers.ts";
import { type Cost, measure } from "./ingest/cost.ts";

const DOCUMENTOS = 10_000;
const HALF = 5_000;
/** Imported as a warm-up: it compiles the code and grows the heap. */
const WARM_UP = 6_000;
/** Target rate for one core. */
const TARGET_PER_CORE = 80;
const READING_LABEL = "só abrir (yauzl), ler e julgar os mesmos arquivos";
const MEGABYTE = 1_048_576;
const JOB_MS = 2 * HOUR_MS;
const SAMPLE_MS = 50;

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const suppliers = await openSuppliers();
const context = await createTestContext({ sandbox: { info: suppliers.info }, allowPrivate: true });
try {
  await createDemoConta(context.ctx);
  await importFile(await suppliers.pack(WARM_UP), WARM_UP);
  const half = await importFile(await suppliers.pack(HALF), HALF);
  const file = await suppliers.pack(DOCUMENTOS);
  const nosso = await importFile(file, DOCUMENTOS);
  const reading = await measure(() => readAndJudge(file));
  const { size } = await fs.stat(file);
  console.log(`${DOCUMENTOS} XML num ZIP de ${(size / MEGABYTE).toFixed(1)} MB`);
  report({ nosso, half, reading });
} finally {
  await context.dispose();
  await suppliers.stop();
}
process.disconnect?.();

type ImportCost = Cost & { peakMb: number };

/** Imports a file until its last commit. @throws when a document of it did not become a nota */
async function importFile(file: string, documentos: number): Promise<ImportCost> {
  const { ctx, asOwner } = context;
  const conta = await ctx.database.gatekeeper.findConta("demo");
  if (conta === null) throw new Error("the demo conta was not made");
  const { contaId } = conta;
  const ref = await ctx.blobs.putStream(contaId, createReadStream(file));
  const [usuario] = await asOwner<{ id: string }>("SELECT id FROM usuario");
  const id = newId();
  const importacao = {
    ...ref,
    id,
    nomeArquivo: "remessa.zip",
    usuarioId: usuario?.id ?? "",
    usuario: "Ana",
    now: new Date(),
  };
  await ctx.database.withConta(contaId, (db) => insertImportacao(db, contaId, importacao));
  const prazo = new Date(Date.now() + JOB_MS);
  const job = {
    contaId,
    tarefaId: id,
    tipo: "importacao" as const,
    alvo: id,
    tentativa: 1,
    falhas: 0,
    prazo,
  };
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, SAMPLE_MS);
  const cost = await measure(() => importacaoJob.run(ctx, job), context);
  clearInterval(timer);
  const [row] = await asOwner<{ documentos: number; estado: string }>(
    "SELECT documentos, estado FROM importacao WHERE id = $1",
    [id],
  );
  if (row?.documentos !== documentos || row.estado !== "concluido")
    throw new Error(`${row?.documentos} notas came of ${documentos} files`);
  return { ...cost, peakMb: peak / MEGABYTE };
}

async function readAndJudge(file: string): Promise<void> {
  const trustedCas = suppliers.info.ancoraPem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  const zip = await openPromise(file);
  for await (const entry of zip.eachEntry()) {
    examineDfe(await buffer(await zip.openReadStreamPromise(entry)), { trustedCas: trustedCas });
  }
}

function report({ nosso, half, reading }: { nosso: ImportCost; half: ImportCost; reading: Cost }): void {
  const rate = (seconds: number): number => DOCUMENTOS / seconds;
  const target = { nome: "a meta, por núcleo", valor: TARGET_PER_CORE };
  send("DF-e por segundo, do ZIP guardado à última nota", rate(nosso.elapsed), {
    nome: READING_LABEL,
    valor: rate(reading.elapsed),
  });
  send("DF-e por segundo de CPU do processo", rate(nosso.cpu), {
    nome: READING_LABEL,
    valor: rate(reading.cpu),
  });
  send("DF-e por segundo de CPU do processo", rate(nosso.cpu), target);
  if (nosso.postgres !== null) {
    send("DF-e por segundo de CPU, com a do PostgreSQL", rate(nosso.cpu + nosso.postgres), target);
  }
  const memory = { nome: `com ${HALF} arquivos`, valor: half.peakMb };
  process.send?.({
    medida: {
      nome: `pico de memória, com ${DOCUMENTOS} arquivos`,
      unidade: "MB",
      nosso: nosso.peakMb,
      referencia: memory,
    },
  });
}

function send(nome: string, nosso: number, referencia: { nome: string; valor: number }): void {
  process.send?.({ medida: { nome, unidade: "DF-e/s", nosso, referencia } });
}
