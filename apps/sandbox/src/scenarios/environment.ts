import { HOUR_MS, MINUTE_MS, MODELOS, type ModeloOf } from "@malote/syntax";
import type { Clock } from "../clock.ts";
import { TRANSPORTADORA } from "../document-generator/companies/carriers.ts";
import type { Empresa } from "../document-generator/companies/companies.ts";
import { FORNECEDORES, type Fornecedor } from "../document-generator/companies/suppliers.ts";
import type { SignedCte } from "../document-generator/cte/cte.ts";
import type { DocumentGenerator } from "../document-generator/document-generator.ts";
import type { SignedDocumento } from "../document-generator/documento/documento.ts";
import { type Alerta, type Protocolo, writeProc } from "../document-generator/documento/protocolo.ts";
import { cartaCorrecao, type Manifestacao, manifestacao } from "../document-generator/evento/nfe-eventos.ts";
import { cancelamentoCte } from "../document-generator/evento/transport-eventos.ts";
import type { SignedMdfe } from "../document-generator/mdfe/mdfe.ts";
import type { SignedNota } from "../document-generator/nfe/nfe.ts";
import { orderCte, orderCteOs, orderMdfe } from "../document-generator/transport/trip.ts";
import { XML_DECLARATION } from "../document-generator/xml/write-xml.ts";
import type { Caixa } from "../mail-server/caixa.ts";
import { type Anexo, writeEmail } from "../mail-server/write-email.ts";
import type { RandomSource } from "../random-source.ts";
import type { Sefaz } from "../sefaz/sefaz.ts";
import type { FaultRule } from "../sefaz/sefaz-faults.ts";

/** A document that the simulated SEFAZ authorized, as sent by e-mail. */
export type Authorized<T extends SignedDocumento> = T & { protocolo: Protocolo; procXml: string };

export type AuthorizedNota = Authorized<SignedNota>;

/** The operations available to a scenario. */
export type ScenarioEnvironment = {
  readonly random: RandomSource;
  now(): Date;
  /** One of the suppliers with a numeric CNPJ. */
  pickFornecedor(): Fornecedor;
  /**
   * Signs and authorizes a new nota, `idadeMin` minutes ago (5 to 40 by default), to a company (the
   * first demo company by default).
   */
  emitNota(o?: NotaOptions): AuthorizedNota;
  /** Signs and authorizes a CT-e for the transport of a nota, paid by its destinatário. */
  emitCte(nota: AuthorizedNota): Authorized<SignedCte>;
  /** Signs and authorizes the MDF-e of the trip of a CT-e. */
  emitMdfe(nota: AuthorizedNota, cte: SignedCte): Authorized<SignedMdfe>;
  /** Signs and authorizes a CT-e OS paid by the demo company. */
  emitCteOs(): Authorized<SignedCte>;
  /** Signs a nota that no SEFAZ received, with a plausible protocol. */
  inventNota(fornecedor: Fornecedor): AuthorizedNota;
  /** Cancels at SEFAZ, effective from `dataEvento`. Returns the procEventoNFe as sent by e-mail. */
  cancelNota(nota: AuthorizedNota, o: { dataEvento: Date; justificativa: string }): string;
  /** Registers a CC-e at SEFAZ. Returns the procEventoNFe as sent by e-mail. */
  correctNota(nota: AuthorizedNota, o: { dataEvento: Date; correcao: string }): string;
  /** Cancels a CT-e at SEFAZ, effective from `dataEvento`. */
  cancelCte(cte: Authorized<SignedCte>, o: { dataEvento: Date; justificativa: string }): string;
  /**
   * Registers a manifestação of the destinatário at the Ambiente Nacional, as another system would.
   */
  manifestNota(nota: AuthorizedNota, qual: Manifestacao): string;
  /** Makes one authorizer or all of them fail for some hours, in addition to existing faults. */
  breakSefaz(o: { falha: FaultRule["quais"][number]; horas: number; autorizador?: string }): void;
  /**
   * Blocks the demo company for an hour, as improper use does, at an authorizer and at the Ambiente
   * Nacional.
   */
  blockDemo(autorizador: string): void;
  /** Delivers a message from a supplier or a carrier to the demo mailbox. */
  sendEmail(email: {
    de: Empresa;
    assunto: string;
    texto: string;
    html?: string;
    anexos: readonly Anexo[];
  }): Promise<void>;
  /** Delivers raw bytes to the demo mailbox. */
  sendRaw(raw: Buffer): void;
};

type NotaOptions = {
  fornecedor?: Fornecedor;
  destinatario?: Empresa;
  idadeMin?: number;
  modelo?: ModeloOf<"nfe">;
  /** The issuer has no IE. */
  semIe?: boolean;
  /** SEFAZ authorizes with these alerts (cStat 120). */
  alertas?: readonly Alerta[];
};

const SERIE = 1;
const SERIE_NFCE = 2;
const JUSTIFICATIVA_NAO_REALIZADA = "Mercadoria recusada na entrega";
const AGE_MIN = 5;
const AGE_MAX = 40;
const SEQUENCE_MAX = 999_999_999;

type EnvironmentParts = {
  generator: DocumentGenerator;
  sefaz: Sefaz;
  caixa: Caixa;
  clock: Clock;
  random: RandomSource;
  destino: string;
};

export function createEnvironment(parts: EnvironmentParts): ScenarioEnvironment {
  const { generator, sefaz, caixa, clock, random, destino } = parts;
  const emissaoOf = openIssue(parts);
  const sign = (fornecedor: Fornecedor, minutes: number, o: NotaOptions = {}): SignedNota => {
    const { modelo = "55", destinatario = generator.destinatario, semIe = false } = o;
    return generator.signNota({
      ...emissaoOf(fornecedor, { minutes, serie: modelo === MODELOS.NFCe.modelo ? SERIE_NFCE : SERIE }),
      fornecedor,
      modelo,
      destinatario,
      semIe,
      itens: generator.inventItens(fornecedor),
    });
  };
  const pickFornecedor = (): Fornecedor => random.pick(FORNECEDORES);
  const pickAge = (): number => random.integer(AGE_MIN, AGE_MAX);
  return {
    random,
    now: () => clock.now(),
    pickFornecedor,
    ...openTransportActions(parts),
    ...openEventoActions(parts),
    ...openFaultActions(parts),
    emitNota: ({ fornecedor = pickFornecedor(), idadeMin = pickAge(), ...input } = {}) => {
      const nota = sign(fornecedor, idadeMin, input);
      return withProtocolo(nota, sefaz.authorizeNota(nota, input.alertas));
    },
    inventNota: (fornecedor) => {
      const nota = sign(fornecedor, AGE_MIN);
      const protocolo = sefaz.makeProtocolo(nota);
      const numero = `${protocolo.numero.slice(0, 5)}9${String(random.integer(0, SEQUENCE_MAX)).padStart(9, "0")}`;
      return withProtocolo(nota, { ...protocolo, numero });
    },
    sendEmail: async ({ de, ...email }) => {
      const remetente = { nome: `${de.fantasia} - Faturamento`, endereco: de.email };
      caixa.put(await writeEmail({ ...email, de: remetente, para: destino, data: clock.now() }));
    },
    sendRaw: (raw) => {
      caixa.put(raw);
    },
  };
}

function withProtocolo<T extends SignedDocumento>(documento: T, protocolo: Protocolo): Authorized<T> {
  return { ...documento, protocolo, procXml: writeProc(documento, protocolo) };
}

/** The next number of an issuer's series, some minutes ago. */
function openIssue({ sefaz, clock }: EnvironmentParts) {
  return ({ cnpj }: Empresa, { minutes, serie }: { minutes: number; serie: number }) => ({
    emissao: new Date(clock.now().getTime() - minutes * MINUTE_MS),
    serie,
    numero: sefaz.ledger.nextNumero(cnpj, serie),
  });
}

/** The operations that make SEFAZ fail. */
function openFaultActions({
  generator,
  sefaz,
  clock,
}: EnvironmentParts): Pick<ScenarioEnvironment, "breakSefaz" | "blockDemo"> {
  return {
    breakSefaz: ({ falha: fault, horas, autorizador }) => {
      const de = clock.now();
      const ate = new Date(de.getTime() + horas * HOUR_MS);
      sefaz.setFaultRules([
        ...sefaz.faults,
        { quais: [fault], de, ate, ...(autorizador && { autorizador }) },
      ]);
    },
    blockDemo: (autorizador) => {
      const { cnpj } = generator.destinatario;
      for (const caller of [autorizador, "AN", "AN NFe", "AN CTe"])
        sefaz.block({ autorizador: caller, cnpj });
    },
  };
}

/** The operations that register eventos at SEFAZ. */
function openEventoActions({
  generator,
  sefaz,
  clock,
}: EnvironmentParts): Pick<ScenarioEnvironment, "cancelNota" | "correctNota" | "cancelCte" | "manifestNota"> {
  return {
    cancelCte: (cte, { dataEvento, justificativa }) => {
      const detalhe = cancelamentoCte(cte.protocolo.numero, justificativa);
      const input = { documento: cte, detalhe, autor: cte.transportadora, dataEvento };
      return XML_DECLARATION + sefaz.registerEvento(generator.signEvento(input));
    },
    manifestNota: (nota, qual) => {
      const { destinatario: autor } = nota;
      const detalhe = manifestacao(qual, JUSTIFICATIVA_NAO_REALIZADA);
      const dataEvento = clock.now();
      const input = {
        documento: nota,
        detalhe,
        autor,
        dataEvento,
        destinatario: autor,
        ambienteNacional: true,
      };
      return XML_DECLARATION + sefaz.registerEvento(generator.signEvento(input));
    },
    cancelNota: (nota, input) =>
      XML_DECLARATION + sefaz.registerEvento(generator.signCancelamento(nota, input)),
    correctNota: (nota, { dataEvento, correcao }) => {
      const { fornecedor: autor, destinatario } = nota;
      const input = { documento: nota, detalhe: cartaCorrecao(correcao), autor, destinatario, dataEvento };
      return XML_DECLARATION + sefaz.registerEvento(generator.signEvento(input));
    },
  };
}

/**
 * The operations that issue transport documents. They use the same register, so that no number
 * repeats.
 */
function openTransportActions(
  parts: EnvironmentParts,
): Pick<ScenarioEnvironment, "emitCte" | "emitMdfe" | "emitCteOs"> {
  const { generator, sefaz } = parts;
  const emissaoOf = openIssue(parts);
  const next = () => ({ emissao: emissaoOf(TRANSPORTADORA, { minutes: AGE_MIN, serie: SERIE }) });
  return {
    emitCte: (nota) => {
      const cte = generator.signCte(orderCte(nota, next()));
      return withProtocolo(cte, sefaz.authorizeCte(cte, [nota.fornecedor.cnpj, nota.destinatario.cnpj]));
    },
    emitMdfe: (nota, cte) => {
      const mdfe = generator.signMdfe(orderMdfe({ nota, cte }, next()));
      return withProtocolo(mdfe, sefaz.authorizeMdfe(mdfe));
    },
    emitCteOs: () => {
      const cte = generator.signCteOs(orderCteOs(next()));
      return withProtocolo(cte, sefaz.authorizeCte(cte));
    },
  };
}
