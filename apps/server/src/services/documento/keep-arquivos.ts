import type { EventoLido, NotaLida } from "@malote/dfe";
import { diaInZona, zonaOfUf } from "@malote/syntax";
import { newId, type Sql } from "../../db/index.ts";
import { closeEmail, insertAnexos, type LinhaAnexo } from "../email/email-ingest.rows.ts";
import { findCasa } from "../empresa/casa.rows.ts";
import { findNotasOfEventos, type NovoEvento, saveEventos } from "../evento/evento.rows.ts";
import { type FeedItem, publish } from "../feed/publica.rows.ts";
import { findVisoes, insertNotas, markCancelamentos, updateNotas } from "../nota/nota-ingest.rows.ts";
import { saveParticipantes } from "../participante/participante.rows.ts";
import { toValidate } from "../sefaz/sefaz.rules.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { insertDocumentos, lockChaves, type NovoDocumento } from "./documento.rows.ts";
import {
  type Copia,
  isPublished,
  isQuarentena,
  type PlanoNotas,
  planNotas,
  type Sorte,
} from "./documento.rules.ts";

type Linha = Omit<LinhaAnexo, "destino" | "motivo" | "detalhe" | "documentoId">;

/** One part, read: its line in the ledger, and the document it holds or the fate it has without one. */
export type Lido =
  | { kind: "outro"; linha: Linha; sorte: Sorte }
  | { kind: "nota"; linha: Linha; documento: NovoDocumento; nota: NotaLida }
  | { kind: "evento"; linha: Linha; documento: NovoDocumento; evento: EventoLido };

/** Parts of one e-mail that are kept together; `last` ends the e-mail. */
export type Lote = { emailId: string; lidos: readonly Lido[]; last: boolean };

type LidoNota = Extract<Lido, { kind: "nota" }>;
type LidoEvento = Extract<Lido, { kind: "evento" }>;

/**
 * Keeps a chunk of an e-mail in one transaction: documents, views, eventos, ledger, the tarefas that ask SEFAZ, and last what is
 * published. Run again after a crash, it changes nothing that stands.
 * @returns chaves that SEFAZ is to be asked about
 */
export async function keepArquivos(
  sql: Sql,
  contaId: string,
  { emailId, lidos, last, agora }: Lote & { agora: Date },
): Promise<string[]> {
  const documented = lidos.filter((lido) => lido.kind !== "outro");
  await lockChaves(
    sql,
    contaId,
    documented.map((lido) => lido.documento.chave),
  );
  const kept = await insertDocumentos(sql, contaId, {
    documentos: documented.map((lido) => lido.documento),
    agora,
  });
  const ids = new Map(documented.map((lido, i) => [lido, kept[i] ?? { id: "", novo: false }]));
  const notas = await keepNotas(sql, contaId, { lidos: documented.filter(isNota), ids, agora });
  const eventos = await keepEventos(sql, contaId, { lidos: documented.filter(isEvento), ids, agora });
  const sortes = new Map<Lido, Sorte>([...notas.sortes, ...eventos.sortes]);
  await insertAnexos(sql, contaId, {
    emailId,
    anexos: lidos.map((lido) => toAnexo(lido, { sorte: sortes.get(lido), id: idOf(lido, ids) })),
  });
  const chaves = [...new Set([...notas.chaves, ...eventos.chaves])];
  await planTarefas(
    sql,
    contaId,
    chaves.map((alvo) => toValidate(alvo, { venceEm: agora })),
  );
  if (last) await closeEmail(sql, contaId, { emailId });
  const { feed, deltas } = notas.plano;
  await publish(sql, contaId, { agora, feed: [...feed, ...eventos.feed], deltas });
  return chaves;
}

type Ids = ReadonlyMap<Lido, { id: string; novo: boolean }>;
type Turno<L> = { lidos: readonly L[]; ids: Ids; agora: Date };

async function keepNotas(
  sql: Sql,
  contaId: string,
  { lidos, ids, agora }: Turno<LidoNota>,
): Promise<{ plano: PlanoNotas; sortes: [Lido, Sorte][]; chaves: string[] }> {
  const copias = lidos.map((lido) => toCopia(lido, ids));
  const casa = await findCasa(sql, contaId);
  const zona = zonaOfUf(casa.uf);
  const atuais = await findVisoes(
    sql,
    contaId,
    lidos.map((lido) => lido.nota.chaveAcesso),
  );
  const diaOf = (instant: Date): string => diaInZona(instant, zona);
  const plano = planNotas(copias, atuais, { empresas: casa.empresas, newId, diaOf });
  await insertNotas(sql, contaId, { entries: plano.novas, agora });
  await updateNotas(sql, contaId, { entries: plano.trocas, agora });
  const changed = [...plano.novas, ...plano.trocas];
  const chaves = [...new Set(changed.map(({ visao }) => visao.chave))];
  const asked = changed.filter(({ visao }) => isPublished(visao)).map(({ visao }) => visao.chave);
  await markCancelamentos(sql, contaId, chaves);
  // The trusted last: theirs are the names that stay.
  for (const confiavel of [false, true]) {
    const notas = changed
      .filter(({ visao }) => visao.quarentena !== confiavel)
      .map(({ copia }) => copia.nota);
    const partes = notas.flatMap(({ emitente, destinatario }) => [
      emitente,
      ...(destinatario ? [destinatario] : []),
    ]);
    await saveParticipantes(sql, contaId, { partes, confiavel, agora });
  }
  const sortes = lidos.map((lido, i): [Lido, Sorte] => [lido, plano.sortes[i] ?? missing(lido)]);
  return { plano, sortes, chaves: [...new Set(asked)] };
}

async function keepEventos(
  sql: Sql,
  contaId: string,
  { lidos, ids, agora }: Turno<LidoEvento>,
): Promise<{ feed: FeedItem[]; sortes: [Lido, Sorte][]; chaves: string[] }> {
  const genuine = lidos.filter((lido) => !isQuarentena(lido.documento.situacao));
  const eventos = genuine.map((lido) => toEvento(lido, idOf(lido, ids) ?? ""));
  const novos = await saveEventos(sql, contaId, { eventos, agora });
  const chaves = [...new Set(novos.map((evento) => evento.chave))];
  await markCancelamentos(sql, contaId, chaves);
  const shown = await findNotasOfEventos(sql, contaId, novos);
  const feed = shown.map((each): FeedItem => ({ tipo: "evento", ...each }));
  const sortes = lidos.map((lido): [Lido, Sorte] => [
    lido,
    sorteOfEvento(lido, ids.get(lido)?.novo ?? false),
  ]);
  return { feed, sortes, chaves: [...new Set(await onlyWithNota(sql, contaId, chaves))] };
}

// Nobody spends the customer's questions on a chave of which the conta shows no nota.
async function onlyWithNota(sql: Sql, contaId: string, chaves: readonly string[]): Promise<string[]> {
  if (chaves.length === 0) return [];
  return (await findVisoes(sql, contaId, chaves)).filter(isPublished).map((visao) => visao.chave);
}

function isNota(lido: Lido): lido is LidoNota {
  return lido.kind === "nota";
}

function isEvento(lido: Lido): lido is LidoEvento {
  return lido.kind === "evento";
}

function idOf(lido: Lido, ids: Ids): string | null {
  return ids.get(lido)?.id ?? null;
}

function toCopia(lido: LidoNota, ids: Ids): Copia {
  const { id, novo } = ids.get(lido) ?? { id: "", novo: false };
  return { documentoId: id, novo, nota: lido.nota, situacao: lido.documento.situacao };
}

function toEvento({ evento, documento }: LidoEvento, documentoId: string): NovoEvento {
  return {
    chave: evento.chaveAcesso,
    tpEvento: evento.tpEvento,
    nSeq: Number(evento.nSeqEvento),
    descEvento: evento.descEvento,
    protocolo: evento.protocolo,
    protocoloData: evento.protocoloData,
    cStat: evento.cStat,
    origem: "email",
    situacao: documento.situacao,
    documentoId,
  };
}

function sorteOfEvento(lido: LidoEvento, novo: boolean): Sorte {
  const { situacao } = lido.documento;
  if (!novo) return { destino: "duplicada", motivo: "mesmo-arquivo", detalhe: null };
  if (situacao === "suspeita") return { destino: "quarentena", motivo: "suspeita", detalhe: null };
  if (situacao === "assinatura-invalida") return { destino: "quarentena", motivo: situacao, detalhe: null };
  const registered = lido.evento.protocolo !== null;
  return { destino: "evento", motivo: registered ? null : "evento-nao-autorizado", detalhe: null };
}

function missing(lido: LidoNota): never {
  throw new Error(`no fate was decided for part ${lido.linha.caminho}`);
}

function toAnexo(lido: Lido, has: { sorte: Sorte | undefined; id: string | null }): LinhaAnexo {
  const sorte = lido.kind === "outro" ? lido.sorte : has.sorte;
  if (!sorte) throw new Error(`no fate was decided for part ${lido.linha.caminho}`);
  return { ...lido.linha, ...sorte, documentoId: has.id };
}
