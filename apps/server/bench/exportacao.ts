// How long an export takes, from the request to the file in the blob store.
// The reference is a COPY of the same rows as CSV.
import { setTimeout as sleep } from "node:timers/promises";
import { EXPORTACAO_FORMATS, EXPORTACAO_MAX } from "@malote/contract";
import { HOUR_MS } from "@malote/syntax";
import pg from "pg";
import { exportacaoJob } from "../src/jobs/exportacao/run-exportacao.ts";
import { requestExportacao, showExportacao } from "../tests/setup/exportacao.ts";
import { insertNotas, inventNota } from "../tests/setup/invent-notas.ts";
import type { SignedInUser, Wire } from "../tests/setup/wire.ts";
import { createWire, signInNewUser } from "../tests/setup/wire.ts";

const TIMES = 7;
const BATCH = 1_000;

type Formato = (typeof EXPORTACAO_FORMATS)[number];

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;

const wire = await createWire();
const pool = new pg.Pool({ connectionString: wire.ownerUrl, max: 1 });
pool.on("error", () => {});
try {
  const ana = await signInNewUser(wire);
  await fill(wire, ana.contaId);
  for (const formato of EXPORTACAO_FORMATS) await measure(ana, formato);
} finally {
  await pool.end();
  await wire.dispose();
}
process.disconnect?.();

/** Fills one conta with the maximum of a CSV export; the maximum of a PDF report of them are CT-e. */
async function fill({ asOwner }: Wire, contaId: string): Promise<void> {
  for (let done = 0; done < EXPORTACAO_MAX.CSV; done += BATCH) {
    const notas = Array.from({ length: BATCH }, (_, n) =>
      inventNota({
        tipoNota: done < EXPORTACAO_MAX.PDF ? "CTe" : "NFe",
        emissao: new Date(Date.now() - (done + n) * HOUR_MS).toISOString(),
        emitente: `Fornecedor de Materiais ${n % 300} Ltda`,
      }),
    );
    await insertNotas({ asOwner }, contaId, notas);
  }
  await asOwner("VACUUM ANALYZE");
}

async function measure(ana: SignedInUser, formato: Formato): Promise<void> {
  const limit = EXPORTACAO_MAX[formato];
  const ours: number[] = [];
  const copyTimes: number[] = [];
  let tamanho = 0;
  for (let n = 0; n <= TIMES; n += 1) {
    const reference = await timeOf(() => copyRows(ana.contaId, limit));
    const made = await timeOf(async () => {
      tamanho = await makeFile(ana, formato);
    });
    // The first run is a warm-up.
    if (n === 0) continue;
    copyTimes.push(reference);
    ours.push(made);
    await sleep(50);
  }
  process.send?.({
    medida: {
      nome: `exportação ${formato}, ${limit} documentos, ${Math.round(tamanho / 1024)} KB, mediana`,
      unidade: "ms",
      nosso: medianOf(ours),
      referencia: { nome: "COPY das mesmas linhas em CSV, direto", valor: medianOf(copyTimes) },
    },
  });
}

/** The time a user waits, without the time until the worker picks up the job. */
async function makeFile(ana: SignedInUser, formato: Formato): Promise<number> {
  const tiposNota = formato === "PDF" ? ["CTe" as const] : ["CTe" as const, "NFe" as const];
  const { object, mensagem } = await requestExportacao(ana, {
    searchFilter: { tiposNota },
    createFileType: formato,
  });
  if (object === null) throw new Error(mensagem ?? "refused");
  const prazo = new Date(Date.now() + HOUR_MS);
  const job = { tarefaId: object.id, tipo: "exportacao", tentativa: 1, falhas: 0 } as const;
  await exportacaoJob.run(wire.ctx, { ...job, contaId: ana.contaId, alvo: object.id, prazo });
  const { estado, tamanho, total } = await showExportacao(ana, object.id);
  if (estado !== "concluido" || total !== EXPORTACAO_MAX[formato]) throw new Error(`${estado}, ${total}`);
  return tamanho ?? 0;
}

/** PostgreSQL itself writes the same columns to /dev/null: a lower bound. */
async function copyRows(contaId: string, limit: number): Promise<void> {
  const { rowCount } = await pool.query(
    `COPY (SELECT tipo_nota, numero_nota, serie_nota, chave, data_emissao, papel, terceiros, nome_emitente, cnpj_emitente, uf_emitente,
       nome_destinatario, cnpj_destinatario, uf_destinatario, natureza_operacao, valor_total, nfe_status, sefaz_status, divergente, veredito,
       manifestacao, processado_erp, processado_em, processado_por, recebido, recebido_em, recebido_por, conferido, conferido_em,
       conferido_por, criado_em
     FROM nota WHERE conta_id = '${contaId}' ORDER BY data_emissao DESC, id DESC LIMIT ${limit})
     TO '/dev/null' WITH (FORMAT csv, DELIMITER ';', HEADER)`,
  );
  if (rowCount !== limit) throw new Error(`${rowCount} rows`);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function medianOf(all: number[]): number {
  return all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
