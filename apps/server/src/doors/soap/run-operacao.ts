import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGunzip, gunzip, gzip } from "node:zlib";
import {
  type DescricaoSoap,
  formatMensagem,
  getRestRow,
  nomeSoapOf,
  paramsLimitOf,
  type RestRow,
  type RotaName,
} from "@malote/contract";
import { formatTamanho, zonaOfUf } from "@malote/syntax";
import type { Request } from "express";
import * as z from "zod/mini";
import { BlobGrande } from "../../blob/blob-store.ts";
import { listErros } from "../../rpc/erros.ts";
import { findTooMuch, type ReadOptions } from "../../rpc/parse.ts";
import type { Download } from "../../services/download.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { admitEnviado } from "../../services/importacao/admit-enviado.ts";
import { keepImportacao } from "../../services/importacao/keep-importacao.ts";
import { receiveEnviado } from "../../services/importacao/receive-enviado.ts";
import { idOfOperacao } from "../../services/operacao/read-operacao.ts";
import { REST_BASE } from "../rest/base.ts";
import { runRota } from "../rest/handlers.ts";
import { Problema } from "../rest/problema.ts";
import { readPart } from "../rest/read-entrada.ts";
import { acceptOperacao } from "../rest/rotas/operacoes.ts";
import { unpackedSize } from "../send-packed.ts";
import { readCampos } from "./mensagem.ts";
import type { Elemento } from "./read-xml.ts";

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/**
 * Bytes of a file in a response, which is held in memory; larger files are fetched by REST in ranges.
 */
const ARQUIVO_MAX = 33_554_432;
/** Unpacked bytes of a compressed upload. */
const ENVIADO_MAX = 67_108_864;
const VOLTE_S = 5;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * A larger file takes a slot until its response is read: 32
 * MB packed in its envelope need about 160 MB for a moment.
 */
const GRANDE_BYTES = 1_048_576;

/**
 * One call of an operation by an admitted caller. takePlace:
 * a slot for a large response; null when none is free.
 */
export type ChamadaSoap = {
  ctx: SignedInContext;
  takePlace(): (() => void) | null;
  descricao: DescricaoSoap;
  mensagem: Elemento;
  req: Request;
};

/**
 * Runs the REST route of an operation with the fields of the message.
 * @returns the fields of its response
 * @throws {Problema} {Refusal}
 */
export async function runOperacao(rota: RotaName, chamada: ChamadaSoap): Promise<unknown> {
  const { ctx, descricao, mensagem, req, takePlace } = chamada;
  const row = getRestRow(rota);
  const lidos = readCampos(mensagem, descricao.pedido);
  if (row.formulario !== undefined) return z.parse(schemaOf(row), await importArquivo(ctx, lidos));
  const { gz, ...campos } = lidos;
  const options = { zona: zonaOfUf(ctx.caller.contaUf), nameOf: nomeSoapOf };
  const sent = row.responde.tipo === "arquivo" ? campos : lidos;
  const entrada = openEntrada(row, { descricao, lidos: sent, options });
  const pedido = {
    req,
    isRepetido: async () => false,
    once: async <T>(_digest: Buffer, work: (ctx: SignedInContext) => Promise<T>) => await work(ctx),
  };
  const feita = await runRota(rota, { ctx, entrada, pedido });
  if (feita.arquivo !== undefined) {
    const url = urlOf(rota, campos);
    admitSize(feita.arquivo, { url, takePlace });
    return await packArquivo(feita.arquivo, { gz: gz === true, url });
  }
  if (row.responde.tipo !== "json") return {};
  const corpo = z.parse(row.responde.schema, feita.corpo);
  return descricao.resposta[0]?.nome === "json" ? { json: corpo } : corpo;
}

type Lida = { descricao: DescricaoSoap; lidos: Record<string, unknown>; options: ReadOptions };

/**
 * Distributes the fields of a message to the parts of the REST route; unknown fields go to the last
 * part, which refuses them by name.
 */
function openEntrada(row: RestRow, { descricao: { partes }, lidos, options }: Lida) {
  const tooMuch = findTooMuch("", lidos, paramsLimitOf(row));
  if (tooMuch !== null) throw new Problema(400, "restPedidoInvalido", { erros: [tooMuch] });
  const rest: Record<string, unknown> = { ...lidos };
  const take = (nome: string, soap: string): [string, unknown][] => {
    if (!Object.hasOwn(rest, soap)) return [];
    const valor = rest[soap];
    delete rest[soap];
    return [[nome, valor]];
  };
  const dealt = new Map(
    partes.map(({ parte, campos }) => [
      parte,
      Object.fromEntries(campos.flatMap(({ nome }) => take(nome, nomeSoapOf(nome)))),
    ]),
  );
  const last = partes.at(-1)?.parte;
  const sobra = Object.keys(rest);
  if (last === undefined && sobra.length > 0) {
    const say = (campo: string) => ({ campo, mensagem: formatMensagem("campoDesconhecido", { campo }) });
    throw new Problema(400, "restPedidoInvalido", { erros: listErros(sobra, say) });
  }
  const read = (
    parte: "caminho" | "query" | "corpo",
    schema: RestRow["caminho"] | RestRow["corpo"],
  ): unknown => readPart(schema, { ...dealt.get(parte), ...(parte === last ? rest : {}) }, options);
  return {
    caminho: read("caminho", row.caminho),
    query: row.query === undefined ? {} : read("query", row.query),
    corpo: read("corpo", row.corpo),
  };
}

/** REST path of the same file, for one that is too large here. */
function urlOf(rota: RotaName, campos: Record<string, unknown>): string {
  const caminho = rota.slice(rota.indexOf(" ") + 1);
  return (
    REST_BASE + caminho.replace(/\{(\w+)\}/g, (_, nome: string) => encodeURIComponent(String(campos[nome])))
  );
}

/** @throws {Problema} soapSaidaOcupada */
function admitSize(
  arquivo: Download,
  { url, takePlace }: { url: string; takePlace: ChamadaSoap["takePlace"] },
): void {
  if (sizeOf(arquivo) <= GRANDE_BYTES || takePlace() !== null) return;
  if ("blob" in arquivo) void arquivo.blob.close();
  const headers = { "Retry-After": String(VOLTE_S) };
  throw new Problema(429, "soapSaidaOcupada", { values: { endereco: url }, headers });
}

/** Bytes of a file, unpacked. */
function sizeOf(arquivo: Download): number {
  if ("blob" in arquivo) return arquivo.blob.tamanho;
  const { bytes, gzip } = arquivo;
  return gzip ? unpackedSize(bytes) : bytes.length;
}

async function packArquivo(arquivo: Download, { gz, url }: { gz: boolean; url: string }) {
  const { nome, tipo } = arquivo;
  const grande = (): Problema =>
    new Problema(413, "soapArquivoGrande", { values: { limite: formatTamanho(ARQUIVO_MAX), endereco: url } });
  if ("bytes" in arquivo) {
    const bytes = Buffer.from(arquivo.bytes);
    if (bytes.length > ARQUIVO_MAX) throw grande();
    const conteudo = arquivo.gzip === gz ? bytes : gz ? await zip(bytes) : await unzip(bytes);
    return { nome, tipo, gz, conteudo };
  }
  try {
    if (arquivo.blob.tamanho > ARQUIVO_MAX) throw grande();
    const pieces: Buffer[] = [];
    for await (const piece of arquivo.blob.read()) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    return { nome, tipo, gz, conteudo: gz ? await zip(bytes) : bytes };
  } finally {
    await arquivo.blob.close();
  }
}

const enviado = z.strictObject({
  nome: z.string().check(z.maxLength(255)),
  conteudo: z.string(),
  gz: z.optional(z.boolean()),
});

/**
 * Unpacks a file while it is stored, after it has its slot: the unpacked file is never whole in memory.
 */
async function importArquivo(ctx: SignedInContext, lidos: Record<string, unknown>): Promise<unknown> {
  const { nome, conteudo, gz = false } = readPart(enviado, lidos) as z.output<typeof enviado>;
  const enviados = readBase64(conteudo);
  return await admitEnviado(ctx, async () => {
    try {
      const arquivo = { nome, bytes: gz ? unpack(enviados) : Readable.from([enviados]) };
      const { id } = await keepImportacao(ctx, await receiveEnviado(ctx, arquivo, ENVIADO_MAX));
      return (await acceptOperacao(ctx, idOfOperacao("importacao", id))).corpo;
    } catch (error) {
      if (isNoGzip(error)) throw conteudoErrado();
      if (!(error instanceof BlobGrande)) throw error;
      throw new Problema(413, "importacaoGrande", { values: { limite: formatTamanho(ENVIADO_MAX) } });
    }
  });
}

function conteudoErrado(): Problema {
  const mensagem = formatMensagem("soapConteudo");
  return new Problema(400, "soapConteudo", { erros: [{ campo: "conteudo", mensagem }] });
}

function readBase64(texto: string): Buffer {
  const escrito = texto.replace(/\s/g, "");
  if (!BASE64.test(escrito)) throw conteudoErrado();
  return Buffer.from(escrito, "base64");
}

function unpack(bytes: Buffer): Readable {
  // An unpacking error is thrown to the reader.
  const unpacked = createGunzip();
  // An error before the first read would end the process; reading then throws the same error.
  unpacked.on("error", () => {});
  return pipeline(Readable.from([bytes]), unpacked, () => {});
}

function isNoGzip(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

function schemaOf({ responde }: RestRow): z.ZodMiniType {
  if (responde.tipo !== "json") throw new Error("only a JSON response has a schema");
  return responde.schema;
}
