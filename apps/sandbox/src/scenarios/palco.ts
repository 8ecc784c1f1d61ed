import type { Relogio } from "../clock.ts";
import type { Caixa } from "../correio/caixa.ts";
import { type Anexo, writeEmail } from "../correio/write-email.ts";
import type { CteAssinado } from "../papelaria/cte.ts";
import type { DocumentoAssinado } from "../papelaria/documento.ts";
import type { Empresa } from "../papelaria/empresas.ts";
import { cartaCorrecao, type Manifestacao, manifestacao } from "../papelaria/eventos-nfe.ts";
import { cancelamentoCte } from "../papelaria/eventos-transporte.ts";
import { FORNECEDORES, type Fornecedor } from "../papelaria/fornecedores.ts";
import type { MdfeAssinado } from "../papelaria/mdfe.ts";
import type { NotaAssinada } from "../papelaria/nfe.ts";
import type { Papelaria } from "../papelaria/papelaria.ts";
import { type Alerta, type Protocolo, writeProc } from "../papelaria/protocolo.ts";
import { TRANSPORTADORA } from "../papelaria/transportadoras.ts";
import { orderCte, orderCteOs, orderMdfe } from "../papelaria/viagem.ts";
import { XML_DECLARATION } from "../papelaria/write-xml.ts";
import type { RegraFalha } from "../sefaz/falhas.ts";
import type { Sefaz } from "../sefaz/sefaz.ts";
import type { Sorteio } from "../sorteio.ts";

/** A document that the simulated SEFAZ authorized, as sent by e-mail. */
export type Autorizado<T extends DocumentoAssinado> = T & { protocolo: Protocolo; procXml: string };

export type NotaAutorizada = Autorizado<NotaAssinada>;

/** The operations available to a scenario. */
export type Palco = {
  readonly sorteio: Sorteio;
  now(): Date;
  /** One of the suppliers with a numeric CNPJ. */
  pickFornecedor(): Fornecedor;
  /**
   * Signs and authorizes a new nota, `idadeMin` minutes ago (5 to 40 by default), to a company (the
   * first demo company by default).
   */
  emitNota(o?: PedidoNotaPalco): NotaAutorizada;
  /** Signs and authorizes a CT-e for the transport of a nota, paid by its destinatário. */
  emitCte(nota: NotaAutorizada): Autorizado<CteAssinado>;
  /** Signs and authorizes the MDF-e of the trip of a CT-e. */
  emitMdfe(nota: NotaAutorizada, cte: CteAssinado): Autorizado<MdfeAssinado>;
  /** Signs and authorizes a CT-e OS paid by the demo company. */
  emitCteOs(): Autorizado<CteAssinado>;
  /** Signs a nota that no SEFAZ received, with a plausible protocol. */
  inventNota(fornecedor: Fornecedor): NotaAutorizada;
  /** Cancels at SEFAZ, effective from `dataEvento`. Returns the procEventoNFe as sent by e-mail. */
  cancelNota(nota: NotaAutorizada, o: { dataEvento: Date; justificativa: string }): string;
  /** Registers a CC-e at SEFAZ. Returns the procEventoNFe as sent by e-mail. */
  correctNota(nota: NotaAutorizada, o: { dataEvento: Date; correcao: string }): string;
  /** Cancels a CT-e at SEFAZ, effective from `dataEvento`. */
  cancelCte(cte: Autorizado<CteAssinado>, o: { dataEvento: Date; justificativa: string }): string;
  /**
   * Registers a manifestação of the destinatário at the Ambiente Nacional, as another system would.
   */
  manifestNota(nota: NotaAutorizada, qual: Manifestacao): string;
  /** Makes one authorizer or all of them fail for some hours, in addition to existing faults. */
  breakSefaz(o: { falha: RegraFalha["quais"][number]; horas: number; autorizador?: string }): void;
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

type PedidoNotaPalco = {
  fornecedor?: Fornecedor;
  destinatario?: Empresa;
  idadeMin?: number;
  modelo?: "55" | "65";
  /** The issuer has no IE. */
  semIe?: boolean;
  /** SEFAZ authorizes with these alerts (cStat 120). */
  alertas?: readonly Alerta[];
};

const SERIE = 1;
const SERIE_NFCE = 2;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const JUSTIFICATIVA_NAO_REALIZADA = "Mercadoria recusada na entrega";
const IDADE_MIN = 5;
const IDADE_MAX = 40;
const SEQUENCIA_MAX = 999_999_999;

type Mundo = {
  papelaria: Papelaria;
  sefaz: Sefaz;
  caixa: Caixa;
  relogio: Relogio;
  sorteio: Sorteio;
  destino: string;
};

export function createPalco(mundo: Mundo): Palco {
  const { papelaria, sefaz, caixa, relogio, sorteio, destino } = mundo;
  const emissaoOf = openEmissao(mundo);
  const sign = (fornecedor: Fornecedor, minutes: number, o: PedidoNotaPalco = {}): NotaAssinada => {
    const { modelo = "55", destinatario = papelaria.destinatario, semIe = false } = o;
    return papelaria.signNota({
      ...emissaoOf(fornecedor, { minutes, serie: modelo === "65" ? SERIE_NFCE : SERIE }),
      fornecedor,
      modelo,
      destinatario,
      semIe,
      itens: papelaria.inventItens(fornecedor),
    });
  };
  const pickFornecedor = (): Fornecedor => sorteio.pick(FORNECEDORES);
  const pickIdade = (): number => sorteio.integer(IDADE_MIN, IDADE_MAX);
  return {
    sorteio,
    now: () => relogio.now(),
    pickFornecedor,
    ...openTransporte(mundo),
    ...openEventos(mundo),
    ...openManhas(mundo),
    emitNota: ({ fornecedor = pickFornecedor(), idadeMin = pickIdade(), ...pedido } = {}) => {
      const nota = sign(fornecedor, idadeMin, pedido);
      return withProtocolo(nota, sefaz.authorizeNota(nota, pedido.alertas));
    },
    inventNota: (fornecedor) => {
      const nota = sign(fornecedor, IDADE_MIN);
      const protocolo = sefaz.makeProtocolo(nota);
      const numero = `${protocolo.numero.slice(0, 5)}9${String(sorteio.integer(0, SEQUENCIA_MAX)).padStart(9, "0")}`;
      return withProtocolo(nota, { ...protocolo, numero });
    },
    sendEmail: async ({ de, ...email }) => {
      const remetente = { nome: `${de.fantasia} - Faturamento`, endereco: de.email };
      caixa.put(await writeEmail({ ...email, de: remetente, para: destino, data: relogio.now() }));
    },
    sendRaw: (raw) => {
      caixa.put(raw);
    },
  };
}

function withProtocolo<T extends DocumentoAssinado>(documento: T, protocolo: Protocolo): Autorizado<T> {
  return { ...documento, protocolo, procXml: writeProc(documento, protocolo) };
}

/** The next number of an issuer's series, some minutes ago. */
function openEmissao({ sefaz, relogio }: Mundo) {
  return ({ cnpj }: Empresa, { minutes, serie }: { minutes: number; serie: number }) => ({
    emissao: new Date(relogio.now().getTime() - minutes * MINUTE_MS),
    serie,
    numero: sefaz.livro.nextNumero(cnpj, serie),
  });
}

/** The operations that make SEFAZ fail. */
function openManhas({ papelaria, sefaz, relogio }: Mundo): Pick<Palco, "breakSefaz" | "blockDemo"> {
  return {
    breakSefaz: ({ falha, horas, autorizador }) => {
      const de = relogio.now();
      const ate = new Date(de.getTime() + horas * HOUR_MS);
      sefaz.setFalhas([...sefaz.falhas, { quais: [falha], de, ate, ...(autorizador && { autorizador }) }]);
    },
    blockDemo: (autorizador) => {
      const { cnpj } = papelaria.destinatario;
      for (const quem of [autorizador, "AN", "AN NFe", "AN CTe"]) sefaz.block({ autorizador: quem, cnpj });
    },
  };
}

/** The operations that register eventos at SEFAZ. */
function openEventos({
  papelaria,
  sefaz,
  relogio,
}: Mundo): Pick<Palco, "cancelNota" | "correctNota" | "cancelCte" | "manifestNota"> {
  return {
    cancelCte: (cte, { dataEvento, justificativa }) => {
      const detalhe = cancelamentoCte(cte.protocolo.numero, justificativa);
      const pedido = { documento: cte, detalhe, autor: cte.transportadora, dataEvento };
      return XML_DECLARATION + sefaz.registerEvento(papelaria.signEvento(pedido));
    },
    manifestNota: (nota, qual) => {
      const { destinatario: autor } = nota;
      const detalhe = manifestacao(qual, JUSTIFICATIVA_NAO_REALIZADA);
      const dataEvento = relogio.now();
      const pedido = {
        documento: nota,
        detalhe,
        autor,
        dataEvento,
        destinatario: autor,
        ambienteNacional: true,
      };
      return XML_DECLARATION + sefaz.registerEvento(papelaria.signEvento(pedido));
    },
    cancelNota: (nota, pedido) =>
      XML_DECLARATION + sefaz.registerEvento(papelaria.signCancelamento(nota, pedido)),
    correctNota: (nota, { dataEvento, correcao }) => {
      const { fornecedor: autor, destinatario } = nota;
      const pedido = { documento: nota, detalhe: cartaCorrecao(correcao), autor, destinatario, dataEvento };
      return XML_DECLARATION + sefaz.registerEvento(papelaria.signEvento(pedido));
    },
  };
}

/**
 * The operations that issue transport documents. They use the same register, so that no number
 * repeats.
 */
function openTransporte(mundo: Mundo): Pick<Palco, "emitCte" | "emitMdfe" | "emitCteOs"> {
  const { papelaria, sefaz } = mundo;
  const emissaoOf = openEmissao(mundo);
  const next = () => ({ emissao: emissaoOf(TRANSPORTADORA, { minutes: IDADE_MIN, serie: SERIE }) });
  return {
    emitCte: (nota) => {
      const cte = papelaria.signCte(orderCte(nota, next()));
      return withProtocolo(cte, sefaz.authorizeCte(cte, [nota.fornecedor.cnpj, nota.destinatario.cnpj]));
    },
    emitMdfe: (nota, cte) => {
      const mdfe = papelaria.signMdfe(orderMdfe({ nota, cte }, next()));
      return withProtocolo(mdfe, sefaz.authorizeMdfe(mdfe));
    },
    emitCteOs: () => {
      const cte = papelaria.signCteOs(orderCteOs(next()));
      return withProtocolo(cte, sefaz.authorizeCte(cte));
    },
  };
}
