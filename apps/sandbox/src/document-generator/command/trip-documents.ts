import { MINUTE_MS, type ModeloOf } from "@malote/syntax";
import { TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA } from "../companies/carriers.ts";
import { EMPRESAS_DEMO } from "../companies/companies.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES } from "../companies/suppliers.ts";
import type { SignedCte } from "../cte/cte.ts";
import type { Modal } from "../cte/cte-modal.ts";
import type { DocumentGenerator } from "../document-generator.ts";
import type { DocumentInput, SignedDocumento } from "../documento/documento.ts";
import { makeProtocolo, numberProtocolo, writeProc } from "../documento/protocolo.ts";
import { type Detalhe, writeProcEvento } from "../evento/evento.ts";
import { cancelamentoDetail, cartaCorrecao, manifestacao } from "../evento/nfe-eventos.ts";
import type { SignedNota } from "../nfe/nfe.ts";
import { orderCte, orderCteOs, orderCteSimplificado, orderMdfe, type Trip } from "../transport/trip.ts";
import { XML_DECLARATION } from "../xml/write-xml.ts";
import type { DocumentType } from "./arguments.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A document to be written to a file. */
export type GeneratedFile = { nome: string; xml: string };

/** The documents of one trip: a nota, its transport documents and an event. Each is created on demand
 * and refers to the keys of the others. */
export type TripDocuments = Record<DocumentType, () => GeneratedFile>;

export type GeneratorSettings = {
  generator: DocumentGenerator;
  random: SeededRandom;
  /** All documents are issued before this instant. */
  now: Date;
  semente: number;
};

type TripContext = GeneratorSettings & { index: number; emissao: DocumentInput };

const WINDOW_MIN = 30 * 24 * 60;
const NUMERO_MAX = 999_999_999;
/** Delay of the event after the nota; the transport documents are issued in between. */
const EVENTO_DELAY_MS = 2 * MINUTE_MS;
const MODALS: readonly Modal[] = ["rodoviario", "rodoviario", "aereo", "multimodal"];
const TRANSPORTADORAS = [TRANSPORTADORA, TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA];
const ISSUERS = [...FORNECEDORES, FORNECEDOR_ALFANUMERICO];
const [DEMO] = EMPRESAS_DEMO;
/** One in this many CT-e is a simplificado. */
const SIMPLIFICADO_ONE_IN = 6;
/** Multiplier that spreads the seeds of adjacent trips. */
const SEED_SPREAD = 0x9e3779b1;
const SEEDS_PER_TRIP = 8;

/** Opens the trip of an index: the same settings and index create the same documents. */
export function openTrip(settings: GeneratorSettings, index: number): TripDocuments {
  const context = { ...settings, index, emissao: emissaoOf(settings.now, index) };
  // Every document has its own seed, so that documents created before it have no effect.
  const withSeed = <T>(ordinal: number, make: () => T): T => {
    settings.random.reseed(settings.semente + Math.imul(index * SEEDS_PER_TRIP + ordinal, SEED_SPREAD));
    return make();
  };
  const nota = once(() => withSeed(0, () => makeNota(context, "55")));
  const cte = once(() => nota() && withSeed(1, () => makeCte(context, nota())));
  return {
    nfe: () => procOf(nota(), index),
    nfce: () => withSeed(2, () => procOf(makeNota(context, "65"), index)),
    cte: () => procOf(cte(), index),
    cteos: () => withSeed(3, () => procOf(context.generator.signCteOs(orderCteOs(context)), index)),
    mdfe: () => {
      const order = orderMdfe({ nota: nota(), cte: cte() }, laterTrip(context));
      return withSeed(4, () => procOf(context.generator.signMdfe(order), index));
    },
    evento: () => nota() && withSeed(5, () => makeEvento(context, nota())),
  };
}

function emissaoOf(now: Date, index: number): DocumentInput {
  const emissao = new Date(now.getTime() - (1 + (index % WINDOW_MIN)) * MINUTE_MS);
  return { emissao, serie: 1, numero: 1 + (index % NUMERO_MAX) };
}

function laterTrip({ emissao }: TripContext): Trip {
  return { emissao: { ...emissao, emissao: new Date(emissao.emissao.getTime() + EVENTO_DELAY_MS / 4) } };
}

function makeNota({ generator, random, emissao }: TripContext, modelo: ModeloOf<"nfe">): SignedNota {
  const fornecedor = random.pick(ISSUERS);
  const itens = generator.inventItens(fornecedor);
  return generator.signNota({ ...emissao, fornecedor, destinatario: DEMO, itens, modelo });
}

function makeCte(context: TripContext, nota: SignedNota): SignedCte {
  const { generator, random } = context;
  const trip = {
    ...laterTrip(context),
    transportadora: random.pick(TRANSPORTADORAS),
    modal: random.pick(MODALS),
  };
  return random.integer(1, SIMPLIFICADO_ONE_IN) === 1
    ? generator.signCteSimplificado(orderCteSimplificado(nota, trip))
    : generator.signCte(orderCte(nota, trip));
}

function makeEvento({ generator, random, emissao, index }: TripContext, nota: SignedNota): GeneratedFile {
  const daEmitente = { autor: nota.fornecedor, destinatario: nota.destinatario };
  const daDemo = { autor: nota.destinatario, ambienteNacional: true };
  const protocolo = numberProtocolo(nota, index + 1);
  const options: readonly ({ detalhe: Detalhe } & (typeof daEmitente | typeof daDemo))[] = [
    { ...daEmitente, detalhe: cancelamentoDetail(protocolo, "Mercadoria não embarcada por desistência") },
    { ...daEmitente, detalhe: cartaCorrecao(`O pedido de compra é o de número ${index + 1}.`) },
    { ...daDemo, detalhe: manifestacao("ciencia", "") },
    { ...daDemo, detalhe: manifestacao("confirmacao", "") },
  ];
  const dataEvento = new Date(emissao.emissao.getTime() + EVENTO_DELAY_MS);
  const evento = generator.signEvento({ ...random.pick(options), documento: nota, dataEvento });
  const numero = numberProtocolo(nota, NUMERO_MAX + index);
  const registro = { verAplic: "PAPELARIA-1.0", numero, dataRegistro: dataEvento };
  return {
    nome: `${evento.tpEvento}-${evento.chaveAcesso}-${evento.nSeqEvento}-procEventoNFe.xml`,
    xml: XML_DECLARATION + writeProcEvento(evento, registro),
  };
}

function procOf(documento: SignedDocumento, index: number): GeneratedFile {
  const { chaveAcesso, familia } = documento;
  const xml = writeProc(documento, makeProtocolo(documento, index + 1));
  return { nome: `${chaveAcesso}-${familia.proc}.xml`, xml };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
