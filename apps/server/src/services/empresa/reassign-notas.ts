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

/** Chaves placed in one transaction; documents read at a time, whose XML is in memory together. */
const LOTE = 500;
const LEITURA = 50;
/** Views of one page, and pages of one run; the rest is another tarefa, so that nobody waits for a conta of millions. */
const JANELA = 2_000;
const PAGINAS = 10;
/** Times that a batch is read again because a copy came meanwhile. */
const VOLTAS_MAX = 5;

/**
 * The alvo of the run after an upgrade that reads more parties of a document than before
 * (docs/adr/0065-partes-de-um-documento.md).
 */
export const PARTES = "partes";

/**
 * Places the documents that name a CNPJ by the companies that the conta has now (architecture §4).
 * Run again, it changes nothing that stands. alvo: the CNPJ, or {@link PARTES} for any of the
 * conta's, and after a space the chave up to which another run has come; janela: views of one page.
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

/** cnpj: null = of any company of the conta. */
type Lote = { contaId: string; cnpj: string | null; chaves: readonly string[] };

async function placeLote(ctx: AppContext, { contaId, cnpj, chaves }: Lote): Promise<void> {
  let left = chaves;
  for (let volta = 0; left.length > 0; volta += 1) {
    if (volta === VOLTAS_MAX) throw new Error(`copies of ${left.length} documents keep coming`);
    const lidas = await readCopias(ctx, { contaId, cnpj, chaves: left });
    const agora = ctx.clock.now();
    left = await ctx.database.withContaSql(contaId, (sql) => placeLidas(sql, contaId, { lidas, agora }));
  }
}

/** Copies that were read, by chave; first those on which views stood. */
type Lidas = ReadonlyMap<string, readonly { id: string; nota: NotaLida }[]>;

// Outside of any transaction: reading is work. A document that does not have the CNPJ in it is nobody's but whose it was.
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

// Parties that the version before did not read: the notas of a company that is added later are
// found by their parties only.
async function namePartes(ctx: AppContext, contaId: string, lidas: Lidas): Promise<void> {
  const partes = [...lidas.values()].flat().flatMap(({ nota }) => nota.partes);
  const agora = ctx.clock.now();
  await ctx.database.withContaSql(contaId, (sql) =>
    saveParticipantes(sql, contaId, { partes, confiavel: false, agora }),
  );
}

/** @returns chaves that must be read again: a copy that nobody had read took a view over meanwhile */
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
  // Sides first: a view that goes over leaves its own to another.
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

/** Nothing more is tried: documents may stay with those who had them, until the company is saved again. */
export function giveUpReassign(
  ctx: AppContext,
  { contaId, alvo, motivo }: { contaId: string; alvo: string; motivo: string },
): void {
  ctx.log.error({ contaId, alvo, motivo }, "os documentos de uma empresa não foram redistribuídos");
}
