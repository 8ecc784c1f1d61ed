import { readDfe } from "@malote/dfe";
import { isDataError } from "../db/index.ts";
import { keepArquivos, type Lido, type Lote } from "../services/captura/keep-arquivos.ts";
import { hexOf, toDocumento } from "../services/documento/to-documento.ts";
import { findSandbox } from "../services/empresa/casa.rows.ts";
import { type Arquivo, sorte as fate } from "./arquivo.ts";
import { sorteOfLeitura } from "./fate.ts";
import { startPuts } from "./puts.ts";
import type { Ref, Stage, StageContext } from "./stage.ts";
import { storable } from "./storable.ts";
import { readAncoras } from "./trust.ts";

/** Parts kept by one transaction (architecture §3). */
const LOTE_PARTES = 200;
/** Bytes in memory after which a transaction is due whatever the count. */
const LOTE_BYTES = 16 * 1024 * 1024;
/** Characters of what the database said of an impossible value. */
const DETALHE_MAX = 200;

/** Reads and judges each file, keeps it with its fate, and returns the chaves that SEFAZ must be asked about. */
export const readDocumento: Stage<Arquivo, Ref> = {
  nome: "read-dfe",
  job: "ingest",
  async *run(ctx, inputs) {
    const emailId = ctx.job.alvo;
    const ancoras = readAncoras(ctx.config, await isSandbox(ctx));
    let lidos: Lido[] = [];
    let puts = startPuts(ctx.blobs, ctx.job.contaId);
    for await (const arquivo of inputs) {
      puts.put(arquivo.bytes);
      lidos.push(await read(arquivo, ancoras));
      if (lidos.length < LOTE_PARTES && puts.bytes() < LOTE_BYTES) continue;
      await puts.done();
      yield* keep(ctx, { emailId, lidos, last: false });
      lidos = [];
      puts = startPuts(ctx.blobs, ctx.job.contaId);
    }
    await puts.done();
    yield* keep(ctx, { emailId, lidos, last: true });
  },
};

async function isSandbox(ctx: StageContext): Promise<boolean> {
  if (ctx.config.sandbox === null) return false;
  const { contaId } = ctx.job;
  return ctx.database.withContaSql(contaId, (sql) => findSandbox(sql, contaId));
}

async function read(arquivo: Arquivo, ancoras: readonly string[]): Promise<Lido> {
  const { bytes, sorte, ...parte } = arquivo;
  const sha256 = hexOf("sha256", bytes);
  const nome = parte.nome === null ? null : storable(parte.nome);
  const linha = { ...parte, nome, tamanho: bytes.length, sha256 };
  if (sorte !== null) return { kind: "outro", linha, sorte };
  const leitura = readDfe(bytes);
  if (leitura.kind !== "nota" && leitura.kind !== "evento") {
    return { kind: "outro", linha, sorte: sorteOfLeitura(leitura, arquivo) };
  }
  if (leitura.kind === "nota") {
    const { nota } = leitura;
    const recebido = { bytes, leitura, chave: nota.chaveAcesso, natureza: leitura.kind };
    return { kind: "nota", linha, nota, documento: await toDocumento(recebido, ancoras) };
  }
  const { evento } = leitura;
  const recebido = { bytes, leitura, chave: evento.chaveAcesso, natureza: leitura.kind };
  return { kind: "evento", linha, evento, documento: await toDocumento(recebido, ancoras) };
}

async function* keep(ctx: StageContext, lote: Lote): AsyncIterable<Ref> {
  const chaves = await keepLote(ctx, lote);
  if (chaves.length > 0) ctx.wake?.();
  for (const alvo of chaves) yield { alvo };
}

async function keepLote(ctx: StageContext, lote: Lote): Promise<string[]> {
  try {
    return await keepOnce(ctx, lote);
  } catch (error) {
    if (!isDataError(error)) throw error;
    return await keepApart(ctx, lote);
  }
}

/** One part holds what no database can: the others are kept without it. */
async function keepApart(ctx: StageContext, { emailId, lidos, last }: Lote): Promise<string[]> {
  const chaves: string[] = [];
  for (const lido of lidos) {
    try {
      chaves.push(...(await keepOnce(ctx, { emailId, lidos: [lido], last: false })));
    } catch (error) {
      if (!isDataError(error)) throw error;
      const detalhe = storable(error.message.slice(0, DETALHE_MAX));
      const refused: Lido = {
        kind: "outro",
        linha: lido.linha,
        sorte: fate("erro", "valor-impossivel", detalhe),
      };
      await keepOnce(ctx, { emailId, lidos: [refused], last: false });
    }
  }
  if (last) await keepOnce(ctx, { emailId, lidos: [], last });
  return chaves;
}

async function keepOnce(ctx: StageContext, lote: Lote): Promise<string[]> {
  const { contaId } = ctx.job;
  const agora = ctx.clock.now();
  return await ctx.database.withContaSql(contaId, (sql) => keepArquivos(sql, contaId, { ...lote, agora }));
}
