import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  formatMessage,
  getRestRow,
  paramsLimitOf,
  type RestRow,
  type RouteName,
  type SoapDescription,
  soapNameOf,
} from "@malote/contract";
import type { XmlElement } from "@malote/dfe";
import { formatSize, zoneOfUf } from "@malote/syntax";
import type { Request } from "express";
import * as z from "zod/mini";
import { BlobTooLarge } from "../../blob/blob-store.ts";
import { gunzip, gzip, unpackedSize } from "../../compression.ts";
import { listErrors } from "../../rpc/list-errors.ts";
import { findTooMuch, type ReadOptions } from "../../rpc/parse.ts";
import type { Download } from "../../services/file-download.ts";
import type { SignedInContext } from "../../services/handler.ts";
import { admitUpload } from "../../services/importacao/admit-upload.ts";
import { receiveUpload } from "../../services/importacao/receive-upload.ts";
import { saveImportacao } from "../../services/importacao/save-importacao.ts";
import { idOfOperacao } from "../../services/operacao/read-operacao.ts";
import { REST_BASE } from "../rest/base-path.ts";
import { runRoute } from "../rest/handlers.ts";
import { Problem } from "../rest/problem.ts";
import { readPart } from "../rest/read-input.ts";
import { acceptOperation } from "../rest/routes/operations.ts";
import { readFields } from "./message-fields.ts";

/**
 * Bytes of a file in a response, which is held in memory; larger files are fetched by REST in ranges.
 */
const FILE_MAX = 33_554_432;
/** Unpacked bytes of a compressed upload. */
const UPLOAD_MAX = 67_108_864;
const RETRY_S = 5;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * A larger file takes a slot until its response is read: 32
 * MB packed in its envelope need about 160 MB for a moment.
 */
const LARGE_BYTES = 1_048_576;

/**
 * One call of an operation by an admitted caller. takeSlot:
 * a slot for a large response; null when none is free.
 */
export type SoapCall = {
  ctx: SignedInContext;
  takeSlot(): (() => void) | null;
  description: SoapDescription;
  message: XmlElement;
  req: Request;
};

/**
 * Runs the REST route of an operation with the fields of the message.
 * @returns the fields of its response
 * @throws {Problema} {Refusal}
 */
export async function runOperation(routeName: RouteName, call: SoapCall): Promise<unknown> {
  const { ctx, description, message, req, takeSlot } = call;
  const row = getRestRow(routeName);
  const parsed = readFields(message, description.pedido);
  if (row.formulario !== undefined) return z.parse(schemaOf(row), await importFile(ctx, parsed));
  const { gz, ...fields } = parsed;
  const options = { zona: zoneOfUf(ctx.caller.contaUf), nameOf: soapNameOf };
  const sent = row.responde.tipo === "arquivo" ? fields : parsed;
  const entrada = toRouteInput(row, { description, parsed: sent, options });
  const pedido = {
    req,
    isRepetido: async () => false,
    once: async <T>(_digest: Buffer, work: (ctx: SignedInContext) => Promise<T>) => await work(ctx),
  };
  const result = await runRoute(routeName, { ctx, entrada, pedido });
  if (result.arquivo !== undefined) {
    const url = urlOf(routeName, fields);
    admitSize(result.arquivo, { url, takeSlot });
    return await packFile(result.arquivo, { gz: gz === true, url });
  }
  if (row.responde.tipo !== "json") return {};
  const body = z.parse(row.responde.schema, result.corpo);
  return description.resposta[0]?.nome === "json" ? { json: body } : body;
}

type ParsedCall = { description: SoapDescription; parsed: Record<string, unknown>; options: ReadOptions };

/**
 * Distributes the fields of a message to the parts of the REST route; unknown fields go to the last
 * part, which refuses them by name.
 */
function toRouteInput(row: RestRow, { description: { partes }, parsed, options }: ParsedCall) {
  const tooMuch = findTooMuch("", parsed, paramsLimitOf(row));
  if (tooMuch !== null) throw new Problem(400, "restPedidoInvalido", { erros: [tooMuch] });
  const rest: Record<string, unknown> = { ...parsed };
  const take = (nome: string, soap: string): [string, unknown][] => {
    if (!Object.hasOwn(rest, soap)) return [];
    const valor = rest[soap];
    delete rest[soap];
    return [[nome, valor]];
  };
  const distributed = new Map(
    partes.map(({ parte, campos: fields }) => [
      parte,
      Object.fromEntries(fields.flatMap(({ nome }) => take(nome, soapNameOf(nome)))),
    ]),
  );
  const last = partes.at(-1)?.parte;
  const unknownFields = Object.keys(rest);
  if (last === undefined && unknownFields.length > 0) {
    const toError = (campo: string) => ({ campo, mensagem: formatMessage("campoDesconhecido", { campo }) });
    throw new Problem(400, "restPedidoInvalido", { erros: listErrors(unknownFields, toError) });
  }
  const read = (
    parte: "caminho" | "query" | "corpo",
    schema: RestRow["caminho"] | RestRow["corpo"],
  ): unknown => readPart(schema, { ...distributed.get(parte), ...(parte === last ? rest : {}) }, options);
  return {
    caminho: read("caminho", row.caminho),
    query: row.query === undefined ? {} : read("query", row.query),
    corpo: read("corpo", row.corpo),
  };
}

/** REST path of the same file, for one that is too large here. */
function urlOf(routeName: RouteName, fields: Record<string, unknown>): string {
  const caminho = routeName.slice(routeName.indexOf(" ") + 1);
  return (
    REST_BASE + caminho.replace(/\{(\w+)\}/g, (_, nome: string) => encodeURIComponent(String(fields[nome])))
  );
}

/** @throws {Problema} soapSaidaOcupada */
function admitSize(file: Download, { url, takeSlot }: { url: string; takeSlot: SoapCall["takeSlot"] }): void {
  if (sizeOf(file) <= LARGE_BYTES || takeSlot() !== null) return;
  if ("blob" in file) void file.blob.close();
  const headers = { "Retry-After": String(RETRY_S) };
  throw new Problem(429, "soapSaidaOcupada", { values: { endereco: url }, headers });
}

/** Bytes of a file, unpacked. */
function sizeOf(file: Download): number {
  if ("blob" in file) return file.blob.tamanho;
  const { bytes, gzip } = file;
  return gzip ? unpackedSize(bytes) : bytes.length;
}

async function packFile(file: Download, { gz, url }: { gz: boolean; url: string }) {
  const { nome, tipo } = file;
  const tooLarge = (): Problem =>
    new Problem(413, "soapArquivoGrande", { values: { limite: formatSize(FILE_MAX), endereco: url } });
  if ("bytes" in file) {
    const bytes = Buffer.from(file.bytes);
    if (bytes.length > FILE_MAX) throw tooLarge();
    const conteudo = file.gzip === gz ? bytes : gz ? await gzip(bytes) : await gunzip(bytes);
    return { nome, tipo, gz, conteudo };
  }
  try {
    if (file.blob.tamanho > FILE_MAX) throw tooLarge();
    const pieces: Buffer[] = [];
    for await (const piece of file.blob.read()) pieces.push(piece as Buffer);
    const bytes = Buffer.concat(pieces);
    return { nome, tipo, gz, conteudo: gz ? await gzip(bytes) : bytes };
  } finally {
    await file.blob.close();
  }
}

const uploadedFile = z.strictObject({
  nome: z.string().check(z.maxLength(255)),
  conteudo: z.string(),
  gz: z.optional(z.boolean()),
});

/**
 * Unpacks a file while it is stored, after it has its slot: the unpacked file is never whole in memory.
 */
async function importFile(ctx: SignedInContext, parsed: Record<string, unknown>): Promise<unknown> {
  const { nome, conteudo, gz = false } = readPart(uploadedFile, parsed) as z.output<typeof uploadedFile>;
  const bytesSent = readBase64(conteudo);
  return await admitUpload(ctx, async () => {
    try {
      const file = { nome, bytes: gz ? unpack(bytesSent) : Readable.from([bytesSent]) };
      const { id } = await saveImportacao(ctx, await receiveUpload(ctx, file, UPLOAD_MAX));
      return (await acceptOperation(ctx, idOfOperacao("importacao", id))).corpo;
    } catch (error) {
      if (isNoGzip(error)) throw invalidContent();
      if (!(error instanceof BlobTooLarge)) throw error;
      throw new Problem(413, "importacaoGrande", { values: { limite: formatSize(UPLOAD_MAX) } });
    }
  });
}

function invalidContent(): Problem {
  const message = formatMessage("soapConteudo");
  return new Problem(400, "soapConteudo", { erros: [{ campo: "conteudo", mensagem: message }] });
}

function readBase64(text: string): Buffer {
  const base64 = text.replace(/\s/g, "");
  if (!BASE64.test(base64)) throw invalidContent();
  return Buffer.from(base64, "base64");
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
