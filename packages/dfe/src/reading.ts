import type { Amount, ChaveAcesso, TipoNota } from "@malote/syntax";

/** One party of a document; `documento` is an unmasked CNPJ or CPF, a foreign id, or "" when absent. */
export type Party = {
  nome: string;
  documento: string;
  uf: string | null;
  ie: string | null;
  municipio: string | null;
};

/** The role of a party in a document. `proprietario` owns a vehicle that the issuer does not own. */
export type PartyRole =
  | "destinatario"
  | "tomador"
  | "remetente"
  | "expedidor"
  | "recebedor"
  | "transportador"
  | "adquirente"
  | "entrega"
  | "retirada"
  | "intermediador"
  | "autorizado"
  | "transportadorAnterior"
  | "emitenteOrdemColeta"
  | "proprietario"
  | "ferrovia"
  | "seguradora"
  | "responsavelSeguro"
  | "contratante"
  | "pagador"
  | "responsavelCiot"
  | "valePedagio"
  | "condutor";

/** A company or person that a document names; `nome` is the first name given for it, or "". */
export type NamedParty = { parte: PartyRole; documento: string; nome: string };

/** The authorization next to a document. It is not signed, so only SEFAZ can confirm
 * it. `defeitos` lists its unreadable or repeated tags, whose values are omitted. */
export type Protocolo = {
  /** "" for a denied document without nProt. */
  numero: string;
  /** ISO with its own offset, or "". */
  dataRecebimento: string;
  cStat: string;
  xMotivo: string;
  digVal: string | null;
  chaveAcesso: string;
  /** What SEFAZ adds to its answer for any cStat: an alert, or a message to the reader. */
  alertas: SefazAlert[];
  defeitos: string[];
};

/** One cMsg with its xMsg; `codigo` is "" for a text without a code.   @source NT 2026.002, group PR13 */
export type SefazAlert = { codigo: string; texto: string };

/** One line of a nota. Quantities and unit prices are decimal strings with the scale of the XML. */
export type ParsedItem = {
  numero: string;
  codigo: string | null;
  descricao: string | null;
  ean: string | null;
  ncm: string | null;
  cfop: string | null;
  unidade: string | null;
  quantidade: string | null;
  valorUnitario: string | null;
  valorTotal: Amount | null;
  informacoes: string | null;
  /** The document that this line concerns, and its line there: in a return, a credit or a debit. */
  referencia: ItemReferencia | null;
};

/** A document that one line refers to (DFeReferenciado); `item` is nItem there. */
export type ItemReferencia = ParsedReferencia & { item: string | null };

/** Totals of an NF-e or NFC-e in reais; null when the layout version or the document
 * lacks the tag. `ibsCbs` and `is` belong to the tax reform (NT 2025.002). */
export type ParsedTotals = {
  baseIcms: Amount | null;
  icms: Amount | null;
  icmsDesonerado: Amount | null;
  fcp: Amount | null;
  baseSt: Amount | null;
  st: Amount | null;
  produtos: Amount | null;
  servicos: Amount | null;
  frete: Amount | null;
  seguro: Amount | null;
  desconto: Amount | null;
  ii: Amount | null;
  ipi: Amount | null;
  pis: Amount | null;
  cofins: Amount | null;
  outras: Amount | null;
  tributosAproximados: Amount | null;
  ibsCbs: IbsCbsTotals | null;
  is: Amount | null;
  /** vNFTot: the total including the taxes added on top. */
  totalComTributos: Amount | null;
};

/** IBS and CBS totals of a document; `ibs` is the sum of state and municipality. */
export type IbsCbsTotals = {
  base: Amount | null;
  ibs: Amount | null;
  ibsUf: Amount | null;
  ibsMunicipio: Amount | null;
  cbs: Amount | null;
};

/** One instalment; `vencimento` is yyyy-MM-dd. */
export type ParsedDuplicata = { numero: string | null; vencimento: string | null; valor: Amount | null };

/** One payment; `meio` is the two-digit code of the layout
 * (tPag), `prazo` its indPag ("0" cash, "1" deferred). */
export type ParsedPagamento = {
  meio: string;
  prazo: string | null;
  descricao: string | null;
  valor: Amount | null;
};

/** A document that another refers to: an access key, or a paper document described in words. */
export type ParsedReferencia = { chaveAcesso: ChaveAcesso | null; descricao: string | null };

/** Fields that only an NF-e or NFC-e has; `referencias` are those of the nota and its items, each once. */
export type ParsedComercio = {
  /** tpNFDebito: only with finNFe 6. */
  tipoDebito: string | null;
  /** tpNFCredito: only with finNFe 5. */
  tipoCredito: string | null;
  totais: ParsedTotals;
  /** The layout's code: 0 to 4, or 9. */
  modFrete: string | null;
  fatura: { numero: string | null; valorLiquido: Amount | null } | null;
  duplicatas: ParsedDuplicata[];
  pagamentos: ParsedPagamento[];
  referencias: ParsedReferencia[];
};

export const MODAIS = [
  "rodoviario",
  "aereo",
  "aquaviario",
  "ferroviario",
  "dutoviario",
  "multimodal",
] as const;
export type Modal = (typeof MODAIS)[number];

/** One measure of a load; `tipo` is what is measured. `unidade` is the name
 * of the layout's code ("KG", "TON", "M3"…), "" when a CT-e OS omits it. */
export type CargoMeasure = { unidade: string; tipo: string | null; quantidade: string };

/** A place on the route; `codigo` is the IBGE code of the municipality. */
export type Place = { codigo: string | null; municipio: string | null; uf: string | null };

/** Fields that only a CT-e, CT-e OS or MDF-e has. */
export type ParsedTransporte = {
  modal: Modal | null;
  origem: Place | null;
  destino: Place | null;
  /** The states between origin and destination. */
  percurso: string[];
  produto: string | null;
  valorCarga: Amount | null;
  medidas: CargoMeasure[];
  componentes: { nome: string; valor: Amount | null }[];
  valorReceber: Amount | null;
  /** The documents of the cargo. */
  documentos: ParsedReferencia[];
  /** The CT-e that this one complements, replaces or annuls. */
  referencias: ParsedReferencia[];
  veiculos: { placa: string; uf: string | null }[];
  condutores: { nome: string; cpf: string }[];
  rntrc: string | null;
  ibsCbs: IbsCbsTotals | null;
};

/** A document that is stored as a nota. `numeroNota` and `serieNota`
 * have no left zeros; `dataEmissao` is ISO with its own offset. */
export type ParsedNota = {
  tipoNota: TipoNota;
  modelo: string;
  versao: string;
  chaveAcesso: ChaveAcesso;
  numeroNota: string;
  serieNota: string;
  dataEmissao: string;
  /** vNF of an NF-e, vTPrest of a CT-e, the value of the load of an MDF-e. */
  valorTotal: Amount;
  emitente: Party;
  destinatario: Party | null;
  /** In a CT-e it is always set, also when it equals another party. */
  tomador: Party | null;
  remetente: Party | null;
  expedidor: Party | null;
  recebedor: Party | null;
  transportador: Party | null;
  /** The CNPJs and CPFs of autXML. */
  autorizados: string[];
  /** All parties that the document names, without its emitente. */
  partes: NamedParty[];
  naturezaOperacao: string | null;
  finalidade: string | null;
  tipoOperacao: "entrada" | "saida" | null;
  ambiente: "1" | "2";
  digVal: string | null;
  protocolo: Protocolo | null;
  itens: ParsedItem[];
  informacoesComplementares: string | null;
  comercio: ParsedComercio | null;
  transporte: ParsedTransporte | null;
};

/** An evento of a nota: cancelamento, CC-e, manifestação.
 * SEFAZ's answer, if present, gives protocolo and status. */
export type ParsedEvento = {
  chaveAcesso: ChaveAcesso;
  tpEvento: string;
  nSeqEvento: string;
  descEvento: string;
  autor: string;
  dataEvento: string;
  protocolo: string | null;
  protocoloData: string | null;
  cStat: string | null;
  xMotivo: string | null;
  justificativa: string | null;
  ambiente: "1" | "2";
  /** Tags of that answer that are unreadable or repeated. */
  defeitos: string[];
};

/** SEFAZ's registration of an evento without the part that its author signed: it proves nothing by itself. */
export type EventoResult = {
  chaveAcesso: string | null;
  tpEvento: string | null;
  nSeqEvento: string | null;
  descEvento: string | null;
  protocolo: string | null;
  protocoloData: string | null;
  cStat: string | null;
  xMotivo: string | null;
};

/** SEFAZ's summary of a nota or an evento, distributed before the XML is available.
 * `situacao` is cSitNFe: "1" authorized, "2" denied, "3" cancelled. An unreadable date is null. */
export type ParsedResumo =
  | {
      de: "nota";
      chaveAcesso: ChaveAcesso;
      emitente: Pick<Party, "nome" | "documento" | "ie">;
      dataEmissao: string | null;
      tipoOperacao: "entrada" | "saida" | null;
      valorTotal: Amount;
      digVal: string | null;
      protocolo: string | null;
      dataRecebimento: string | null;
      situacao: string | null;
    }
  | {
      de: "evento";
      chaveAcesso: ChaveAcesso;
      autor: string;
      tpEvento: string;
      nSeqEvento: string;
      descEvento: string;
      dataEvento: string | null;
      protocolo: string | null;
      dataRecebimento: string | null;
    };

/** Why the bytes are not a DF-e. */
export const NON_DFE_REASONS = ["vazio", "nao-xml", "html", "xml-alheio"] as const;
export type NonDfeReason = (typeof NON_DFE_REASONS)[number];

/** Why an XML is unreadable: malformed, forbidden, beyond a limit, or a DF-e that violates its layout. */
export const UNREADABLE_REASONS = [
  "malformado",
  "dtd",
  "versao",
  "codificacao",
  "grande-demais",
  "profundo-demais",
  "varias-raizes",
  "estrutura",
  "campo-ausente",
  "campo-invalido",
] as const;
export type UnreadableReason = (typeof UNREADABLE_REASONS)[number];

/** The identity of a document that is not read completely; null
 * when absent. The key of a national NFS-e has 50 digits. */
export type Identity = { modelo: string | null; chaveAcesso: string | null };

/** What the reader finds. `detalhe` is for logs: the tag, character or limit concerned. `lote`
 * is for openLote; `outro-dfe` is stored but not read; `mensagem` is a SEFAZ query or answer. */
export type Content =
  | { kind: "nota"; nota: ParsedNota }
  | { kind: "evento"; evento: ParsedEvento }
  | { kind: "resumo"; resumo: ParsedResumo }
  | { kind: "lote"; documentos: number }
  | ({ kind: "outro-dfe"; namespace: string } & Identity)
  | ({ kind: "mensagem"; retornos: EventoResult[] } & Identity)
  | { kind: "nao-dfe"; motivo: NonDfeReason }
  | ({ kind: "ilegivel"; motivo: UnreadableReason; detalhe: string } & Identity);

/** The content, and the name of its root element; `raiz` is null when there is none. */
export type Reading = Content & { raiz: string | null };
