import { makeChave, makeRaiz, type ParChaves } from "../papelaria/certificados.ts";
import type { Papelaria } from "../papelaria/papelaria.ts";
import { createSorteioComSemente, type SorteioComSemente } from "../papelaria/producao/sorteio-semente.ts";
import { COMPANHIAS } from "./companhia/companhia.ts";
import { type AnexoCarta, type Carta, writeCarta } from "./correio/carta.ts";
import { HABITOS, sendAs } from "./correio/remetentes.ts";
import { CODIFICACOES, TRANSPORTE_COMUM } from "./correio/transportes.ts";
import type { ArquivoDfe } from "./documentos/documentos.ts";
import { DOCUMENTOS } from "./documentos/especies.ts";
import { drawTracos, ESPECIES, type Especie, type Tracos } from "./especies.ts";
import { doubt, GABARITO_VAZIO, type Gabarito, joinGabaritos } from "./gabarito.ts";
import { ACIDENTES } from "./mensagem/acidentes.ts";
import { ENVELOPES } from "./mensagem/envelopes.ts";
import { SEM_DFE } from "./mensagem/sem-dfe.ts";
import { type Anexo, type Mesa, pedacoOf } from "./mesa.ts";
import { PACOTES } from "./pacotes/pacotes.ts";
import { CODIFICACOES_XML } from "./xml/codificacoes.ts";
import { DANOS_XML } from "./xml/danos.ts";

/** One message with its expected result. `tracos` lists its properties, to analyse a failure. */
export type Exemplar = { indice: number; especie: string; tracos: string; raw: Buffer; gabarito: Gabarito };

/** An endless series of supplier e-mails: the kinds take turns, all other properties are drawn. */
export type Zoo = {
  /** Names of the kinds, in order. */
  readonly especies: readonly string[];
  /** The same seed, document generator, S/MIME signer and index create the same bytes, in any order. */
  make(indice: number): Exemplar;
};

export type ZooPedido = {
  papelaria: Papelaria;
  /** The random source of the document generator; when absent, document keys differ between runs. */
  sorteio?: SorteioComSemente;
  semente: number;
  /** All documents are issued before this instant. */
  agora: Date;
  /** Address of the mailbox. */
  destino: string;
  /** The S/MIME signer; a new one by default. */
  assinante?: ParChaves;
};

/** Multiplier that spreads the seeds of adjacent messages. */
const SALTO = 0x9e3779b1;
/** Document numbers reserved for one message. */
const NUMEROS = 40;
const NUMERO_MAX = 999_000_000;

/** Opens the series of samples. */
export async function createZoo(pedido: ZooPedido): Promise<Zoo> {
  const { papelaria, semente, agora, destino } = pedido;
  const assinante = pedido.assinante ?? makeAssinante(await makeChave(), agora);
  const sorteio = pedido.sorteio ?? createSorteioComSemente();
  return {
    especies: ESPECIES.map(({ nome }) => nome),
    make: (indice) => {
      const especie = ESPECIES[indice % ESPECIES.length];
      if (!especie) throw new RangeError(`no message ${indice}`);
      sorteio.reseed(semente + Math.imul(indice + 1, SALTO));
      let taken = 0;
      const next = (): number => 1 + ((indice * NUMEROS + taken++) % NUMERO_MAX);
      const mesa: Mesa = { papelaria, sorteio, agora, destino, assinante, indice, next };
      return { indice, especie: especie.nome, ...makeExemplar(especie, mesa) };
    },
  };
}

function makeAssinante(chavePem: string, agora: Date): ParChaves {
  return makeRaiz(chavePem, agora);
}

function makeExemplar(especie: Especie, mesa: Mesa): Omit<Exemplar, "indice" | "especie"> {
  if ("semDfe" in especie) return makeSemDfe(especie.semDfe, mesa);
  const tracos = drawTracos(especie, mesa);
  const arquivos = rowOf(DOCUMENTOS, tracos.documentos)(mesa);
  const { anexos, gabarito } = packDocumentos(arquivos, tracos, mesa);
  const letter = writeLetter({ arquivos, anexos, tracos }, mesa);
  const lies = rowOf(CODIFICACOES, tracos.codificacao).soltas ?? [];
  const all = joinGabaritos([gabarito, letter.gabarito, { ...GABARITO_VAZIO, soltas: lies }]);
  return { ...sendLetter(letter.carta, { gabarito: all, tracos }, mesa), tracos: describe(tracos) };
}

function makeSemDfe(nome: string, mesa: Mesa): Omit<Exemplar, "indice" | "especie"> {
  const made = rowOf(SEM_DFE, nome)(mesa);
  const remetente = mesa.sorteio.pick(Object.keys(HABITOS));
  const raw = "raw" in made ? made.raw : sendAs(remetente, made.carta, mesa);
  return { raw, gabarito: made.gabarito, tracos: "raw" in made ? nome : `${nome}, ${remetente}` };
}

/** Encodes, damages and packs the XMLs; the expectation says which documents can still be read. */
function packDocumentos(
  arquivos: readonly ArquivoDfe[],
  tracos: Tracos,
  mesa: Mesa,
): { anexos: Anexo[]; gabarito: Gabarito } {
  const dano = rowOf(DANOS_XML, tracos.dano);
  const files = arquivos.map(({ nome, xml }) => ({
    nome,
    tipo: "application/xml",
    bytes: dano.damage(rowOf(CODIFICACOES_XML, tracos.xml)(xml), mesa),
  }));
  const packed = rowOf(PACOTES, tracos.pacote)(files, mesa);
  const dfe = arquivos.flatMap(({ esperados }) => esperados);
  if (packed.perdido) return { anexos: packed.anexos, gabarito: packed.gabarito };
  const gabaritos: Gabarito[] = [packed.gabarito, { ...GABARITO_VAZIO, soltas: SOLTAS }];
  if (dano.resto === "perdido") {
    gabaritos.push({ ...GABARITO_VAZIO, pedacos: files.map((file) => pedacoOf(file, "erro")) });
  } else
    gabaritos.push(dano.resto === "talvez" ? doubt({ ...GABARITO_VAZIO, dfe }) : { ...GABARITO_VAZIO, dfe });
  return { anexos: packed.anexos, gabarito: joinGabaritos(gabaritos) };
}

/** Outcomes of other parts of a document file: its lote, the summaries in a distribution. */
const SOLTAS = ["pacote/lote-aberto", "nao-dfe/resumo-sefaz", "duplicada"];

function writeLetter(
  o: { arquivos: readonly ArquivoDfe[]; anexos: readonly Anexo[]; tracos: Tracos },
  mesa: Mesa,
): { carta: Carta; gabarito: Gabarito } {
  const { arquivos, anexos, tracos } = o;
  const [first] = arquivos;
  if (!first) throw new RangeError(`${tracos.documentos} made nothing`);
  const chaves = arquivos.flatMap(({ esperados }) => esperados.map(({ chave }) => chave));
  const beside = tracos.companhia.map((nome) => rowOf(COMPANHIAS, nome)(mesa, chaves));
  const { tipo, codificacao, nome } = tracos;
  const carried: AnexoCarta[] = anexos.map((anexo) => ({
    ...anexo,
    transporte: { tipo, codificacao, nome },
    temDfe: true,
  }));
  const others = beside.map(({ anexo }) => ({ ...anexo, transporte: TRANSPORTE_COMUM }));
  const carta = writeCarta(mesa, { emitente: first.emitente, titulos: arquivos.map(({ titulo }) => titulo) });
  const cids = others.flatMap(({ cid }) => (cid ? [`<img src="cid:${cid}">`] : []));
  return {
    carta: {
      ...carta,
      html: carta.html === null ? null : carta.html.replace("</body>", `${cids.join("")}</body>`),
      anexos: mesa.sorteio.integer(1, 2) === 1 ? [...carried, ...others] : [...others, ...carried],
    },
    gabarito: {
      ...GABARITO_VAZIO,
      pedacos: beside.map(({ anexo, sinas }) => pedacoOf(anexo, ...sinas)),
    },
  };
}

/** Without expected document, a DANFE with a key may also have the outcome "so-pdf". */
function tellAlone(gabarito: Gabarito): Gabarito {
  if (gabarito.dfe.length > 0) return gabarito;
  const pedacos = gabarito.pedacos.map((pedaco) =>
    pedaco.aceita.includes(PDF) ? { ...pedaco, aceita: [...pedaco.aceita, SO_PDF] } : pedaco,
  );
  return { ...gabarito, pedacos };
}

const PDF = "nao-dfe/pdf";
const SO_PDF = "nao-dfe/so-pdf";

function sendLetter(
  carta: Carta,
  { gabarito, tracos: { remetente, envelope, acidente } }: { gabarito: Gabarito; tracos: Tracos },
  mesa: Mesa,
): { raw: Buffer; gabarito: Gabarito } {
  const around = rowOf(ENVELOPES, envelope);
  const accident = rowOf(ACIDENTES, acidente);
  const sent = around.send?.(carta, mesa) ?? sendAs(remetente, around.carta?.(carta, mesa) ?? carta, mesa);
  const enveloped = around.mensagem?.(sent, mesa) ?? sent;
  const raw = accident.damage(enveloped, mesa);
  // Documents found outside the message structure are reported as from a package.
  const found = acidente === "nenhum" ? [] : ["pacote"];
  const all = tellAlone({ ...gabarito, soltas: [...gabarito.soltas, ...around.soltas, ...found] });
  if (around.perdido) {
    const pedacos = [{ nome: null, sha256: null, aceita: [around.perdido] }];
    return { raw, gabarito: { ...GABARITO_VAZIO, pedacos, soltas: all.soltas } };
  }
  if (accident.resto === "inteiro") return { raw, gabarito: all };
  const doubted = doubt(all);
  return {
    raw,
    gabarito: accident.resto === "talvez" ? doubted : { ...doubted, dfe: all.dfe, talvez: all.talvez },
  };
}

function describe(tracos: Tracos): string {
  return Object.entries(tracos)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join("+") : value}`)
    .join(" ");
}

function rowOf<T>(table: Readonly<Record<string, T>>, name: string): T {
  const row = table[name];
  if (row === undefined) throw new RangeError(`no row ${name}`);
  return row;
}
