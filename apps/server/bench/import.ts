// How fast an uploaded ZIP of NF-e becomes notas, from the blob store to the last commit; its peak memory.
// The reference only opens, reads and judges the same files.
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { examineDfe } from "@malote/dfe";
import { openPromise } from "yauzl";
import { newId } from "../src/db/index.ts";
import { importacaoJob } from "../src/jobs/importacao/run-importacao.ts";
import { insertImportacao } from "../src/services/importacao/importacao.rows.ts";
import { createDemoConta } from "../src/setup/demo.ts";
import { createTestContext } from "../tests/context.ts";
import { openFornecedores } from "./import/remessa.ts";
import { type Gasto, measure } from "./ingest/gasto.ts";

const DOCUMENTOS = 10_000;
const METADE = 5_000;
/** Imported as a warm-up: it compiles the code and grows the heap. */
const AQUECIMENTO = 6_000;
/** Target rate for one core. */
const META_POR_NUCLEO = 80;
const LEITURA = "só abrir (yauzl), ler e julgar os mesmos arquivos";
const MEGABYTE = 1_048_576;
const JOB_MS = 7_200_000;
const AMOSTRA_MS = 50;

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const fornecedores = await openFornecedores();
const context = await createTestContext({ sandbox: { info: fornecedores.info }, permitirPrivado: true });
try {
  await createDemoConta(context.ctx);
  await importa(await fornecedores.pack(AQUECIMENTO), AQUECIMENTO);
  const metade = await importa(await fornecedores.pack(METADE), METADE);
  const file = await fornecedores.pack(DOCUMENTOS);
  const nosso = await importa(file, DOCUMENTOS);
  const leitura = await measure(() => readAndJudge(file));
  const { size } = await fs.stat(file);
  console.log(`${DOCUMENTOS} XML num ZIP de ${(size / MEGABYTE).toFixed(1)} MB`);
  report({ nosso, metade, leitura });
} finally {
  await context.dispose();
  await fornecedores.stop();
}
process.disconnect?.();

type Importado = Gasto & { picoMb: number };

/** Imports a file until its last commit. @throws when a document of it did not become a nota */
async function importa(file: string, documentos: number): Promise<Importado> {
  const { ctx, asOwner } = context;
  const conta = await ctx.database.portaria.findConta("demo");
  if (conta === null) throw new Error("the demo conta was not made");
  const { contaId } = conta;
  const ref = await ctx.blobs.putStream(contaId, createReadStream(file));
  const [usuario] = await asOwner<{ id: string }>("SELECT id FROM usuario");
  const id = newId();
  const nova = {
    ...ref,
    id,
    nomeArquivo: "remessa.zip",
    usuarioId: usuario?.id ?? "",
    usuario: "Ana",
    agora: new Date(),
  };
  await ctx.database.withContaSql(contaId, (sql) => insertImportacao(sql, contaId, nova));
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
  let pico = 0;
  const timer = setInterval(() => {
    pico = Math.max(pico, process.memoryUsage().rss);
  }, AMOSTRA_MS);
  const gasto = await measure(() => importacaoJob.run(ctx, job), context);
  clearInterval(timer);
  const [row] = await asOwner<{ documentos: number; estado: string }>(
    "SELECT documentos, estado FROM importacao WHERE id = $1",
    [id],
  );
  if (row?.documentos !== documentos || row.estado !== "concluido")
    throw new Error(`${row?.documentos} notas came of ${documentos} files`);
  return { ...gasto, picoMb: pico / MEGABYTE };
}

async function readAndJudge(file: string): Promise<void> {
  const ancoras = fornecedores.info.ancoraPem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  const zip = await openPromise(file);
  for await (const entry of zip.eachEntry()) {
    examineDfe(await buffer(await zip.openReadStreamPromise(entry)), { ancoras });
  }
}

function report({ nosso, metade, leitura }: { nosso: Importado; metade: Importado; leitura: Gasto }): void {
  const rate = (seconds: number): number => DOCUMENTOS / seconds;
  const meta = { nome: "a meta, por núcleo", valor: META_POR_NUCLEO };
  send("DF-e por segundo, do ZIP guardado à última nota", rate(nosso.relogio), {
    nome: LEITURA,
    valor: rate(leitura.relogio),
  });
  send("DF-e por segundo de CPU do processo", rate(nosso.cpu), { nome: LEITURA, valor: rate(leitura.cpu) });
  send("DF-e por segundo de CPU do processo", rate(nosso.cpu), meta);
  if (nosso.postgres !== null) {
    send("DF-e por segundo de CPU, com a do PostgreSQL", rate(nosso.cpu + nosso.postgres), meta);
  }
  const memoria = { nome: `com ${METADE} arquivos`, valor: metade.picoMb };
  process.send?.({
    medida: {
      nome: `pico de memória, com ${DOCUMENTOS} arquivos`,
      unidade: "MB",
      nosso: nosso.picoMb,
      referencia: memoria,
    },
  });
}

function send(nome: string, nosso: number, referencia: { nome: string; valor: number }): void {
  process.send?.({ medida: { nome, unidade: "DF-e/s", nosso, referencia } });
}
