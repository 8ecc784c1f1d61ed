import { createZoo, type Exemplar } from "@malote/sandbox";
import { runPipelineJob } from "../src/pipeline/run-stage.ts";
import type { Road } from "./road.ts";

/** What came of the messages of the zoo, beside what was to come. */
export type Balanco = {
  mensagens: number;
  especies: number;
  dfe: { esperados: number; reconhecidos: number };
  /** Documents behind damage, of which a reader may also say that he cannot read them. */
  talvez: { esperados: number; reconhecidos: number };
  /** Pieces of the messages, and parts that the reader found beside them: each with a fate that is one of those it may have. */
  partes: { vistas: number; comDestino: number; comDestinoAceito: number };
  /** Keys printed where no XML came. */
  semXml: { esperadas: number; achadas: number };
  falhas: Falha[];
  /** Most time that reading one message took, to its commit, in ms, and its kind. */
  maisLenta: { especie: string; ms: number };
};

/** One message that was not understood as it should. */
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

/** Messages put into the box before each visit. */
const LOTE = 100;
/** Longest job, in ms. */
const JOB_MS = 295_000;

const EXTRAIDO = ["nota", "evento", "duplicada"];

/**
 * Sends messages of the zoo to the demo box and holds what came of each against its known answer.
 * @param o.quantas of the zoo's messages, from the first on; every kind once when absent
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

/** Answers the e-mail that came of each message, undefined where none did. */
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

/** The e-mail's own counters must say what its rows say. */
function tellMensagem({ mensagem, linhas }: Vista): string[] {
  if (!mensagem) return ["the message is not here"];
  return [
    ...(mensagem.estado === "em-leitura" ? ["the message was not read to its end"] : []),
    ...(mensagem.partes === linhas.length
      ? []
      : [`${mensagem.partes} parts are counted of ${linhas.length}`]),
  ];
}

/** How many different documents there are of each kind and key. */
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

/** Takes what is expected out of what was found; answers what was not there. */
function takeAll(found: Map<string, number>, expected: Exemplar["gabarito"]["dfe"]): typeof expected {
  return expected.filter(({ chave, natureza }) => {
    const what = `${natureza} ${chave}`;
    const left = found.get(what) ?? 0;
    // one document may have come as several files that differ, such as a whole one and a repaired one
    found.delete(what);
    return left === 0;
  });
}

/** Pieces of which no part tells. */
function findLost({ gabarito }: Exemplar, linhas: readonly Linha[]): string[] {
  return gabarito.pedacos
    .filter(({ sha256, aceita }) =>
      sha256 === null
        ? !linhas.some((linha) => isOneOf(aceita, linha))
        : !linhas.some((linha) => linha.sha256 === sha256),
    )
    .map(({ nome, aceita }) => nome ?? `what should become ${aceita.join(" or ")}`);
}

/** A container may hold the very bytes of a piece; then one of the two lines tells what the piece is. */
function isAccepted({ exemplar: { gabarito }, linhas }: Vista, linha: Linha): boolean {
  if (EXTRAIDO.includes(linha.destino) && linha.chave !== null) return true;
  const isLoose = isOneOf([...gabarito.soltas, ...aceitas(gabarito, null)], linha);
  const own = aceitas(gabarito, linha.sha256);
  if (own.length === 0) return isLoose;
  const isTold = linhas.some((other) => other.sha256 === linha.sha256 && isOneOf(own, other));
  return isOneOf(own, linha) || (isTold && isLoose);
}

/** What may become of the pieces with these bytes. */
function aceitas({ pedacos }: Exemplar["gabarito"], sha256: string | null): string[] {
  return pedacos.filter((pedaco) => pedaco.sha256 === sha256).flatMap(({ aceita }) => [...aceita]);
}

function isOneOf(sinas: readonly string[], linha: Linha): boolean {
  return sinas.includes(linha.destino) || sinas.includes(sinaOf(linha));
}

function sinaOf({ destino, motivo }: Linha): string {
  return `${destino}/${motivo}`;
}
