import type { Sql } from "../../db/index.ts";
import type { Contado } from "../auditor/auditor-ingest.rows.ts";
import { keepAuditores } from "../auditor/keep-auditor.ts";
import type { Autorizado } from "../captura/distribuido.rows.ts";
import { type Distribuido, keepDistribuidos } from "../captura/keep-distribuidos.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { isPublished } from "../documento/documento.rules.ts";
import { findCasa } from "../empresa/casa.rows.ts";
import { publish } from "../feed/publica.rows.ts";
import { planCiencia } from "../manifestacao/plan-ciencia.ts";
import { findVisoes } from "../nota/nota-ingest.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { hasConsulta, toValidate } from "../sefaz/sefaz.rules.ts";
import { planTarefas, type TarefaNova } from "../tarefa/tarefa.rows.ts";
import { lockDistribuicao, saveAceita, saveMarco, saveOuvida } from "./distribuicao.rows.ts";
import { countPuladas, listLacunas, type Passeio, readPosicao, toNsu } from "./distribuicao.rules.ts";
import { deleteLacunas, insertLacunas, leaveLacuna, type Sobra, saveSobras } from "./lacuna.rows.ts";
import type { LidoDistribuido } from "./read-distribuido.ts";

/**
 * The documents in one answer, for a sync of an empresa with this CNPJ. `proxima`: the next run, where
 * planned.
 */
export type Lote = {
  passeio: Passeio;
  cnpj: string;
  lidos: readonly LidoDistribuido[];
  agora: Date;
  proxima?: TarefaNova | null;
};

/**
 * Locks the conta's empresas until the transaction ends, and checks that this one still has the queried
 * CNPJ. Take this lock first: a change of an empresa locks in the same order, before its sync and its
 * tarefas.
 */
export async function holdEmpresa(
  sql: Sql,
  contaId: string,
  { passeio, cnpj }: Pick<Lote, "passeio" | "cnpj">,
): Promise<boolean> {
  const { empresas } = await findCasa(sql, contaId);
  return empresas.get(cnpj) === passeio.empresaId;
}

/**
 * Stores SEFAZ's documents: notas, eventos, auditor records and the rest; publishes last. The caller
 * stores the position in the same transaction, so that a crash neither loses nor repeats a document.
 */
export async function keepLote(
  sql: Sql,
  contaId: string,
  { passeio, cnpj, lidos, agora, proxima }: Lote,
): Promise<void> {
  const fatos = lidos.flatMap((lido) => ("fato" in lido && lido.fato !== null ? [lido.fato] : []));
  const whole = lidos.filter((lido) => lido.kind === "nota" || lido.kind === "evento");
  await lockChaves(sql, contaId, [
    ...fatos.map(({ chave }) => chave),
    ...whole.map(({ documento }) => documento.chave),
  ]);
  const { empresaId } = passeio;
  const received = await keepDistribuidos(sql, contaId, {
    distribuidos: whole as readonly Distribuido[],
    autorizados: lidos.flatMap(toAutorizado),
    agora,
  });
  const contados = lidos.flatMap((lido) => toContados(lido, empresaId));
  await keepAuditores(sql, contaId, { contados, agora });
  await saveSobras(sql, contaId, { ...passeio, sobras: lidos.flatMap(toSobra), agora });
  await planCiencia(sql, contaId, { empresaId, documentos: listCiencia(lidos, cnpj), agora });
  const canceladas = await findCanceladas(sql, contaId, contados);
  const chaves = [...new Set([...received.chaves, ...canceladas])].filter(hasConsulta);
  const validates = chaves.map((chave) => toValidate(chave, { venceEm: agora }));
  await planTarefas(sql, contaId, proxima ? [...validates, proxima] : validates);
  await insertRegistros(sql, contaId, received.registros);
  await publish(sql, contaId, { agora, feed: received.feed, mudas: received.mudas });
}

/** A read answer to a query by last NSU. `proxima`: null while this run continues. */
export type Pagina = Lote & {
  depoisDe: string;
  cStat: string;
  xMotivo: string;
  ultNSU: string | null;
  maxNSU: string | null;
  proxima: TarefaNova | null;
};

/**
 * Stores a page and moves the position, in one transaction.
 * @returns false when another attempt moved the position, or the empresa has another CNPJ: then nothing
 * was written
 */
export async function keepPagina(sql: Sql, contaId: string, pagina: Pagina): Promise<boolean> {
  const { passeio, lidos, agora, depoisDe, maxNSU } = pagina;
  if (!(await holdEmpresa(sql, contaId, pagina))) return false;
  const atual = await lockDistribuicao(sql, contaId, passeio);
  if (atual.ultNSU !== depoisDe) return false;
  const recebidos = lidos.map(({ nsu }) => nsu).toSorted();
  const chegou = readPosicao({ ...pagina, documentos: lidos }, depoisDe);
  // No NSU is missing before the first one received: SEFAZ keeps documents for 90 days.
  const [first] = recebidos;
  const desde = atual.primeiroNSU === null && first !== undefined ? toNsu(Number(first) - 1) : depoisDe;
  const isBegun = atual.primeiroNSU !== null || first !== undefined;
  const vao = { depoisDe: desde, ate: chegou, recebidos };
  const nsus = isBegun ? listLacunas(vao) : [];
  await insertLacunas(sql, contaId, { ...passeio, nsus, agora });
  const primeiroNSU = atual.primeiroNSU ?? first ?? null;
  const puladas = atual.puladas + (isBegun ? countPuladas(vao) : 0);
  await saveMarco(sql, contaId, { ...atual, ultNSU: chegou, primeiroNSU, puladas });
  const { cStat, xMotivo } = pagina;
  await saveOuvida(sql, contaId, { ...passeio, cStat, xMotivo, maxNSU, falha: null, consumos: 0, agora });
  await saveAceita(sql, contaId, { ...passeio, agora });
  await keepLote(sql, contaId, pagina);
  return true;
}

/** A read answer to a query for a single NSU. */
export type Pontual = Lote & { nsu: string; max: number };

/**
 * Stores the answer for one NSU; after the last attempt an unreadable document is accepted as it is.
 * @returns false when the empresa has another CNPJ by now: then nothing was written
 */
export async function keepPontual(sql: Sql, contaId: string, pontual: Pontual): Promise<boolean> {
  const { passeio, lidos, nsu, max, agora } = pontual;
  if (!(await holdEmpresa(sql, contaId, pontual))) return false;
  const good = lidos.filter(({ kind }) => kind !== "ilegivel").map((lido) => lido.nsu);
  await deleteLacunas(sql, contaId, { ...passeio, nsus: good });
  if (!good.includes(nsu)) await leaveLacuna(sql, contaId, { ...passeio, nsu, max, agora });
  await keepLote(sql, contaId, pontual);
  return true;
}

function toContados(lido: LidoDistribuido, empresaId: string): Contado[] {
  if (!("fato" in lido) || lido.fato === null) return [];
  const { fato, nsu, esquema } = lido;
  const resumo = lido.kind === "resumo" ? lido.xmlGzip : null;
  return [{ fato, empresaId, origem: "distribuicao", esquema, nsu, resumo }];
}

function toSobra(lido: LidoDistribuido): Sobra[] {
  if (lido.kind !== "sobra" && lido.kind !== "ilegivel") return [];
  const { nsu, esquema, xmlGzip } = lido;
  return [{ nsu, esquema, xmlGzip, estado: lido.kind === "sobra" ? "guardada" : "aberta" }];
}

// Only documents that SEFAZ itself reports as authorized: in its summary, or in the protocol it sends.
function toAutorizado(lido: LidoDistribuido): Autorizado[] {
  const digVal =
    lido.kind === "nota"
      ? lido.nota.protocolo?.digVal
      : lido.kind === "resumo" && lido.resumo.de === "nota"
        ? lido.resumo.digVal
        : null;
  return digVal && "fato" in lido && lido.fato ? [{ chave: lido.fato.chave, digVal }] : [];
}

/** Authorized documents of other issuers, reported as a summary. */
function listCiencia(
  lidos: readonly LidoDistribuido[],
  cnpj: string,
): { chave: string; autorizadaEm: Date }[] {
  return lidos.flatMap((lido) => {
    if (lido.kind !== "resumo" || lido.resumo.de !== "nota" || lido.fato.cSitNFe !== 1) return [];
    const { chave, cnpjEmitente, dataEvento } = lido.fato;
    return cnpjEmitente === cnpj ? [] : [{ chave, autorizadaEm: dataEvento }];
  });
}

/**
 * Chaves of visible notas that SEFAZ reports as cancelled: their consulta runs now, not on its planned
 * day.
 */
async function findCanceladas(sql: Sql, contaId: string, contados: readonly Contado[]): Promise<string[]> {
  const chaves = contados.filter(({ fato }) => fato.cSitNFe === 3).map(({ fato }) => fato.chave);
  return (await findVisoes(sql, contaId, chaves)).filter(isPublished).map(({ chave }) => chave);
}
