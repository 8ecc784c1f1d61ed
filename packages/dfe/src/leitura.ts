import type { ChaveAcesso, TipoNota, Valor } from "@malote/syntax";

/** One party of a document; `documento` is an unmasked CNPJ or CPF, a foreign id, or "" when absent. */
export type Parte = {
  nome: string;
  documento: string;
  uf: string | null;
  ie: string | null;
  municipio: string | null;
};

/** The role of a party in a document. `proprietario` owns a vehicle that the issuer does not own. */
export type ParteNome =
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
export type ParteCitada = { parte: ParteNome; documento: string; nome: string };

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
  alertas: AlertaSefaz[];
  defeitos: string[];
};

/** One cMsg with its xMsg; `codigo` is "" for a text without a code.   @source NT 2026.002, group PR13 */
export type AlertaSefaz = { codigo: string; texto: string };

/** One line of a nota. Quantities and unit prices are decimal strings with the scale of the XML. */
export type ItemLido = {
  numero: string;
  codigo: string | null;
  descricao: string | null;
  ean: string | null;
  ncm: string | null;
  cfop: string | null;
  unidade: string | null;
  quantidade: string | null;
  valorUnitario: string | null;
  valorTotal: Valor | null;
  informacoes: string | null;
  /** The document that this line concerns, and its line there: in a return, a credit or a debit. */
  referencia: ReferenciaDoItem | null;
};

/** A document that one line refers to (DFeReferenciado); `item` is nItem there. */
export type ReferenciaDoItem = ReferenciaLida & { item: string | null };

/** Totals of an NF-e or NFC-e in reais; null when the layout version or the document
 * lacks the tag. `ibsCbs` and `is` belong to the tax reform (NT 2025.002). */
export type TotaisLidos = {
  baseIcms: Valor | null;
  icms: Valor | null;
  icmsDesonerado: Valor | null;
  fcp: Valor | null;
  baseSt: Valor | null;
  st: Valor | null;
  produtos: Valor | null;
  servicos: Valor | null;
  frete: Valor | null;
  seguro: Valor | null;
  desconto: Valor | null;
  ii: Valor | null;
  ipi: Valor | null;
  pis: Valor | null;
  cofins: Valor | null;
  outras: Valor | null;
  tributosAproximados: Valor | null;
  ibsCbs: TotaisIbsCbs | null;
  is: Valor | null;
  /** vNFTot: the total including the taxes added on top. */
  totalComTributos: Valor | null;
};

/** IBS and CBS totals of a document; `ibs` is the sum of state and municipality. */
export type TotaisIbsCbs = {
  base: Valor | null;
  ibs: Valor | null;
  ibsUf: Valor | null;
  ibsMunicipio: Valor | null;
  cbs: Valor | null;
};

/** One instalment; `vencimento` is yyyy-MM-dd. */
export type DuplicataLida = { numero: string | null; vencimento: string | null; valor: Valor | null };

/** One payment; `meio` is the two-digit code of the layout
 * (tPag), `prazo` its indPag ("0" cash, "1" deferred). */
export type PagamentoLido = {
  meio: string;
  prazo: string | null;
  descricao: string | null;
  valor: Valor | null;
};

/** A document that another refers to: an access key, or a paper document described in words. */
export type ReferenciaLida = { chaveAcesso: ChaveAcesso | null; descricao: string | null };

/** Fields that only an NF-e or NFC-e has; `referencias` are those of the nota and its items, each once. */
export type ComercioLido = {
  /** tpNFDebito: only with finNFe 6. */
  tipoDebito: string | null;
  /** tpNFCredito: only with finNFe 5. */
  tipoCredito: string | null;
  totais: TotaisLidos;
  /** The layout's code: 0 to 4, or 9. */
  modFrete: string | null;
  fatura: { numero: string | null; valorLiquido: Valor | null } | null;
  duplicatas: DuplicataLida[];
  pagamentos: PagamentoLido[];
  referencias: ReferenciaLida[];
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
export type MedidaCarga = { unidade: string; tipo: string | null; quantidade: string };

/** A place on the route; `codigo` is the IBGE code of the municipality. */
export type Lugar = { codigo: string | null; municipio: string | null; uf: string | null };

/** Fields that only a CT-e, CT-e OS or MDF-e has. */
export type TransporteLido = {
  modal: Modal | null;
  origem: Lugar | null;
  destino: Lugar | null;
  /** The states between origin and destination. */
  percurso: string[];
  produto: string | null;
  valorCarga: Valor | null;
  medidas: MedidaCarga[];
  componentes: { nome: string; valor: Valor | null }[];
  valorReceber: Valor | null;
  /** The documents of the cargo. */
  documentos: ReferenciaLida[];
  /** The CT-e that this one complements, replaces or annuls. */
  referencias: ReferenciaLida[];
  veiculos: { placa: string; uf: string | null }[];
  condutores: { nome: string; cpf: string }[];
  rntrc: string | null;
  ibsCbs: TotaisIbsCbs | null;
};

/** A document that is stored as a nota. `numeroNota` and `serieNota`
 * have no left zeros; `dataEmissao` is ISO with its own offset. */
export type NotaLida = {
  tipoNota: TipoNota;
  modelo: string;
  versao: string;
  chaveAcesso: ChaveAcesso;
  numeroNota: string;
  serieNota: string;
  dataEmissao: string;
  /** vNF of an NF-e, vTPrest of a CT-e, the value of the load of an MDF-e. */
  valorTotal: Valor;
  emitente: Parte;
  destinatario: Parte | null;
  /** In a CT-e it is always set, also when it equals another party. */
  tomador: Parte | null;
  remetente: Parte | null;
  expedidor: Parte | null;
  recebedor: Parte | null;
  transportador: Parte | null;
  /** The CNPJs and CPFs of autXML. */
  autorizados: string[];
  /** All parties that the document names, without its emitente. */
  partes: ParteCitada[];
  naturezaOperacao: string | null;
  finalidade: string | null;
  tipoOperacao: "entrada" | "saida" | null;
  ambiente: "1" | "2";
  digVal: string | null;
  protocolo: Protocolo | null;
  itens: ItemLido[];
  informacoesComplementares: string | null;
  comercio: ComercioLido | null;
  transporte: TransporteLido | null;
};

/** An evento of a nota: cancelamento, CC-e, manifestação.
 * SEFAZ's answer, if present, gives protocolo and status. */
export type EventoLido = {
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
export type RetornoEvento = {
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
export type ResumoLido =
  | {
      de: "nota";
      chaveAcesso: ChaveAcesso;
      emitente: Pick<Parte, "nome" | "documento" | "ie">;
      dataEmissao: string | null;
      tipoOperacao: "entrada" | "saida" | null;
      valorTotal: Valor;
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
export const MOTIVOS_NAO_DFE = ["vazio", "nao-xml", "html", "xml-alheio"] as const;
export type MotivoNaoDfe = (typeof MOTIVOS_NAO_DFE)[number];

/** Why an XML is unreadable: malformed, forbidden, beyond a limit, or a DF-e that violates its layout. */
export const MOTIVOS_ILEGIVEL = [
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
export type MotivoIlegivel = (typeof MOTIVOS_ILEGIVEL)[number];

/** The identity of a document that is not read completely; null
 * when absent. The key of a national NFS-e has 50 digits. */
export type Identidade = { modelo: string | null; chaveAcesso: string | null };

/** What the reader finds. `detalhe` is for logs: the tag, character or limit concerned. `lote`
 * is for openLote; `outro-dfe` is stored but not read; `mensagem` is a SEFAZ query or answer. */
export type Conteudo =
  | { kind: "nota"; nota: NotaLida }
  | { kind: "evento"; evento: EventoLido }
  | { kind: "resumo"; resumo: ResumoLido }
  | { kind: "lote"; documentos: number }
  | ({ kind: "outro-dfe"; namespace: string } & Identidade)
  | ({ kind: "mensagem"; retornos: RetornoEvento[] } & Identidade)
  | { kind: "nao-dfe"; motivo: MotivoNaoDfe }
  | ({ kind: "ilegivel"; motivo: MotivoIlegivel; detalhe: string } & Identidade);

/** The content, and the name of its root element; `raiz` is null when there is none. */
export type Leitura = Conteudo & { raiz: string | null };
