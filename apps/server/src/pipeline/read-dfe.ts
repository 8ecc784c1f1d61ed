import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { judgeDfe, readDfe } from "@malote/dfe";
import { splitChaveAcesso, tipoNotaOfModelo } from "@malote/syntax";
import { keepArquivos, type Lido, type Lote } from "../services/documento/keep-arquivos.ts";
import { findSandbox } from "../services/empresa/casa.rows.ts";
import { type Arquivo, hexOf } from "./arquivo.ts";
import { sorteOfLeitura } from "./fate.ts";
import { startPuts } from "./puts.ts";
import type { Ref, Stage, StageContext } from "./stage.ts";
import { readAncoras } from "./trust.ts";

/** Parts kept by one transaction (architecture §3). */
const LOTE_PARTES = 200;
/** Bytes in memory after which a transaction is due whatever the count. */
const LOTE_BYTES = 16 * 1024 * 1024;

const gzipAsync = promisify(gzip);

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
  const linha = { ...parte, tamanho: bytes.length, sha256 };
  if (sorte !== null) return { kind: "outro", linha, sorte };
  const leitura = readDfe(bytes);
  if (leitura.kind !== "nota" && leitura.kind !== "evento") {
    return { kind: "outro", linha, sorte: sorteOfLeitura(leitura, arquivo) };
  }
  const { situacao, achados, certificado } = judgeDfe(bytes, leitura, { ancoras });
  const chave = leitura.kind === "nota" ? leitura.nota.chaveAcesso : leitura.evento.chaveAcesso;
  const documento = {
    sha256,
    sha1: hexOf("sha1", bytes),
    chave,
    natureza: leitura.kind,
    tipoNota: tipoNotaOfModelo(splitChaveAcesso(chave).modelo) ?? "NFe",
    situacao,
    achados,
    certificadoTitular: certificado?.titular ?? null,
    tamanho: bytes.length,
    xmlGzip: await gzipAsync(bytes),
  };
  return leitura.kind === "nota"
    ? { kind: "nota", linha, documento, nota: leitura.nota }
    : { kind: "evento", linha, documento, evento: leitura.evento };
}

async function* keep(ctx: StageContext, lote: Lote): AsyncIterable<Ref> {
  const { contaId } = ctx.job;
  const agora = ctx.clock.now();
  const chaves = await ctx.database.withContaSql(contaId, (sql) =>
    keepArquivos(sql, contaId, { ...lote, agora }),
  );
  if (chaves.length > 0) ctx.wake?.();
  for (const alvo of chaves) yield { alvo };
}
