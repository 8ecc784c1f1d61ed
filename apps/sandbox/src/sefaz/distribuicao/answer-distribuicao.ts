import { gzipSync } from "node:zlib";
import { DAY_MS, DISTRIBUIDORES, type Distribuidor, isCnpj, isCpf, MODELOS, ufOfCode } from "@malote/syntax";
import { CTE_NAMESPACE } from "../../document-generator/documento/document-family.ts";
import { element, leaf, NFE_NAMESPACE } from "../../document-generator/xml/write-xml.ts";
import { codigoDaPorta, dateTimeOf, findFormFault, writeResponseHeader } from "../message.ts";
import type { CStat } from "../motivos.ts";
import { documentStateOf } from "../registered-documents.ts";
import type { ServiceCall, ServiceReply } from "../service-call.ts";
import type { MisuseRule } from "../usage/misuse-rules.ts";
import type { Caller } from "../usage/usage-monitor.ts";
import { isReleased } from "./distribute.ts";
import type { QueueItem, QueueOwner, Queues } from "./queues.ts";
import { type DistribuicaoRequest, readDistDFeInt } from "./read-request.ts";

/**
 * Result of a request; an omitted number is 0, because the schema requires both in every response.
 * @source retDistDFeInt_v1.01.xsd
 */
type DistributionResult = {
  cStat: CStat;
  documentos?: readonly QueueItem[];
  ultNSU?: number;
  maxNSU?: number;
  complemento?: string;
  undo?: () => void;
};

type ListLayout = { namespace: string; versao: string; modelo: string; byChave: string | null };
const LAYOUTS: Readonly<Record<Distribuidor, ListLayout>> = {
  NFe: {
    namespace: NFE_NAMESPACE,
    versao: "1.01",
    modelo: MODELOS.NFe.modelo,
    byChave: "consChNFe/chNFe",
  },
  CTe: { namespace: CTE_NAMESPACE, versao: "1.00", modelo: MODELOS.CTe.modelo, byChave: null },
};
/** The schema of a whole document. */
const WHOLE = new RegExp(`^proc(?:${DISTRIBUIDORES.join("|")})`);
const LOTE_MAX = 50;
const AVAILABLE_DAYS = 90;
const CNPJ_ROOT_LENGTH = 8;
const RETRY_NOTICE = " (Tente após 1 hora)";
const NSU_NOTICE = " (Deve ser utilizado o ultNSU nas solicitações subsequentes. Tente após 1 hora)";

/**
 * Serves NFeDistribuicaoDFe and CTeDistribuicaoDFe.
 * @source NT 2014.002, distribuição de DF-e; CT-e NT 2015.002
 */
export function answerDistribuicao(call: ServiceCall): ServiceReply {
  const distribuidor =
    DISTRIBUIDORES.find((each) => call.pedido.servico === `${each}DistribuicaoDFe`) ?? "NFe";
  const { namespace, versao, modelo } = LAYOUTS[distribuidor];
  const pedido = readDistDFeInt(call.pedido.dadosMsg, LAYOUTS[distribuidor]);
  const fault = findFormFault(call) ?? (pedido ? judgeRequest(call, pedido) : "215");
  const result = fault || !pedido ? { cStat: fault ?? "215" } : findDocuments(call, { distribuidor, pedido });
  const { cStat, documentos = [], ultNSU, maxNSU, complemento = "", undo }: DistributionResult = result;
  const xml = element(
    `retDistDFeInt versao="${versao}" xmlns="${namespace}"`,
    writeResponseHeader({ cStat, modelo, tpAmb: pedido?.tpAmb, complemento }),
    leaf("dhResp", dateTimeOf(call.now, codigoDaPorta(call))),
    cStat === "137" && ultNSU === undefined ? "" : leaf("ultNSU", writeNsu(ultNSU ?? 0)),
    cStat === "137" && maxNSU === undefined ? "" : leaf("maxNSU", writeNsu(maxNSU ?? 0)),
    documentos.length > 0 ? element("loteDistDFeInt", ...documentos.map(writeDocZip)) : "",
  );
  return { cStat, xml, ...(undo && { undo }) };
}

function judgeRequest(
  { transmissor }: ServiceCall,
  { cUFAutor, interessado }: DistribuicaoRequest,
): CStat | null {
  if (cUFAutor !== null && !ufOfCode(cUFAutor)) return "215";
  const cpf = interessado.length === 11;
  if (cpf && !isCpf(interessado)) return "490";
  if (!cpf && !isCnpj(interessado)) return "489";
  return cnpjRootOf(transmissor ?? "") === cnpjRootOf(interessado) ? null : "593";
}

/** The first eight characters of a CNPJ; a CPF is its own root. */
export function cnpjRootOf(documento: string): string {
  return documento.length === 11 ? documento : documento.slice(0, CNPJ_ROOT_LENGTH);
}

type DistributionQuery = { distribuidor: Distribuidor; pedido: DistribuicaoRequest };

function findDocuments(call: ServiceCall, query: DistributionQuery): DistributionResult {
  const { usage, now, ledger } = call;
  const { interessado, por } = query.pedido;
  const caller = readerOf(query);
  if (usage.isBlocked(caller, now)) {
    usage.countMisuse("bloqueado");
    return refuseMisuse(call, query, RETRY_NOTICE);
  }
  if (por.kind === "ultimo") return readQueue(call, query, por.ultNSU);
  if (usage.countSingleQuery(caller, now)) return punishMisuse(call, query, "consultasPontuais");
  const owner = { distribuidor: query.distribuidor, interessado };
  const queues = ledger.queues();
  return por.kind === "nsu"
    ? findNsu(queues, owner, { nsu: por.nsu, now })
    : findChave(call, owner, por.chave);
}

/** The distribution blocks the requested CNPJ, not that of the certificate. */
function readerOf({ distribuidor, pedido }: DistributionQuery): Caller {
  return { autorizador: `AN ${distribuidor}`, cnpj: pedido.interessado };
}

function readQueue(call: ServiceCall, query: DistributionQuery, ultNSU: number): DistributionResult {
  const { usage, now, ledger } = call;
  const owner = { distribuidor: query.distribuidor, interessado: query.pedido.interessado };
  const queueKey = keyOf(query);
  const broken = usage.judgeRead(queueKey, ultNSU, now);
  if (broken) return punishMisuse(call, query, broken);
  const queues = ledger.queues();
  const maxNSU = queues.maxNsu(owner);
  if (ultNSU > maxNSU) return { cStat: "589" };
  const documentos = queues.listAfter(owner, { nsu: ultNSU, since: availableSince(now), limit: LOTE_MAX });
  const last = documentos.length === LOTE_MAX ? (documentos.at(-1)?.nsu ?? maxNSU) : maxNSU;
  const undo = usage.storeRead(queueKey, { ultNsu: last, atEnd: last === maxNSU }, now);
  return { cStat: documentos.length > 0 ? "138" : "137", documentos, ultNSU: last, maxNSU, undo };
}

function findNsu(
  queues: Queues,
  owner: QueueOwner,
  { nsu, now }: { nsu: number; now: Date },
): DistributionResult {
  const maxNSU = queues.maxNsu(owner);
  if (nsu > maxNSU) return { cStat: "589" };
  const item = queues.find(owner, nsu);
  if (!item || Date.parse(item.em) < availableSince(now).getTime())
    return { cStat: "137", ultNSU: nsu, maxNSU };
  return { cStat: "138", documentos: [item], ultNSU: nsu, maxNSU };
}

/** @NOTE the real response 137 to a key has neither ultNSU nor maxNSU. */
function findChave({ ledger, now }: ServiceCall, owner: QueueOwner, chave: string): DistributionResult {
  const nota = ledger.find(chave);
  if (!nota?.documento || nota.documento.distribuidor !== owner.distribuidor) return { cStat: "137" };
  if (!nota.documento.interessados.includes(owner.interessado)) return { cStat: "640" };
  if (Date.parse(nota.documento.emissao) < availableSince(now).getTime()) return { cStat: "632" };
  if (documentStateOf(nota, now) === "cancelada") return { cStat: "653" };
  const queues = ledger.queues();
  const schema = isReleased(nota, now) || nota.documento.resumoXml === null ? WHOLE : /^resNFe/;
  const item = queues.findByChave(owner, chave, schema);
  return item
    ? { cStat: "138", documentos: [item], ultNSU: item.nsu, maxNSU: queues.maxNsu(owner) }
    : { cStat: "137" };
}

/** Improper use: counts it, returns 656 with the last ultNSU and blocks the CNPJ. */
function punishMisuse(call: ServiceCall, query: DistributionQuery, rule: MisuseRule): DistributionResult {
  const { usage, now } = call;
  usage.countMisuse(rule);
  usage.block(readerOf(query), now, rule);
  return refuseMisuse(call, query, rule === "nsuForaDeSequencia" ? NSU_NOTICE : RETRY_NOTICE);
}

function refuseMisuse(
  { usage, ledger }: ServiceCall,
  query: DistributionQuery,
  complemento: string,
): DistributionResult {
  const owner = { distribuidor: query.distribuidor, interessado: query.pedido.interessado };
  const ultNSU = usage.ultNsuOf(keyOf(query));
  return { cStat: "656", ultNSU, maxNSU: ledger.queues().maxNsu(owner), complemento };
}

function keyOf({ distribuidor, pedido }: DistributionQuery): string {
  return `${distribuidor} ${pedido.tpAmb} ${pedido.interessado}`;
}

function availableSince(now: Date): Date {
  return new Date(now.getTime() - AVAILABLE_DAYS * DAY_MS);
}

const NSU_LENGTH = 15;

function writeNsu(nsu: number): string {
  return String(nsu).padStart(NSU_LENGTH, "0");
}

function writeDocZip({ nsu, schema, xml, quebrado }: QueueItem): string {
  const zipped = gzipSync(Buffer.from(xml, "utf8"));
  // Truncated: valid base64 of a damaged gzip.
  const bytes = quebrado ? zipped.subarray(0, zipped.length >> 1) : zipped;
  return element(`docZip NSU="${writeNsu(nsu)}" schema="${schema}"`, bytes.toString("base64"));
}
