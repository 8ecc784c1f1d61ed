import { recordOf, TIPOS_EM_ABERTO, TIPOS_NOTA } from "@malote/syntax";
import * as z from "zod/mini";
import { FILTER_TEXT_MAX, LOTE_MAX } from "../../limits.ts";
import { acknowledged, count, list, listWith, method, one } from "../../method.ts";
import { listPeriod, page } from "../../page.ts";
import { OUTCOMES } from "../../texts/outcomes.ts";
import { GRAVIDADES, VEREDITOS } from "../../texts/vereditos.ts";
import { instant } from "../../wire.ts";
import { exportacaoWire } from "../exportacao.ts";
import { captcha } from "../rules.ts";
import { comercioWire, itemReferenciaWire, partyWire, transporteWire } from "./content.ts";
import { EVENTO_LIMIT, eventoParam, eventoRequestWire, possibleEventoWire } from "./evento.ts";
import { evidenceWire, quarantineActWire } from "./evidence.ts";
import { notaFilter, notaOrder, side, tipoNota } from "./filter.ts";
import { consultaWire, deadlineWire, manifestacaoStatus, manifestacaoWire } from "./sefaz.ts";

const filterText = z.string().check(z.maxLength(FILTER_TEXT_MAX));
const id = z.strictObject({ id: z.uuid() });

/** States of a document in the public download. */
export const PUBLIC_STATES = ["normal", "cancelada", "denegada"] as const;

const veredito = z.enum(VEREDITOS);
const flagParams = {
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

/** A row of a list. Money is a decimal string with two places, in reais. */
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
  entradaSaida: side,
  terceiros: z.boolean(),
  /** cStat in the received protocol; null without one. */
  nfeStatus: z.nullable(z.string()),
  /** cStat of SEFAZ about the document; null until SEFAZ has answered. */
  sefazStatus: z.nullable(z.string()),
  /** Null while either is unknown. */
  divergente: z.nullable(z.boolean()),
  veredito,
  quarentena: z.boolean(),
  /** True if no certificate is available for a consulta. */
  aguardandoCertificado: z.boolean(),
  /** The recipient's manifestação as registered at SEFAZ. */
  manifestacao: manifestacaoStatus,
  /** The recipient's deadline for a conclusive manifestação; null after one, or if none applies. */
  prazoManifestacao: instant,
  /** Since when the recipient's silence counts as a confirmation, if the norm says so; no evento exists
   * for it. */
  confirmadaTacitamenteEm: instant,
  criadoEm: instant,
  alteradoEm: instant,
  ...flagParams,
});

/** A known evento of a document, from e-mail or from SEFAZ. */
export const eventoWire = z.object({
  id: z.uuid(),
  tpEvento: z.string(),
  descEvento: z.string(),
  protocolo: z.nullable(z.string()),
  protocoloData: instant,
  origem: z.enum(["email", "sefaz"]),
  veredito: z.nullable(veredito),
  /** The text of its author: a correction, or the reason of a cancellation; null if there is none. */
  texto: z.nullable(z.string()),
  /** CNPJ or CPF of its author; null if unknown. */
  autor: z.nullable(z.string()),
  /** Whether its XML is stored: it can be downloaded and printed. */
  temXml: z.boolean(),
  /** Why it is shown but does not count; null if SEFAZ reported it, or if it arrived registered and from
   * the right author. */
  ressalva: z.nullable(z.string()),
});

/** A finding of the verification: a short title and one sentence, with its evidence. */
export const achadoWire = z.object({
  codigo: z.string(),
  gravidade: z.enum(GRAVIDADES),
  titulo: z.string(),
  texto: z.string(),
  /** The fields, codes or values concerned; never a sentence. */
  evidencia: z.nullable(z.string()),
  /** The place in the document, in the layout's names ("infNFe/det[2]/prod/NCM"). */
  caminho: z.nullable(z.string()),
});

/** An e-mail that delivered a copy of the document. If `importado`, an uploaded file: emailId is the id of
 * its importação, and assunto its name. */
export const originWire = z.object({
  emailId: z.uuid(),
  importado: z.boolean(),
  anexoId: z.uuid(),
  assunto: z.string(),
  remetente: z.string(),
  recebidaEm: instant,
  caminho: z.string(),
  nome: z.nullable(z.string()),
  destino: z.enum(OUTCOMES),
  veredito: z.nullable(veredito),
});

/** A complete document. */
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
  /** SEFAZ's digest equals that of this content, and the signature is valid, whatever the certificate's
   * chain. */
  confirmadaSefaz: z.boolean(),
  /** The reversals that restored the signed original, in order; null if it arrived intact. */
  reparo: z.nullable(z.array(z.string())),
  /** When, by whom and why an administrator released it from quarantine; empty if not released. */
  quarentenaLiberadaEm: instant,
  quarentenaLiberadaPor: z.nullable(z.string()),
  quarentenaMotivo: z.nullable(z.string()),
  /** Every release from quarantine and every return to it, oldest first. A document in quarantine
   * whose last act is `colocou` is there because of that user. */
  atosQuarentena: z.optional(z.array(quarantineActWire)),
  /** What the XML, SEFAZ and the e-mail say, field by field. */
  evidencia: z.optional(evidenceWire),
  certificadoTitular: z.nullable(z.string()),
  listEventos: z.array(eventoWire),
  origens: z.array(originWire),
  /** Last response of SEFAZ about the document, next planned consulta, last failed attempt. */
  sefazConsultadaEm: instant,
  sefazProximaEm: instant,
  sefazFalhouEm: instant,
  sefazMotivo: z.nullable(z.string()),
  /** SEFAZ's additions to its authorization (cMsg, xMsg), in the file or in its response; `codigo` may be
   * empty. */
  alertas: z.array(z.object({ codigo: z.string(), texto: z.string() })),
  /** The consultas about it, newest first, at most {@link CONSULTAS_MAX}. */
  consultas: z.array(consultaWire),
  /** Every manifestação requested here, newest first. */
  manifestacoes: z.array(manifestacaoWire),
  /** The deadline of each; empty if none applies. */
  prazosManifestacao: z.array(deadlineWire),
  /** Why this user cannot manifest it now, as a sentence; null if allowed. */
  manifestacaoImpedida: z.nullable(z.string()),
  /** The eventos requested here besides the manifestação, newest first. */
  eventosPedidos: z.array(eventoRequestWire),
  /** The eventos that the company may send about it, each with the reason if it cannot now. */
  eventosPossiveis: z.array(possibleEventoWire),
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
      /** The document that this item refers to: of a return, a credit or a debit. */
      referencia: z.nullable(itemReferenciaWire),
    }),
  ),
  informacoesComplementares: z.nullable(z.string()),
  /** The parties of a CT-e, CT-e OS or MDF-e, and the carrier of an NF-e. */
  tomador: z.nullable(partyWire),
  remetente: z.nullable(partyWire),
  expedidor: z.nullable(partyWire),
  recebedor: z.nullable(partyWire),
  transportador: z.nullable(partyWire),
  /** Data of an NF-e or NFC-e only; null for others, and if the XML cannot be read again. */
  comercio: z.nullable(comercioWire),
  /** Data of a CT-e, CT-e OS or MDF-e only. */
  transporte: z.nullable(transporteWire),
});

/** Number of documents by type. */
export const byType = z.object(recordOf(TIPOS_NOTA, () => z.int()));
/** Number of unprocessed documents, by each type that is counted. */
export const openByType = z.object(recordOf(TIPOS_EM_ABERTO, () => z.int()));

/** Masked or not. */
const publicChave = z.string().check(
  z.maxLength(FILTER_TEXT_MAX),
  z.refine((text) => text.trim() !== "", "chavePublicaObrigatoria"),
);

/** The filter of divergences; an absent field restricts nothing. */
const divergencias = {
  entradaSaida: z.optional(side),
  /** Days on which they were found, whenever the documents were issued. */
  searchDateRange: z.optional(z.nullable(listPeriod)),
  /** CNPJ or CPF of one company, masked or not; an invalid one is refused. */
  searchCnpjCpfEmpresa: z.optional(z.nullable(filterText)),
};

/** A result of the global search. `id` belongs to `alvo`; `notaId` and `type` lead to the document, if
 * there is one. */
export const searchResultWire = z.object({
  alvo: z.enum(["nota", "auditor"]),
  id: z.uuid(),
  type: z.nullable(side),
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
  /** Where the match is: the key, the number, a party, the value, or the record of the auditor. */
  porque: z.enum(["chave", "numero", "documento", "nome", "valor", "registro"]),
});

/** `tipo` and `chave` of spec §7: any nota of that key in the conta is accepted. */
const consulta = z.strictObject({ tipo: tipoNota, chave: filterText });

export const notaMethods = {
  "Nota.getListNota": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({
      entradaSaida: z.optional(side),
      searchFilter: z.optional(z.nullable(notaFilter)),
      listSearchOrder: z.optional(z.nullable(notaOrder)),
      ...page,
      /** Also sums the values of everything that matches the filter, in `somaTotal`. */
      somar: z.optional(z.boolean()),
      /** Also exports everything that matches the filter: "CSV", "PDF" or "XLSX", in any case. */
      createFileType: z.optional(z.nullable(z.string().check(z.maxLength(10)))),
    }),
    /** Beside the page, the export that was started. */
    result: listWith(notaRow, z.nullable(exportacaoWire)),
  }),
  "Nota.getNota": method({ access: "signedIn", readOnly: true, params: id, result: one(notaWire) }),
  /** Every tag of the XML, in order. Values are strings, repeated tags are arrays, attribute names start
   * with "@". */
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
    result: count(byType),
  }),
  "Nota.getNotasDivergentes": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ ...divergencias, listSearchOrder: z.optional(z.nullable(notaOrder)), ...page }),
    result: list(notaRow),
  }),
  /** Key, number, CNPJ/CPF or part of a name: at least {@link SEARCH_MIN} characters, at most {@link
   * SUGESTOES_MAX} results of each kind. */
  "Nota.globalSearchNota": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ searchKey: filterText }),
    result: list(searchResultWire),
  }),
  /** The only read without a conta. Spends the captcha; downloadPublico accepts `ticket` as `captcha` for
   * this key during {@link DOWNLOAD_PUBLICO_MS}. Unknown and hidden documents get the same response. If
   * `situacao` is not normal, only the printed form is returned, which shows it. */
  "Nota.getNotaDownloadPublico": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ captcha, ChaveAcesso: publicChave }),
    result: one(
      z.object({ ticket: z.string(), tipoNota, expiraEm: instant, situacao: z.enum(PUBLIC_STATES) }),
    ),
  }),
  /** The badge: `totalCount` counts NF-e and CT-e; `object` also counts CT-e OS
   * (column `emAberto` of the table of document types). */
  "Nota.getNotasEntradaEmAberto": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({}),
    result: count(openByType),
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
  /** Releases a nota from quarantine; the reason has {@link LIBERACAO_REASON_MIN} to {@link
   * LIBERACAO_MOTIVO_MAX} characters. */
  "Nota.liberarQuarentena": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({ id: z.uuid(), motivo: z.string() }),
    result: acknowledged,
  }),
  /** Puts a nota into quarantine again, with a reason as above: one that was released, or one that SEFAZ
   * contradicts. It leaves totals, feed and exports until it is released. */
  "Nota.colocarQuarentena": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({ id: z.uuid(), motivo: z.string() }),
    result: acknowledged,
  }),
  /** Requests a manifestação of a received NF-e; the worker sends it, and `getNota` shows the result.
   * Status 3 needs a justificativa of {@link JUSTIFICATIVA_MIN} to {@link JUSTIFICATIVA_MAX} characters. */
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
  /** The same for many documents, each with its own outcome. */
  "Nota.manifestarLote": method({
    access: "manifestante",
    readOnly: false,
    params: z.strictObject({
      ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(LOTE_MAX)),
      novoStatus: manifestacaoStatus,
      justificativa: z.optional(z.nullable(z.string())),
    }),
    /** `mensagem` is null if it was accepted for sending. */
    result: list(z.object({ id: z.uuid(), mensagem: z.nullable(z.string()) })),
  }),
  /** Requests another evento of the recipient or tomador; the worker signs and sends it, and `getNota`
   * shows the result. */
  "Nota.sendEvento": method({
    access: "manifestante",
    readOnly: false,
    params: z.strictObject({ id: z.uuid(), ...eventoParam }),
    limit: EVENTO_LIMIT,
    /** `id` of the request, as in `eventosPedidos`. */
    result: one(z.object({ id: z.uuid() })),
  }),
  "Nota.hasSefazStatus": method({
    access: "signedIn",
    readOnly: true,
    params: consulta,
    /** True only after a response newer than the last `consultarSefaz`. */
    result: one(z.boolean()),
  }),
  "Nota.consultarSefaz": method({
    access: "signedIn",
    readOnly: false,
    params: consulta,
    result: acknowledged,
  }),
} as const;
