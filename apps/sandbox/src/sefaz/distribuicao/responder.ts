import { gzipSync } from "node:zlib";
import { isCnpj, isCpf, ufOfCodigo } from "@malote/syntax";
import { CTE_NAMESPACE } from "../../papelaria/familia.ts";
import { element, leaf, NFE_NAMESPACE } from "../../papelaria/write-xml.ts";
import type { Atendido, Atendimento } from "../atendimento.ts";
import type { Quem } from "../consumo/consumo.ts";
import type { Regra } from "../consumo/regras.ts";
import { codigoDaPorta, dataHoraOf, findFormFault, writeCabecalho } from "../mensagem.ts";
import type { CStat } from "../motivos.ts";
import { situacaoOf } from "../registro.ts";
import { isFree } from "./distribuir.ts";
import type { Distribuidor, DonoFila, Filas, ItemFila } from "./filas.ts";
import { type PedidoDistribuicao, readDistDFeInt } from "./pedido.ts";

/**
 * Result of a request; an omitted number is 0, because the schema requires both in every response.
 * @source retDistDFeInt_v1.01.xsd
 */
type Achado = {
  cStat: CStat;
  documentos?: readonly ItemFila[];
  ultNSU?: number;
  maxNSU?: number;
  complemento?: string;
  undo?: () => void;
};

const LAYOUTS = {
  NFe: { namespace: NFE_NAMESPACE, versao: "1.01", modelo: "55", cancelada: "653" },
  CTe: { namespace: CTE_NAMESPACE, versao: "1.00", modelo: "57", cancelada: "653" },
} as const satisfies Record<Distribuidor, unknown>;
const LOTE_MAX = 50;
const DIAS_DISPONIVEL = 90;
const DAY_MS = 86_400_000;
const RAIZ_LENGTH = 8;
const AVISO_HORA = " (Tente após 1 hora)";
const AVISO_NSU = " (Deve ser utilizado o ultNSU nas solicitações subsequentes. Tente após 1 hora)";

/**
 * Serves NFeDistribuicaoDFe and CTeDistribuicaoDFe.
 * @source NT 2014.002, distribuição de DF-e; CT-e NT 2015.002
 */
export function answerDistribuicao(atendimento: Atendimento): Atendido {
  const distribuidor = atendimento.pedido.servico === "CTeDistribuicaoDFe" ? "CTe" : "NFe";
  const { namespace, versao, modelo } = LAYOUTS[distribuidor];
  const pedido = readDistDFeInt(atendimento.pedido.dadosMsg, LAYOUTS[distribuidor], distribuidor);
  const fault = findFormFault(atendimento) ?? (pedido ? judgePedido(atendimento, pedido) : "215");
  const achado =
    fault || !pedido ? { cStat: fault ?? "215" } : findDocumentos(atendimento, { distribuidor, pedido });
  const { cStat, documentos = [], ultNSU, maxNSU, complemento = "", undo }: Achado = achado;
  const xml = element(
    `retDistDFeInt versao="${versao}" xmlns="${namespace}"`,
    writeCabecalho({ cStat, modelo, tpAmb: pedido?.tpAmb, complemento }),
    leaf("dhResp", dataHoraOf(atendimento.agora, codigoDaPorta(atendimento))),
    cStat === "137" && ultNSU === undefined ? "" : leaf("ultNSU", writeNsu(ultNSU ?? 0)),
    cStat === "137" && maxNSU === undefined ? "" : leaf("maxNSU", writeNsu(maxNSU ?? 0)),
    documentos.length > 0 ? element("loteDistDFeInt", ...documentos.map(writeDocZip)) : "",
  );
  return { cStat, xml, ...(undo && { undo }) };
}

function judgePedido(
  { transmissor }: Atendimento,
  { cUFAutor, interessado }: PedidoDistribuicao,
): CStat | null {
  if (cUFAutor !== null && !ufOfCodigo(cUFAutor)) return "215";
  const cpf = interessado.length === 11;
  if (cpf && !isCpf(interessado)) return "490";
  if (!cpf && !isCnpj(interessado)) return "489";
  return raizOf(transmissor ?? "") === raizOf(interessado) ? null : "593";
}

/** The first eight characters of a CNPJ; a CPF is its own root. */
export function raizOf(documento: string): string {
  return documento.length === 11 ? documento : documento.slice(0, RAIZ_LENGTH);
}

type Pergunta = { distribuidor: Distribuidor; pedido: PedidoDistribuicao };

function findDocumentos(atendimento: Atendimento, pergunta: Pergunta): Achado {
  const { consumo, agora, livro } = atendimento;
  const { interessado, por } = pergunta.pedido;
  const quem = quemLe(pergunta);
  if (consumo.isBlocked(quem, agora)) {
    consumo.countIndevido("bloqueado");
    return refuseUso(atendimento, pergunta, AVISO_HORA);
  }
  if (por.kind === "ultimo") return readFila(atendimento, pergunta, por.ultNSU);
  if (consumo.countPontual(quem, agora)) return punish(atendimento, pergunta, "consultasPontuais");
  const dono = { distribuidor: pergunta.distribuidor, interessado };
  const filas = livro.filas();
  return por.kind === "nsu"
    ? findNsu(filas, dono, { nsu: por.nsu, agora })
    : findChave(atendimento, dono, por.chave);
}

/** The distribution blocks the requested CNPJ, not that of the certificate. */
function quemLe({ distribuidor, pedido }: Pergunta): Quem {
  return { autorizador: `AN ${distribuidor}`, cnpj: pedido.interessado };
}

function readFila(atendimento: Atendimento, pergunta: Pergunta, ultNSU: number): Achado {
  const { consumo, agora, livro } = atendimento;
  const dono = { distribuidor: pergunta.distribuidor, interessado: pergunta.pedido.interessado };
  const fila = keyOf(pergunta);
  const broken = consumo.judgeLeitura(fila, ultNSU, agora);
  if (broken) return punish(atendimento, pergunta, broken);
  const filas = livro.filas();
  const maxNSU = filas.maxNsu(dono);
  if (ultNSU > maxNSU) return { cStat: "589" };
  const documentos = filas.listAfter(dono, { nsu: ultNSU, desde: desdeOf(agora), limite: LOTE_MAX });
  const last = documentos.length === LOTE_MAX ? (documentos.at(-1)?.nsu ?? maxNSU) : maxNSU;
  const undo = consumo.keepLeitura(fila, { ultNsu: last, esgotada: last === maxNSU }, agora);
  return { cStat: documentos.length > 0 ? "138" : "137", documentos, ultNSU: last, maxNSU, undo };
}

function findNsu(filas: Filas, dono: DonoFila, { nsu, agora }: { nsu: number; agora: Date }): Achado {
  const maxNSU = filas.maxNsu(dono);
  if (nsu > maxNSU) return { cStat: "589" };
  const item = filas.find(dono, nsu);
  if (!item || Date.parse(item.em) < desdeOf(agora).getTime()) return { cStat: "137", ultNSU: nsu, maxNSU };
  return { cStat: "138", documentos: [item], ultNSU: nsu, maxNSU };
}

/** @NOTE the real response 137 to a key has neither ultNSU nor maxNSU. */
function findChave({ livro, agora }: Atendimento, dono: DonoFila, chave: string): Achado {
  const nota = livro.find(chave);
  if (!nota?.documento || nota.documento.distribuidor !== dono.distribuidor) return { cStat: "137" };
  if (!nota.documento.interessados.includes(dono.interessado)) return { cStat: "640" };
  if (Date.parse(nota.documento.emissao) < desdeOf(agora).getTime()) return { cStat: "632" };
  if (situacaoOf(nota, agora) === "cancelada") return { cStat: "653" };
  const filas = livro.filas();
  const schema = isFree(nota, agora) || nota.documento.resumoXml === null ? /^proc(NFe|CTe)/ : /^resNFe/;
  const item = filas.findByChave(dono, chave, schema);
  return item
    ? { cStat: "138", documentos: [item], ultNSU: item.nsu, maxNSU: filas.maxNsu(dono) }
    : { cStat: "137" };
}

/** Improper use: counts it, returns 656 with the last ultNSU and blocks the CNPJ. */
function punish(atendimento: Atendimento, pergunta: Pergunta, regra: Regra): Achado {
  const { consumo, agora } = atendimento;
  consumo.countIndevido(regra);
  consumo.block(quemLe(pergunta), agora, regra);
  return refuseUso(atendimento, pergunta, regra === "nsuForaDeSequencia" ? AVISO_NSU : AVISO_HORA);
}

function refuseUso({ consumo, livro }: Atendimento, pergunta: Pergunta, complemento: string): Achado {
  const dono = { distribuidor: pergunta.distribuidor, interessado: pergunta.pedido.interessado };
  const ultNSU = consumo.ultNsuOf(keyOf(pergunta));
  return { cStat: "656", ultNSU, maxNSU: livro.filas().maxNsu(dono), complemento };
}

function keyOf({ distribuidor, pedido }: Pergunta): string {
  return `${distribuidor} ${pedido.tpAmb} ${pedido.interessado}`;
}

function desdeOf(agora: Date): Date {
  return new Date(agora.getTime() - DIAS_DISPONIVEL * DAY_MS);
}

const NSU_LENGTH = 15;

function writeNsu(nsu: number): string {
  return String(nsu).padStart(NSU_LENGTH, "0");
}

function writeDocZip({ nsu, schema, xml, quebrado }: ItemFila): string {
  const zipped = gzipSync(Buffer.from(xml, "utf8"));
  // Truncated: valid base64 of a damaged gzip.
  const bytes = quebrado ? zipped.subarray(0, zipped.length >> 1) : zipped;
  return element(`docZip NSU="${writeNsu(nsu)}" schema="${schema}"`, bytes.toString("base64"));
}
