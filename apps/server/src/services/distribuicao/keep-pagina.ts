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

/** What came of one question, about one walk of an empresa whose CNPJ is given. `proxima`: the next turn of the walk, where it is planned. */
export type Lote = {
  passeio: Passeio;
  cnpj: string;
  lidos: readonly LidoDistribuido[];
  agora: Date;
  proxima?: TarefaNova | null;
};

/**
 * Holds the conta's empresas as they are until the transaction ends, and says whether this one is still of the CNPJ that was asked about.
 * First of all: who changes an empresa takes them alone, and then its walk and its tarefas.
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
 * Keeps what SEFAZ sent: notas, eventos, records, and what is none of them; last it publishes. The caller writes in the same transaction
 * where the walk stands, so that a crash loses nothing and doubles nothing.
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

/** An answer to "what came after this NSU", read. `proxima`: null while this run goes on. */
export type Pagina = Lote & {
  depoisDe: string;
  cStat: string;
  xMotivo: string;
  ultNSU: string | null;
  maxNSU: string | null;
  proxima: TarefaNova | null;
};

/**
 * Keeps a page and moves the walk on, all or nothing.
 * @returns false when the walk has gone on without this attempt, or the empresa is of another CNPJ by now: then nothing was written
 */
export async function keepPagina(sql: Sql, contaId: string, pagina: Pagina): Promise<boolean> {
  const { passeio, lidos, agora, depoisDe, maxNSU } = pagina;
  if (!(await holdEmpresa(sql, contaId, pagina))) return false;
  const atual = await lockDistribuicao(sql, contaId, passeio);
  if (atual.ultNSU !== depoisDe) return false;
  const recebidos = lidos.map(({ nsu }) => nsu).toSorted();
  const chegou = readPosicao({ ...pagina, documentos: lidos }, depoisDe);
  // Before the first that ever came nothing is missing: SEFAZ keeps 90 days.
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

/** What came of an NSU that was asked for by itself, read. */
export type Pontual = Lote & { nsu: string; max: number };

/**
 * Keeps what came under one NSU; what is unreadable for the last time is left as it is.
 * @returns false when the empresa is of another CNPJ by now: then nothing was written
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

// Only what SEFAZ itself says that it authorized: in its summary, or in the protocol that it sends along.
function toAutorizado(lido: LidoDistribuido): Autorizado[] {
  const digVal =
    lido.kind === "nota"
      ? lido.nota.protocolo?.digVal
      : lido.kind === "resumo" && lido.resumo.de === "nota"
        ? lido.resumo.digVal
        : null;
  return digVal && "fato" in lido && lido.fato ? [{ chave: lido.fato.chave, digVal }] : [];
}

/** Documents of others that SEFAZ told of in short, authorized. */
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

/** Chaves of shown notas that SEFAZ says were cancelled: the question about them is asked now, not on its day. */
async function findCanceladas(sql: Sql, contaId: string, contados: readonly Contado[]): Promise<string[]> {
  const chaves = contados.filter(({ fato }) => fato.cSitNFe === 3).map(({ fato }) => fato.chave);
  return (await findVisoes(sql, contaId, chaves)).filter(isPublished).map(({ chave }) => chave);
}
