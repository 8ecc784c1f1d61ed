import { createZoo, type Exemplar } from "@malote/sandbox";
import { runPipelineJob } from "../src/pipeline/run-stage.ts";
import type { Road } from "./road.ts";

/** The results of the samples, compared with the known answers. */
export type Balanco = {
  mensagens: number;
  especies: number;
  dfe: { esperados: number; reconhecidos: number };
  /** Documents behind damage, which may also be reported as unreadable. */
  talvez: { esperados: number; reconhecidos: number };
  /** Pieces of the messages plus additional parts: each must have a destino, one of those allowed. */
  partes: { vistas: number; comDestino: number; comDestinoAceito: number };
  /** Chaves printed in messages without their XML. */
  semXml: { esperadas: number; achadas: number };
  falhas: Falha[];
  /** The slowest message up to its commit, in ms, and its kind. */
  maisLenta: { especie: string; ms: number };
};

/** A message with an unexpected result. */
export type Falha = { exemplar: Exemplar; errado: string[] };

type Linha = {
  email_id: string;
  caminho: string;
  nome: string | null;
  sha256: string;
  destino: string;
  motivo: string | null;
  chave: string | null;
  natureza: string | null;
  documento_id: string | null;
};
type Mensagem = { id: string; estado: string; partes: number; chaves_sem_xml: string[] };

/** Messages put into the mailbox before each poll. */
const LOTE = 100;
/** Time limit of a job, in ms. */
const JOB_MS = 295_000;

const EXTRAIDO = ["nota", "evento", "duplicada"];

/**
 * Sends sample messages to the demo mailbox and compares each result with the known answer.
 * @param o.quantas number of samples, from the first on; by default one of every kind
 */
export async function visitZoo(road: Road, o: { semente: number; quantas?: number }): Promise<Balanco> {
  const { papelaria, info } = road.sandbox;
  const pedido = { papelaria, semente: o.semente, agora: road.clock.now(), destino: info.pop3.usuario };
  const zoo = await createZoo(pedido);
  const quantas = o.quantas ?? zoo.especies.length;
  const balanco = emptyBalanco(Math.min(quantas, zoo.especies.length));
  for (let from = 0; from < quantas; from += LOTE) {
    const size = Math.min(LOTE, quantas - from);
    const exemplares = Array.from({ length: size }, (_, n) => zoo.make(from + n));
    const mensagens = await deliver(road, exemplares, balanco);
    const linhas = await readLinhas(road, mensagens);
    exemplares.forEach((exemplar, n) => {
      const mensagem = mensagens[n];
      weigh(balanco, { exemplar, mensagem, linhas: linhas.filter((each) => each.email_id === mensagem?.id) });
    });
  }
  return balanco;
}

function emptyBalanco(especies: number): Balanco {
  return {
    mensagens: 0,
    especies,
    dfe: { esperados: 0, reconhecidos: 0 },
    talvez: { esperados: 0, reconhecidos: 0 },
    partes: { vistas: 0, comDestino: 0, comDestinoAceito: 0 },
    semXml: { esperadas: 0, achadas: 0 },
    falhas: [],
    maisLenta: { especie: "", ms: 0 },
  };
}

/** Returns the e-mail of each message, undefined where none was stored. */
async function deliver(
  road: Road,
  exemplares: readonly Exemplar[],
  balanco: Balanco,
): Promise<(Mensagem | undefined)[]> {
  const { sandbox, asOwner, run } = road;
  const { caixa } = sandbox.correio;
  const uids = exemplares.map(({ raw }) => caixa.put(raw).uidl);
  await asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
  const errors = await run("poll");
  if (errors.length > 0) throw new AggregateError(errors, "the box could not be visited");
  caixa.remove(uids);
  const ids = await findIds(road, uids);
  for (const [n, { especie }] of exemplares.entries()) {
    const id = ids[n];
    if (id === undefined) continue;
    const started = performance.now();
    await ingest(road, id);
    const ms = performance.now() - started;
    if (ms > balanco.maisLenta.ms) balanco.maisLenta = { especie, ms };
  }
  const rows = await asOwner<Mensagem>(
    "SELECT id, estado, partes, chaves_sem_xml FROM email WHERE id = ANY($1)",
    [ids.filter((id) => id !== undefined)],
  );
  return ids.map((id) => rows.find((row) => row.id === id));
}

async function findIds({ asOwner }: Road, uids: readonly string[]): Promise<(string | undefined)[]> {
  const rows = await asOwner<{ uid: string; email_id: string }>(
    "SELECT uid, email_id FROM caixa_mensagem WHERE uid = ANY($1) AND email_id IS NOT NULL",
    [uids],
  );
  const byUid = new Map(rows.map(({ uid, email_id }) => [uid, email_id]));
  return uids.map((uid) => byUid.get(uid));
}

async function ingest({ ctx, contaId, asOwner }: Road, alvo: string): Promise<void> {
  const [tarefa] = await asOwner<{ id: string; tentativa: number }>(
    `UPDATE tarefa SET estado = 'feita' WHERE tipo = 'ingest' AND alvo = $1 AND estado = 'pendente'
     RETURNING id, tentativa`,
    [alvo],
  );
  if (!tarefa) return;
  const prazo = new Date(ctx.clock.now().getTime() + JOB_MS);
  await runPipelineJob(ctx, { ...tarefa, tarefaId: tarefa.id, contaId, tipo: "ingest", alvo, prazo });
}

async function readLinhas(road: Road, mensagens: readonly (Mensagem | undefined)[]): Promise<Linha[]> {
  return await road.asOwner<Linha>(
    `SELECT a.email_id, a.caminho, a.nome, a.sha256, a.destino, a.motivo, a.documento_id, d.chave, d.natureza
     FROM anexo a LEFT JOIN documento d ON d.conta_id = a.conta_id AND d.id = a.documento_id
     WHERE a.email_id = ANY($1) AND a.caminho <> '0' ORDER BY a.caminho`,
    [mensagens.flatMap((mensagem) => (mensagem ? [mensagem.id] : []))],
  );
}

type Vista = { exemplar: Exemplar; mensagem: Mensagem | undefined; linhas: readonly Linha[] };

function weigh(balanco: Balanco, vista: Vista): void {
  const { exemplar, mensagem, linhas } = vista;
  const { dfe, talvez, semXml } = exemplar.gabarito;
  const found = countDocumentos(linhas);
  const missed = takeAll(found, dfe);
  const doubted = takeAll(found, talvez);
  const lost = findLost(exemplar, linhas);
  const odd = linhas.filter((linha) => !isAccepted(vista, linha));
  const silent = linhas.filter(({ destino, motivo }) => !EXTRAIDO.includes(destino) && motivo === null);
  const unprinted = semXml.filter((chave) => !mensagem?.chaves_sem_xml.includes(chave));
  const vistas = linhas.length + lost.length;
  balanco.mensagens += 1;
  add(balanco.dfe, { esperados: dfe.length, reconhecidos: dfe.length - missed.length });
  add(balanco.talvez, { esperados: talvez.length, reconhecidos: talvez.length - doubted.length });
  add(balanco.partes, {
    vistas,
    comDestino: vistas - lost.length - silent.length,
    comDestinoAceito: vistas - lost.length - odd.length,
  });
  add(balanco.semXml, { esperadas: semXml.length, achadas: semXml.length - unprinted.length });
  const errado = [
    ...tellMensagem(vista),
    ...missed.map(({ chave, natureza }) => `${natureza} ${chave} was not extracted`),
    ...lost.map((what) => `${what} has no fate`),
    ...odd.map((linha) => `part ${linha.caminho} (${linha.nome}) became ${sinaOf(linha)}`),
    ...silent.map(({ caminho, nome }) => `part ${caminho} (${nome}) has no reason`),
    ...[...found.keys()].map((what) => `${what} was not expected`),
    ...unprinted.map((chave) => `the printed key ${chave} was not seen`),
  ];
  if (errado.length > 0) balanco.falhas.push({ exemplar, errado });
}

function add<K extends string>(sums: Record<K, number>, more: Record<K, number>): void {
  for (const key of Object.keys(more) as K[]) sums[key] += more[key];
}

/** The counters of the e-mail must match its rows. */
function tellMensagem({ mensagem, linhas }: Vista): string[] {
  if (!mensagem) return ["the message is not here"];
  return [
    ...(mensagem.estado === "em-leitura" ? ["the message was not read to its end"] : []),
    ...(mensagem.partes === linhas.length
      ? []
      : [`${mensagem.partes} parts are counted of ${linhas.length}`]),
  ];
}

/** Number of distinct documents of each kind and chave. */
function countDocumentos(linhas: readonly Linha[]): Map<string, number> {
  const documentos = new Map(
    linhas
      .filter(({ destino }) => EXTRAIDO.includes(destino))
      .map(({ documento_id, natureza, chave }) => [documento_id, `${natureza} ${chave}`]),
  );
  const found = new Map<string, number>();
  for (const what of documentos.values()) found.set(what, (found.get(what) ?? 0) + 1);
  return found;
}

/** Removes the expected documents from the found ones; returns those that were not found. */
function takeAll(found: Map<string, number>, expected: Exemplar["gabarito"]["dfe"]): typeof expected {
  return expected.filter(({ chave, natureza }) => {
    const what = `${natureza} ${chave}`;
    const left = found.get(what) ?? 0;
    // One document may arrive as several different files, such as the original and a repaired one.
    found.delete(what);
    return left === 0;
  });
}

/** Pieces without a part. */
function findLost({ gabarito }: Exemplar, linhas: readonly Linha[]): string[] {
  return gabarito.pedacos
    .filter(({ sha256, aceita }) =>
      sha256 === null
        ? !linhas.some((linha) => isOneOf(aceita, linha))
        : !linhas.some((linha) => linha.sha256 === sha256),
    )
    .map(({ nome, aceita }) => nome ?? `what should become ${aceita.join(" or ")}`);
}

/** A container can have the same bytes as a piece; then one of the two rows describes the piece. */
function isAccepted({ exemplar: { gabarito }, linhas }: Vista, linha: Linha): boolean {
  if (EXTRAIDO.includes(linha.destino) && linha.chave !== null) return true;
  const isLoose = isOneOf([...gabarito.soltas, ...aceitas(gabarito, null)], linha);
  const own = aceitas(gabarito, linha.sha256);
  if (own.length === 0) return isLoose;
  const isTold = linhas.some((other) => other.sha256 === linha.sha256 && isOneOf(own, other));
  return isOneOf(own, linha) || (isTold && isLoose);
}

/** Accepted outcomes of the pieces with these bytes. */
function aceitas({ pedacos }: Exemplar["gabarito"], sha256: string | null): string[] {
  return pedacos.filter((pedaco) => pedaco.sha256 === sha256).flatMap(({ aceita }) => [...aceita]);
}

function isOneOf(sinas: readonly string[], linha: Linha): boolean {
  return sinas.includes(linha.destino) || sinas.includes(sinaOf(linha));
}

function sinaOf({ destino, motivo }: Linha): string {
  return `${destino}/${motivo}`;
}
