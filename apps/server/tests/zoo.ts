import { createZoo, type Exemplar } from "@malote/sandbox";
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
  /** Most time that poll and ingest took for one message, in ms, and its kind. */
  maisLenta: { especie: string; ms: number };
};

/** One message that was not understood as it should. */
export type Falha = { exemplar: Exemplar; dfe: number; errado: string[] };

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

const EXTRAIDO = ["nota", "evento", "duplicada"];

/**
 * Sends messages of the zoo to the demo box and holds what came of each against its known answer.
 * @param o.quantas of the zoo's messages, from the first on; every kind once when absent
 * @param o.lote messages put into the box before each visit
 */
export async function visitZoo(
  road: Road,
  o: { semente: number; quantas?: number; lote?: number },
): Promise<Balanco> {
  const { papelaria, info } = road.sandbox;
  const pedido = { papelaria, semente: o.semente, agora: road.clock.now(), destino: info.pop3.usuario };
  const zoo = await createZoo(pedido);
  const quantas = o.quantas ?? zoo.especies.length;
  const balanco = emptyBalanco(Math.min(quantas, zoo.especies.length));
  const lote = o.lote ?? 1;
  for (let from = 0; from < quantas; from += lote) {
    const size = Math.min(lote, quantas - from);
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
  { sandbox, asOwner, run }: Road,
  exemplares: readonly Exemplar[],
  balanco: Balanco,
): Promise<(Mensagem | undefined)[]> {
  const { caixa } = sandbox.correio;
  const uids = exemplares.map(({ raw }) => caixa.put(raw).uidl);
  const started = performance.now();
  await asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE tipo = 'poll'");
  const errors = [...(await run("poll")), ...(await run("ingest"))];
  const ms = (performance.now() - started) / exemplares.length;
  if (errors.length > 0) throw new AggregateError(errors, "the road broke");
  if (ms > balanco.maisLenta.ms) {
    balanco.maisLenta = { especie: exemplares.map(({ especie }) => especie).join(", "), ms };
  }
  caixa.remove(uids);
  const rows = await asOwner<Mensagem & { uid: string }>(
    `SELECT m.uid, e.id, e.estado, e.partes, e.chaves_sem_xml FROM caixa_mensagem m
     JOIN email e ON e.conta_id = m.conta_id AND e.id = m.email_id WHERE m.uid = ANY($1)`,
    [uids],
  );
  return uids.map((uid) => rows.find((row) => row.uid === uid));
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
  const { gabarito } = exemplar;
  const found = countDocumentos(linhas);
  const missed = takeAll(found, gabarito.dfe);
  const doubted = takeAll(found, gabarito.talvez);
  const lost = findLost(exemplar, linhas);
  const odd = linhas.filter((linha) => !isAccepted(exemplar, linha));
  const silent = linhas.filter(({ destino, motivo }) => !EXTRAIDO.includes(destino) && motivo === null);
  const unprinted = gabarito.semXml.filter((chave) => !mensagem?.chaves_sem_xml.includes(chave));
  balanco.mensagens += 1;
  balanco.dfe.esperados += gabarito.dfe.length;
  balanco.dfe.reconhecidos += gabarito.dfe.length - missed.length;
  balanco.talvez.esperados += gabarito.talvez.length;
  balanco.talvez.reconhecidos += gabarito.talvez.length - doubted.length;
  const vistas = linhas.length + lost.length;
  balanco.partes.vistas += vistas;
  balanco.partes.comDestino += vistas - lost.length - silent.length;
  balanco.partes.comDestinoAceito += vistas - lost.length - odd.length;
  balanco.semXml.esperadas += gabarito.semXml.length;
  balanco.semXml.achadas += gabarito.semXml.length - unprinted.length;
  const errado = [
    ...(mensagem ? [] : ["the message is not here"]),
    ...(mensagem?.estado === "em-leitura" ? ["the message was not read to its end"] : []),
    ...missed.map(({ chave, natureza }) => `${natureza} ${chave} was not extracted`),
    ...lost.map((what) => `${what} has no fate`),
    ...odd.map((linha) => `part ${linha.caminho} (${linha.nome}) became ${sinaOf(linha)}`),
    ...silent.map(({ caminho, nome }) => `part ${caminho} (${nome}) has no reason`),
    ...[...found].flatMap(([what, n]) => (n > 0 ? [`${what} was not expected`] : [])),
    ...unprinted.map((chave) => `the printed key ${chave} was not seen`),
  ];
  if (errado.length > 0) balanco.falhas.push({ exemplar, dfe: missed.length, errado });
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

function isAccepted({ gabarito }: Exemplar, linha: Linha): boolean {
  if (EXTRAIDO.includes(linha.destino) && linha.chave !== null) return true;
  const own = gabarito.pedacos.filter(({ sha256 }) => sha256 === linha.sha256);
  if (own.length > 0) return own.some(({ aceita }) => isOneOf(aceita, linha));
  const unnamed = gabarito.pedacos.filter(({ sha256 }) => sha256 === null);
  return isOneOf([...gabarito.soltas, ...unnamed.flatMap(({ aceita }) => aceita)], linha);
}

function isOneOf(sinas: readonly string[], linha: Linha): boolean {
  return sinas.includes(linha.destino) || sinas.includes(sinaOf(linha));
}

function sinaOf({ destino, motivo }: Linha): string {
  return `${destino}/${motivo}`;
}
