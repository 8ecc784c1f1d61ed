import { setImmediate as breathe } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { type NotaLida, readDfe } from "@malote/dfe";
import { diaInZona, zonaOfUf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { newId, type Sql } from "../../db/index.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import type { Copia, Visao } from "../documento/documento.rules.ts";
import type { Julgado } from "../documento/merito.rules.ts";
import { publish } from "../feed/publica.rows.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-marca.rows.ts";
import { findVisoes, insertNotas, markCancelamentos, updateNotas } from "../nota/nota-ingest.rows.ts";
import { saveParticipantes } from "../participante/participante.rows.ts";
import { hasConsulta, isConsultavel, toValidate } from "../sefaz/sefaz.rules.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { findCasa } from "./casa.rows.ts";
import {
  findCopiasGuardadas,
  findJulgados,
  findPagina,
  isParticipante,
  shareSefaz,
  turnNotas,
} from "./reassign.rows.ts";
import { type Guardada, type PlanoReassign, planReassign } from "./reassign.rules.ts";

/** LOTE: chaves per transaction. LEITURA: documents read at a time, whose XML is in memory together. */
const LOTE = 500;
const LEITURA = 50;
/**
 * JANELA: views per page. PAGINAS: pages per run. The rest becomes another tarefa, so that a conta of
 * millions does not block the queue.
 */
const JANELA = 2_000;
const PAGINAS = 10;
/** Retries of a batch whose documents got new copies in the meantime. */
const VOLTAS_MAX = 5;

/**
 * The `alvo` of the run after an upgrade that reads more parties of a document than before
 * (docs/adr/0065-partes-de-um-documento.md).
 */
export const PARTES = "partes";

/**
 * Reassigns the documents that name a CNPJ to the conta's current empresas (architecture §4).
 * Idempotent.
 * alvo: the CNPJ, or {@link PARTES} for all empresas; then a space and the last chave of the previous
 * run.
 * janela: views per page.
 */
export async function reassignNotas(
  ctx: AppContext,
  { contaId, alvo, janela = JANELA }: { contaId: string; alvo: string; janela?: number },
): Promise<void> {
  const [quem = "", from = ""] = alvo.split(" ");
  const cnpj = quem === PARTES ? null : quem;
  const ask = <T>(fn: (sql: Sql) => Promise<T>) => ctx.database.withContaSql(contaId, fn);
  if (cnpj !== null && !(await ask((sql) => isParticipante(sql, contaId, cnpj)))) return;
  let depois = from;
  for (let n = 0; n < PAGINAS; n += 1) {
    const { chaves, ate } = await ask((sql) => findPagina(sql, contaId, { cnpj, depois, janela }));
    if (ate === null) return;
    for (const lote of slices(chaves, LOTE)) await placeLote(ctx, { contaId, cnpj, chaves: lote });
    depois = ate;
  }
  const rest = { tipo: "empresa", alvo: `${quem} ${depois}`, venceEm: ctx.clock.now() } as const;
  await ask((sql) => planTarefas(sql, contaId, [rest]));
  ctx.wake?.();
}

/** cnpj: null for any empresa of the conta. */
type Lote = { contaId: string; cnpj: string | null; chaves: readonly string[] };

async function placeLote(ctx: AppContext, { contaId, cnpj, chaves }: Lote): Promise<void> {
  let left = chaves;
  for (let volta = 0; left.length > 0; volta += 1) {
    if (volta === VOLTAS_MAX) throw new Error(`new copies of ${left.length} documents keep arriving`);
    const lidas = await readCopias(ctx, { contaId, cnpj, chaves: left });
    const agora = ctx.clock.now();
    left = await ctx.database.withContaSql(contaId, (sql) => placeLidas(sql, contaId, { lidas, agora }));
  }
}

/** The copies read, by chave; first those that views show. */
type Lidas = ReadonlyMap<string, readonly { id: string; nota: NotaLida }[]>;

// Outside any transaction, because reading takes time. Skips documents that do not contain the CNPJ.
async function readCopias(ctx: AppContext, { contaId, cnpj, chaves }: Lote): Promise<Lidas> {
  const lidas = new Map<string, { id: string; nota: NotaLida }[]>();
  for (const some of slices(chaves, LEITURA)) {
    const rows = await ctx.database.withContaSql(contaId, (sql) => findCopiasGuardadas(sql, contaId, some));
    const opened = rows.map(({ id, chave, xmlGzip }) => ({ id, chave, xml: gunzipSync(xmlGzip) }));
    const isNaming = (xml: Buffer): boolean => cnpj === null || xml.includes(cnpj);
    const naming = new Set(opened.filter(({ xml }) => isNaming(xml)).map(({ chave }) => chave));
    for (const { id, chave, xml } of opened) {
      if (!naming.has(chave)) continue;
      const leitura = ctx.readDfe ? await ctx.readDfe(xml) : readDfe(xml);
      if (leitura.kind === "nota")
        lidas.set(chave, [...(lidas.get(chave) ?? []), { id, nota: leitura.nota }]);
      await breathe();
    }
  }
  if (cnpj === null) await namePartes(ctx, contaId, lidas);
  return lidas;
}

// Stores the parties that older versions did not read:
// an empresa added later finds its notas only by their parties.
async function namePartes(ctx: AppContext, contaId: string, lidas: Lidas): Promise<void> {
  const partes = [...lidas.values()].flat().flatMap(({ nota }) => nota.partes);
  const agora = ctx.clock.now();
  await ctx.database.withContaSql(contaId, (sql) =>
    saveParticipantes(sql, contaId, { partes, confiavel: false, agora }),
  );
}

/** @returns chaves to read again: a view now shows a copy that was not among those read */
async function placeLidas(
  sql: Sql,
  contaId: string,
  { lidas, agora }: { lidas: Lidas; agora: Date },
): Promise<string[]> {
  const chaves = [...lidas.keys()];
  if (chaves.length === 0) return [];
  await lockChaves(sql, contaId, chaves);
  const { uf, empresas } = await findCasa(sql, contaId);
  const zona = zonaOfUf(uf);
  const casa = { empresas, newId, diaOf: (instant: Date) => diaInZona(instant, zona) };
  const guardadas = await findGuardadas(sql, contaId, lidas);
  const isRead = ({ atuais, copias }: Guardada) =>
    atuais.every((visao) => copias.some(({ documentoId }) => documentoId === visao.documentoId));
  const plano = planReassign([...guardadas.values()].filter(isRead), casa);
  await savePlano(sql, contaId, { plano, agora });
  return chaves.filter((chave) => !isRead(guardadas.get(chave) ?? { atuais: [], copias: [] }));
}

async function findGuardadas(sql: Sql, contaId: string, lidas: Lidas): Promise<Map<string, Guardada>> {
  const visoes = await findVisoes(sql, contaId, [...lidas.keys()]);
  const ids = [...lidas.values()].flat().map(({ id }) => id);
  const julgados = await findJulgados(sql, contaId, ids);
  const guardadas = new Map<string, { atuais: Visao[]; copias: Copia[] }>();
  for (const [chave, copias] of lidas) {
    guardadas.set(chave, { atuais: [], copias: copias.flatMap((each) => toCopia(each, julgados)) });
  }
  for (const visao of visoes) guardadas.get(visao.chave)?.atuais.push(visao);
  return guardadas;
}

function toCopia(
  { id, nota }: { id: string; nota: NotaLida },
  julgados: ReadonlyMap<string, Julgado>,
): Copia[] {
  const julgado = julgados.get(id);
  if (julgado === undefined) return [];
  return [{ ...julgado, documentoId: id, novo: true, nota, protocolo: nota.protocolo?.cStat ?? null }];
}

async function savePlano(
  sql: Sql,
  contaId: string,
  { plano, agora }: { plano: PlanoReassign; agora: Date },
): Promise<void> {
  const { novas, trocas, mudadas, reveladas, feed } = plano;
  // First the sides: a moved view frees its side for another view.
  await turnNotas(sql, contaId, { visoes: mudadas, agora });
  await updateNotas(sql, contaId, { entries: trocas, agora });
  await insertNotas(sql, contaId, { entries: novas, agora });
  const feitas = novas.map(({ visao }) => visao);
  await shareSefaz(
    sql,
    contaId,
    feitas.map(({ id }) => id),
  );
  const chaves = [...feitas, ...mudadas].map(({ chave }) => chave);
  await markCancelamentos(sql, contaId, { chaves, agora });
  await markManifestacoes(sql, contaId, { chaves, agora });
  const asked = reveladas.filter(
    ({ chave, dataEmissao }) => hasConsulta(chave) && isConsultavel(new Date(dataEmissao), agora),
  );
  const tarefas = asked.map(({ chave }) => toValidate(chave, { venceEm: agora }));
  await planTarefas(sql, contaId, tarefas);
  await publish(sql, contaId, { agora, feed });
}

function slices<T>(all: readonly T[], size: number): T[][] {
  const made: T[][] = [];
  for (let at = 0; at < all.length; at += size) made.push(all.slice(at, at + size));
  return made;
}

/**
 * After the last retry: documents may stay with the former empresas until the empresa is saved again.
 */
export function giveUpReassign(
  ctx: AppContext,
  { contaId, alvo, motivo }: { contaId: string; alvo: string; motivo: string },
): void {
  ctx.log.error({ contaId, alvo, motivo }, "os documentos de uma empresa não foram redistribuídos");
}
