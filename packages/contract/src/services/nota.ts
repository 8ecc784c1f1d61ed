import * as z from "zod/mini";
import { DESTINOS } from "../fates.ts";
import { FILTRO_TEXTO_MAX, LOTE_MAX } from "../limits.ts";
import { acknowledged, count, list, listWith, method, one } from "../method.ts";
import { page, periodo } from "../page.ts";
import { GRAVIDADES, VEREDITOS } from "../vereditos.ts";
import { instant } from "../wire.ts";
import { exportacaoWire } from "./exportacao.ts";
import { comercioWire, parteWire, referenciaDoItemWire, transporteWire } from "./nota-conteudo.ts";
import { EVENTO_LIMIT, eventoParam, eventoPedidoWire, eventoPossivelWire } from "./nota-evento.ts";
import { notaFilter, notaOrder, papel, tipoNota } from "./nota-filtro.ts";
import { consultaWire, manifestacaoStatus, manifestacaoWire, prazoWire } from "./nota-sefaz.ts";
import { captcha } from "./regras.ts";

const texto = z.string().check(z.maxLength(FILTRO_TEXTO_MAX));
const id = z.strictObject({ id: z.uuid() });

/** How a document stands that the public download hands out. */
export const SITUACOES_PUBLICAS = ["normal", "cancelada", "denegada"] as const;

const veredito = z.enum(VEREDITOS);
const marca = {
  processadoErp: z.boolean(),
  processadoEm: instant,
  processadoPor: z.nullable(z.string()),
  recebido: z.boolean(),
  recebidoEm: instant,
  recebidoPor: z.nullable(z.string()),
  conferido: z.boolean(),
  conferidoEm: instant,
  conferidoPor: z.nullable(z.string()),
};

/** One row of a list. Money is a decimal string with two places, in reais. */
export const notaRow = z.object({
  id: z.uuid(),
  tipoNota,
  chaveAcesso: z.string(),
  numeroNota: z.string(),
  serieNota: z.string(),
  dataEmissao: instant,
  valorTotal: z.string(),
  nomeEmitente: z.string(),
  cnpjEmitente: z.string(),
  ufEmitente: z.nullable(z.string()),
  nomeDestinatario: z.nullable(z.string()),
  cnpjDestinatario: z.nullable(z.string()),
  ufDestinatario: z.nullable(z.string()),
  entradaSaida: papel,
  terceiros: z.boolean(),
  /** cStat inside the received protocol; null when it came without one. */
  nfeStatus: z.nullable(z.string()),
  /** cStat of SEFAZ about the document; null until it has answered. */
  sefazStatus: z.nullable(z.string()),
  /** Null while either side is unknown. */
  divergente: z.nullable(z.boolean()),
  veredito,
  quarentena: z.boolean(),
  /** True when no certificate is at hand to ask SEFAZ. */
  aguardandoCertificado: z.boolean(),
  /** What the recipient said of it and SEFAZ registered. */
  manifestacao: manifestacaoStatus,
  /** Until when the recipient may still say a conclusive word; null when it has, or none applies. */
  prazoManifestacao: instant,
  /**
   * Since when the recipient's silence stands for a confirmation, where the norm says so; no evento
   * of it exists.
   */
  confirmadaTacitamenteEm: instant,
  criadoEm: instant,
  alteradoEm: instant,
  ...marca,
});

/** One evento known of a document, from e-mail or from SEFAZ. */
export const eventoWire = z.object({
  id: z.uuid(),
  tpEvento: z.string(),
  descEvento: z.string(),
  protocolo: z.nullable(z.string()),
  protocoloData: instant,
  origem: z.enum(["email", "sefaz"]),
  veredito: z.nullable(veredito),
  /** What its author wrote in it: the correction of a letter, the reason of a cancellation; null when there is none. */
  texto: z.nullable(z.string()),
  /** CNPJ or CPF of who made it; null when it is not known. */
  autor: z.nullable(z.string()),
  /** Whether its XML is kept: it can be downloaded and printed. */
  temXml: z.boolean(),
  /** Why it counts for nothing although it is shown; null for what SEFAZ told, and for what was mailed registered and by its right author. */
  ressalva: z.nullable(z.string()),
});

/** One finding of the judge: a short title and one sentence, with its evidence. */
export const achadoWire = z.object({
  codigo: z.string(),
  gravidade: z.enum(GRAVIDADES),
  titulo: z.string(),
  texto: z.string(),
  /** Fields, codes or values in question; never a sentence. */
  evidencia: z.nullable(z.string()),
  /** Where in the document, by the layout's own names ("infNFe/det[2]/prod/NCM"). */
  caminho: z.nullable(z.string()),
});

/**
 * One e-mail that delivered a copy of the document; or, `importado`, a file that somebody sent: then emailId is the id of its importação
 * and assunto its name.
 */
export const origemWire = z.object({
  emailId: z.uuid(),
  importado: z.boolean(),
  anexoId: z.uuid(),
  assunto: z.string(),
  remetente: z.string(),
  recebidaEm: instant,
  caminho: z.string(),
  nome: z.nullable(z.string()),
  destino: z.enum(DESTINOS),
  veredito: z.nullable(veredito),
});

/** A whole document. */
export const notaWire = z.extend(notaRow, {
  digVal: z.nullable(z.string()),
  sefazDigVal: z.nullable(z.string()),
  nfeProtocolo: z.nullable(z.string()),
  nfeProtocoloData: instant,
  hashSha1Nota: z.string(),
  hashSha1Canc: z.nullable(z.string()),
  naturezaOperacao: z.nullable(z.string()),
  finalidade: z.nullable(z.string()),
  achados: z.array(achadoWire),
  /** SEFAZ answered the digest of this very content, and the signature holds: whatever the certificate's chain. */
  confirmadaSefaz: z.boolean(),
  /** The reversals that brought the signed original back, in the order they were made; null when it came whole. */
  reparo: z.nullable(z.array(z.string())),
  /** When, by whom and why an administrator took it out of quarantine; empty when nobody did. */
  quarentenaLiberadaEm: instant,
  quarentenaLiberadaPor: z.nullable(z.string()),
  quarentenaMotivo: z.nullable(z.string()),
  certificadoTitular: z.nullable(z.string()),
  listEventos: z.array(eventoWire),
  origens: z.array(origemWire),
  /** Last answer of SEFAZ about the document, next planned check, last failed attempt. */
  sefazConsultadaEm: instant,
  sefazProximaEm: instant,
  sefazFalhouEm: instant,
  sefazMotivo: z.nullable(z.string()),
  /**
   * What SEFAZ adds to its authorization, in the file or in its answer (cMsg, xMsg); `codigo` may
   * be empty.
   */
  alertas: z.array(z.object({ codigo: z.string(), texto: z.string() })),
  /** The times SEFAZ was asked about it, newest first, {@link CONSULTAS_MAX} at most. */
  consultas: z.array(consultaWire),
  /** Every manifestação asked for here, newest first. */
  manifestacoes: z.array(manifestacaoWire),
  /** Until when each may be sent; empty where none applies. */
  prazosManifestacao: z.array(prazoWire),
  /** Why this person cannot manifest on it now, in a sentence; null when they can. */
  manifestacaoImpedida: z.nullable(z.string()),
  /** The eventos asked for here beside the manifestação, newest first. */
  eventosPedidos: z.array(eventoPedidoWire),
  /** Those that the company may send about it, each with why it cannot now. */
  eventosPossiveis: z.array(eventoPossivelWire),
  itens: z.array(
    z.object({
      numero: z.string(),
      codigo: z.string(),
      descricao: z.string(),
      ncm: z.nullable(z.string()),
      cfop: z.nullable(z.string()),
      unidade: z.string(),
      quantidade: z.string(),
      valorUnitario: z.string(),
      valorTotal: z.string(),
      /** The document that this line is about: of a return, a credit or a debit. */
      referencia: z.nullable(referenciaDoItemWire),
    }),
  ),
  informacoesComplementares: z.nullable(z.string()),
  /** The parties of a CT-e, CT-e OS or MDF-e, and the carrier of an NF-e. */
  tomador: z.nullable(parteWire),
  remetente: z.nullable(parteWire),
  expedidor: z.nullable(parteWire),
  recebedor: z.nullable(parteWire),
  transportador: z.nullable(parteWire),
  /** What only an NF-e or NFC-e has; null in others, and when the XML cannot be read again. */
  comercio: z.nullable(comercioWire),
  /** What only a CT-e, CT-e OS or MDF-e has. */
  transporte: z.nullable(transporteWire),
});

/** Documents of each type. */
export const porTipo = z.object({
  NFe: z.int(),
  CTe: z.int(),
  CTeOS: z.int(),
  MDFe: z.int(),
  NFCe: z.int(),
});

/** Masked or not. */
const chavePublica = z.string().check(
  z.maxLength(FILTRO_TEXTO_MAX),
  z.refine((text) => text.trim() !== "", "chavePublicaObrigatoria"),
);

/** Which divergences; absent restricts nothing. */
const divergencias = {
  entradaSaida: z.optional(papel),
  /** Days on which they were found, whenever the documents were issued. */
  searchDateRange: z.optional(z.nullable(periodo)),
  /** CNPJ or CPF of one company, masked or not; what is none is refused. */
  searchCnpjCpfEmpresa: z.optional(z.nullable(texto)),
};

/** One thing that a global search found. `id` is of what `alvo` names; `notaId` and `type` lead to the document, when there is one. */
export const achadoBuscaWire = z.object({
  alvo: z.enum(["nota", "auditor"]),
  id: z.uuid(),
  type: z.nullable(papel),
  notaId: z.nullable(z.uuid()),
  tipoNota,
  chaveAcesso: z.string(),
  numeroNota: z.nullable(z.string()),
  serieNota: z.nullable(z.string()),
  dataEmissao: instant,
  valorTotal: z.nullable(z.string()),
  nomeEmitente: z.nullable(z.string()),
  cnpjEmitente: z.nullable(z.string()),
  nomeDestinatario: z.nullable(z.string()),
  /** What was found: the key, the number, a party, or the record of the auditor. */
  porque: z.enum(["chave", "numero", "documento", "nome", "registro"]),
});

/** `tipo` and `chave` of spec §7: any view of the chave in the conta answers. */
const consulta = z.strictObject({ tipo: tipoNota, chave: texto });

export const notaMethods = {
  "Nota.getListNota": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({
      entradaSaida: z.optional(papel),
      searchFilter: z.optional(z.nullable(notaFilter)),
      listSearchOrder: z.optional(z.nullable(notaOrder)),
      ...page,
      /** Also makes a file of all that the filter lets through: "CSV", "PDF" or "XLSX", in any case. */
      createFileType: z.optional(z.nullable(z.string().check(z.maxLength(10)))),
    }),
    /** Beside the page, the export that was begun. */
    result: listWith(notaRow, z.nullable(exportacaoWire)),
  }),
  "Nota.getNota": method({ access: "signedIn", readOnly: true, params: id, result: one(notaWire) }),
  /** Every tag of the XML, in its order; values are strings, what repeats is an array, an attribute's name begins with "@". */
  "Nota.getNotaJson": method({
    access: "signedIn",
    readOnly: true,
    params: id,
    result: one(z.record(z.string(), z.unknown())),
  }),
  "Nota.getNumeroDivergencias": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject(divergencias),
    result: count(porTipo),
  }),
  "Nota.getNotasDivergentes": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ ...divergencias, listSearchOrder: z.optional(z.nullable(notaOrder)), ...page }),
    result: list(notaRow),
  }),
  /** Chave, number, CNPJ/CPF or a piece of a name: {@link BUSCA_MIN} characters or more, {@link SUGESTOES_MAX} results of each kind. */
  "Nota.globalSearchNota": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ searchKey: texto }),
    result: list(achadoBuscaWire),
  }),
  /**
   * The one read without a conta. Spends the captcha; `ticket` is what downloadPublico accepts as `captcha`, for this key and for
   * {@link DOWNLOAD_PUBLICO_MS}. A document of nobody and one that is not shown have the same answer. Of one whose `situacao` is not normal
   * the printed form alone is given, which says so.
   */
  "Nota.getNotaDownloadPublico": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ captcha, ChaveAcesso: chavePublica }),
    result: one(
      z.object({ ticket: z.string(), tipoNota, expiraEm: instant, situacao: z.enum(SITUACOES_PUBLICAS) }),
    ),
  }),
  /** The badge: `totalCount` is of NF-e and CT-e; `object` counts CT-e OS beside them. */
  "Nota.getNotasEntradaEmAberto": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({}),
    result: count(z.object({ NFe: z.int(), CTe: z.int(), CTeOS: z.int() })),
  }),
  "Nota.setProcessadoErp": method({
    access: "signedIn",
    readOnly: false,
    params: z.strictObject({ id: z.uuid(), processado: z.boolean() }),
    result: acknowledged,
  }),
  "Nota.setRecebido": method({
    access: "signedIn",
    readOnly: false,
    params: z.strictObject({ id: z.uuid(), recebido: z.boolean() }),
    result: acknowledged,
  }),
  "Nota.setConferido": method({
    access: "signedIn",
    readOnly: false,
    params: z.strictObject({ id: z.uuid(), conferido: z.boolean() }),
    result: acknowledged,
  }),
  /** Takes a view out of quarantine; the reason has {@link LIBERACAO_MOTIVO_MIN} to {@link LIBERACAO_MOTIVO_MAX} characters. */
  "Nota.liberarQuarentena": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({ id: z.uuid(), motivo: z.string() }),
    result: acknowledged,
  }),
  /**
   * Says something of a received NF-e to SEFAZ. It is asked for here and sent by the worker: `getNota` shows what came of it. Status 3
   * needs a justificativa of {@link JUSTIFICATIVA_MIN} to {@link JUSTIFICATIVA_MAX} characters.
   */
  "Nota.manifestacao": method({
    access: "manifestante",
    readOnly: false,
    params: z.strictObject({
      tipo: tipoNota,
      novoStatus: manifestacaoStatus,
      id: z.uuid(),
      justificativa: z.optional(z.nullable(z.string())),
    }),
    result: acknowledged,
  }),
  /** The same for many, each with its own outcome. */
  "Nota.manifestarLote": method({
    access: "manifestante",
    readOnly: false,
    params: z.strictObject({
      ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(LOTE_MAX)),
      novoStatus: manifestacaoStatus,
      justificativa: z.optional(z.nullable(z.string())),
    }),
    /** `mensagem` is null where it was accepted for sending. */
    result: list(z.object({ id: z.uuid(), mensagem: z.nullable(z.string()) })),
  }),
  /**
   * Sends SEFAZ another evento of the recipient or tomador; the worker signs and sends it, and
   * `getNota` shows what came of it.
   */
  "Nota.sendEvento": method({
    access: "manifestante",
    readOnly: false,
    params: z.strictObject({ id: z.uuid(), ...eventoParam }),
    limit: EVENTO_LIMIT,
    /** `id` of what was asked for, as in `eventosPedidos`. */
    result: one(z.object({ id: z.uuid() })),
  }),
  "Nota.hasSefazStatus": method({
    access: "signedIn",
    readOnly: true,
    params: consulta,
    /** True only after an answer newer than the last `consultarSefaz`. */
    result: one(z.boolean()),
  }),
  "Nota.consultarSefaz": method({
    access: "signedIn",
    readOnly: false,
    params: consulta,
    result: acknowledged,
  }),
} as const;
