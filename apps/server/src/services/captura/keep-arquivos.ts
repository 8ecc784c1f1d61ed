import type { EventoLido, NotaLida } from "@malote/dfe";
import type { Sql } from "../../db/index.ts";
import { insertDocumentos, lockChaves, type NovoDocumento } from "../documento/documento.rows.ts";
import { type Copia, isPublished, type PlanoNotas, type Visao } from "../documento/documento.rules.ts";
import {
  heedSefaz,
  isHomologacao,
  isQuarentena,
  isReparada,
  type Sorte,
  sorteOfQuarentena,
} from "../documento/merito.rules.ts";
import { type Caro, closeEmailCaro } from "../email/close-email-caro.ts";
import { closeEmail, findProprios, insertAnexos, type LinhaAnexo } from "../email/email-ingest.rows.ts";
import { findNotasOfEventos, type NovoEvento, saveEventos } from "../evento/evento.rows.ts";
import { isRegistrado } from "../evento/evento.rules.ts";
import { type FeedItem, publish } from "../feed/publica.rows.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-marca.rows.ts";
import { findVisoes, markCancelamentos } from "../nota/nota-ingest.rows.ts";
import { hasConsulta, toValidate } from "../sefaz/sefaz.rules.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { placeCopias } from "./place-copias.ts";

type Linha = Omit<LinhaAnexo, "destino" | "motivo" | "detalhe" | "documentoId">;

/** One part after reading: its row in the ledger, and its document or its outcome without one. */
export type Lido =
  | { kind: "outro"; linha: Linha; sorte: Sorte }
  | { kind: "nota"; linha: Linha; documento: NovoDocumento; nota: NotaLida }
  | {
      kind: "evento";
      linha: Linha;
      documento: NovoDocumento;
      evento: EventoLido;
      /** It was in the file of its nota, which is valid. */
      daNota?: boolean;
    };

/**
 * Parts of one e-mail that are stored together; `last`
 * ends the e-mail, `caro` as one over its CPU allowance.
 */
export type Lote = { emailId: string; lidos: readonly Lido[]; last: boolean; caro?: Caro | null };

type LidoNota = Extract<Lido, { kind: "nota" }>;
type LidoEvento = Extract<Lido, { kind: "evento" }>;

/**
 * Stores a chunk of an e-mail in one transaction: documents, notas, eventos, ledger, SEFAZ tasks,
 * and last the publication. A second run after a crash changes nothing that is stored.
 * @returns chaves to query at SEFAZ
 */
export async function keepArquivos(
  sql: Sql,
  contaId: string,
  { emailId, lidos, last, caro, agora }: Lote & { agora: Date },
): Promise<string[]> {
  const guardados = await keepDocumentos(sql, contaId, { emailId, lidos, agora });
  const notas = await keepNotas(sql, contaId, { ...guardados, agora });
  const eventos = await keepEventos(sql, contaId, { ...guardados, agora });
  const sortes = new Map<Lido, Sorte>([...notas.sortes, ...eventos.sortes]);
  const { ids } = guardados;
  await insertAnexos(sql, contaId, {
    emailId,
    anexos: lidos.map((lido) => toAnexo(lido, { sorte: sortes.get(lido), id: ids.get(lido)?.id ?? null })),
  });
  const chaves = [...new Set([...notas.chaves, ...eventos.chaves])].filter(hasConsulta);
  await planTarefas(
    sql,
    contaId,
    chaves.map((alvo) => toValidate(alvo, { venceEm: agora })),
  );
  if (last && caro) await closeEmailCaro(sql, contaId, { emailId, ...caro, agora });
  else if (last) await closeEmail(sql, contaId, { emailId });
  const { mudas } = eventos;
  await publish(sql, contaId, { agora, feed: [...notas.plano.feed, ...eventos.feed], mudas });
  return chaves;
}

/** propria: not new, but only this part brought it, when it was last read. */
type Guardado = { id: string; documento: NovoDocumento; novo: boolean; propria: boolean };
type Guardados = { ids: ReadonlyMap<Lido, Guardado>; atuais: readonly Visao[] };
type Turno = Guardados & { agora: Date };

/**
 * Stores the XMLs, with verdicts adjusted to SEFAZ's digests; `atuais` are the notas before the change.
 */
async function keepDocumentos(
  sql: Sql,
  contaId: string,
  { emailId, lidos, agora }: { emailId: string; lidos: readonly Lido[]; agora: Date },
): Promise<Guardados> {
  const documented = lidos.filter((lido) => lido.kind !== "outro");
  const chaves = documented.map((lido) => lido.documento.chave);
  await lockChaves(sql, contaId, chaves);
  const atuais = await findVisoes(sql, contaId, chaves);
  const authorized = new Map(atuais.map((visao) => [visao.chave, visao.sefazDigVal]));
  const documentos = documented.map(({ kind, documento }) =>
    kind === "nota" ? heedSefaz(documento, authorized.get(documento.chave) ?? null) : documento,
  );
  const kept = await insertDocumentos(sql, contaId, { documentos, agora });
  const ids = new Map<Lido, Guardado>();
  for (const [i, documento] of documentos.entries()) {
    const [lido, place] = [documented[i], kept[i]];
    if (lido && place) ids.set(lido, { ...place, documento, propria: false });
  }
  await claimProprias(sql, contaId, { emailId, ids });
  return { ids, atuais };
}

// When a message is read again, its parts own what they brought
// first; a second copy of the same bytes stays a duplicate.
async function claimProprias(
  sql: Sql,
  contaId: string,
  { emailId, ids }: { emailId: string; ids: ReadonlyMap<Lido, Guardado> },
): Promise<void> {
  const known = [...ids].flatMap(([lido, guardado]) => (guardado.novo ? [] : [{ lido, guardado }]));
  const partes = known.map(({ lido, guardado }) => ({
    caminho: lido.linha.caminho,
    documentoId: guardado.id,
  }));
  const proprios = await findProprios(sql, contaId, { emailId, partes });
  const claimed = new Set([...ids.values()].flatMap(({ id, novo }) => (novo ? [id] : [])));
  for (const { lido, guardado } of known) {
    if (!proprios.has(lido.linha.caminho) || claimed.has(guardado.id)) continue;
    claimed.add(guardado.id);
    guardado.propria = true;
  }
}

async function keepNotas(
  sql: Sql,
  contaId: string,
  { ids, atuais, agora }: Turno,
): Promise<{ plano: PlanoNotas; sortes: [Lido, Sorte][]; chaves: string[] }> {
  const notas = [...ids].flatMap(([lido, guardado]) => (lido.kind === "nota" ? [{ lido, guardado }] : []));
  const copias = notas.map(({ lido, guardado }) => toCopia(lido, guardado));
  const plano = await placeCopias(sql, contaId, { copias, atuais, agora });
  const changed = [...plano.novas, ...plano.trocas].map(({ visao }) => visao);
  const sortes = notas.map(({ lido }, i): [Lido, Sorte] => [lido, plano.sortes[i] ?? missing(lido)]);
  return { plano, sortes, chaves: changed.filter(isPublished).map(({ chave }) => chave) };
}

async function keepEventos(
  sql: Sql,
  contaId: string,
  { ids, agora }: Turno,
): Promise<{ feed: FeedItem[]; mudas: string[]; sortes: [Lido, Sorte][]; chaves: string[] }> {
  const lidos = [...ids].flatMap(([lido, guardado]) => (lido.kind === "evento" ? [{ lido, guardado }] : []));
  const genuine = lidos.filter(
    ({ lido, guardado }) => !isQuarentena(guardado.documento) || isSoRegistro(lido, guardado),
  );
  const eventos = genuine.map(({ lido, guardado }) => toEvento(lido, guardado.id));
  const novos = await saveEventos(sql, contaId, { eventos, agora });
  const chaves = [...new Set(novos.map((evento) => evento.chave))];
  const mudas = await markCancelamentos(sql, contaId, { chaves, agora });
  await markManifestacoes(sql, contaId, { chaves, agora });
  const shown = await findNotasOfEventos(sql, contaId, novos);
  const feed = shown.map((each): FeedItem => ({ tipo: "evento", ...each }));
  const sortes = lidos.map(({ lido, guardado }): [Lido, Sorte] => [lido, sorteOfEvento(lido, guardado)]);
  return { feed, mudas, sortes, chaves: await onlyWithNota(sql, contaId, chaves) };
}

// Only a chave with a visible nota is queried, to spare the customer's SEFAZ quota.
async function onlyWithNota(sql: Sql, contaId: string, chaves: readonly string[]): Promise<string[]> {
  if (chaves.length === 0) return [];
  return (await findVisoes(sql, contaId, chaves)).filter(isPublished).map((visao) => visao.chave);
}

function toCopia({ nota }: LidoNota, { id, novo, propria, documento }: Guardado): Copia {
  const { veredito, achados } = documento;
  return {
    documentoId: id,
    novo,
    propria,
    nota,
    veredito,
    achados,
    protocolo: nota.protocolo?.cStat ?? null,
  };
}

function toEvento({ evento, documento }: LidoEvento, documentoId: string): NovoEvento {
  return {
    chave: evento.chaveAcesso,
    tpEvento: evento.tpEvento,
    nSeq: Number(evento.nSeqEvento),
    autor: evento.autor,
    descEvento: evento.descEvento,
    protocolo: evento.protocolo,
    protocoloData: evento.protocoloData,
    cStat: evento.cStat,
    origem: "email",
    veredito: documento.veredito,
    documentoId,
  };
}

/**
 * SEFAZ's bare answer to an evento, inside the file of a valid
 * nota: it is shown, does not count, and SEFAZ is queried.
 */
function isSoRegistro({ daNota, evento }: LidoEvento, { documento }: Guardado): boolean {
  const { achados } = documento;
  const isAnswer = achados.some(({ codigo }) => codigo === "so-registro") && !isHomologacao({ achados });
  return daNota === true && isAnswer && isRegistrado(evento.cStat);
}

function sorteOfEvento(lido: LidoEvento, guardado: Guardado): Sorte {
  const { novo, propria, documento } = guardado;
  if (!novo && !propria) return { destino: "duplicada", motivo: "mesmo-arquivo", detalhe: null };
  if (isSoRegistro(lido, guardado)) return { destino: "evento", motivo: "evento-so-registro", detalhe: null };
  const quarentena = sorteOfQuarentena(documento);
  if (quarentena) return quarentena;
  const kept = isReparada(documento) ? "reparada" : null;
  const motivo = isRegistrado(lido.evento.cStat) ? kept : "evento-nao-autorizado";
  return { destino: "evento", motivo, detalhe: null };
}

function missing(lido: LidoNota): never {
  throw new Error(`no outcome was decided for part ${lido.linha.caminho}`);
}

function toAnexo(lido: Lido, has: { sorte: Sorte | undefined; id: string | null }): LinhaAnexo {
  const sorte = lido.kind === "outro" ? lido.sorte : has.sorte;
  if (!sorte) throw new Error(`no outcome was decided for part ${lido.linha.caminho}`);
  return { ...lido.linha, ...sorte, documentoId: has.id };
}
