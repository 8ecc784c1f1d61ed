import type { ChaveAcesso, TipoNota, Valor } from "@malote/syntax";

/** One party of a document; `documento` is an unmasked CNPJ or CPF, a foreign id, or "" when the document names none. */
export type Parte = {
  nome: string;
  documento: string;
  uf: string | null;
  ie: string | null;
  municipio: string | null;
};

/** What a party is in a document. `proprietario`: of a vehicle that is not the issuer's own. */
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

/**
 * A company or person that a document names, under the first name that it has there; "" where it
 * has none.
 */
export type ParteCitada = { parte: ParteNome; documento: string; nome: string };

/** The authorization that travels beside a document; it is not signed, so only SEFAZ can confirm it.
 * `numero` is "" for a denied document without nProt; `dataRecebimento` is ISO with its own offset, or "". `defeitos` are the tags
 * of it that cannot be read, or of which there are several: what they say is left out. */
export type Protocolo = {
  numero: string;
  dataRecebimento: string;
  cStat: string;
  xMotivo: string;
  digVal: string | null;
  chaveAcesso: string;
  /** What SEFAZ adds to its answer, whatever the cStat: an alert, or a message to the reader. */
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
  /** The document that this line is about, and its line there: of a return, a credit or a debit. */
  referencia: ReferenciaDoItem | null;
};

/** A document that one line refers to (DFeReferenciado); `item` is nItem there. */
export type ReferenciaDoItem = ReferenciaLida & { item: string | null };

/** Totals of an NF-e or NFC-e in reais; null where the layout of its time has no such tag or the document leaves it out.
 * `ibsCbs` and `is` are those of the tax reform (NT 2025.002). */
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
  /** vNFTot: the total with the taxes outside it. */
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

/** One payment; `meio` is the two-digit code of the layout (tPag), `prazo` its indPag ("0" at sight, "1" later). */
export type PagamentoLido = {
  meio: string;
  prazo: string | null;
  descricao: string | null;
  valor: Valor | null;
};

/** A document that another refers to: an access key, or a paper one in words of the layout. */
export type ReferenciaLida = { chaveAcesso: ChaveAcesso | null; descricao: string | null };

/**
 * What only an NF-e or NFC-e has. `modFrete` is the layout's code (0 to 4, 9); `tipoDebito` and
 * `tipoCredito` those of a nota whose finNFe is 6 or 5. `referencias` are those of the nota and of
 * its items, each document once.
 */
export type ComercioLido = {
  tipoDebito: string | null;
  tipoCredito: string | null;
  totais: TotaisLidos;
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

/** One measure of a load; `unidade` is the name of the layout's code ("KG", "TON", "M3"…), "" where a CT-e OS names none; `tipo` is
 * what is measured. */
export type MedidaCarga = { unidade: string; tipo: string | null; quantidade: string };

/** Place on the way; `codigo` is the IBGE code of the municipality. */
export type Lugar = { codigo: string | null; municipio: string | null; uf: string | null };

/** What only a CT-e, CT-e OS or MDF-e has. `percurso` lists the states between origin and destination;
 * `documentos` the keys of what is carried, `referencias` those of the CT-e that this one completes, replaces or annuls. */
export type TransporteLido = {
  modal: Modal | null;
  origem: Lugar | null;
  destino: Lugar | null;
  percurso: string[];
  produto: string | null;
  valorCarga: Valor | null;
  medidas: MedidaCarga[];
  componentes: { nome: string; valor: Valor | null }[];
  valorReceber: Valor | null;
  documentos: ReferenciaLida[];
  referencias: ReferenciaLida[];
  veiculos: { placa: string; uf: string | null }[];
  condutores: { nome: string; cpf: string }[];
  rntrc: string | null;
  ibsCbs: TotaisIbsCbs | null;
};

/**
 * A document that is kept as a nota. `numeroNota` and `serieNota` have no left zeros; `dataEmissao`
 * is ISO with its own offset.
 * `valorTotal` is vNF of an NF-e, vTPrest of a CT-e, the value of the load of an MDF-e. A CT-e's
 * `tomador` is always named, whichever of the other parties it is. `autorizados` are the CNPJs and
 * CPFs of autXML; `partes` all parties that it names, without its issuer.
 */
export type NotaLida = {
  tipoNota: TipoNota;
  modelo: string;
  versao: string;
  chaveAcesso: ChaveAcesso;
  numeroNota: string;
  serieNota: string;
  dataEmissao: string;
  valorTotal: Valor;
  emitente: Parte;
  destinatario: Parte | null;
  tomador: Parte | null;
  remetente: Parte | null;
  expedidor: Parte | null;
  recebedor: Parte | null;
  transportador: Parte | null;
  autorizados: string[];
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

/** Something that happened to a nota: cancellation, correction letter, manifestation. `protocolo` and what follows come from
 * SEFAZ's answer, when it travels along; `defeitos` are its tags that cannot be read, or of which there are several. */
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
  defeitos: string[];
};

/** What SEFAZ says it registered, without the author's part: no proof of anything by itself. */
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

/** SEFAZ's summary of a nota or an evento, as its distribution service tells of it before the XML may be had.
 * `situacao` is cSitNFe: "1" authorized, "2" denied, "3" cancelled. A date that cannot be read is null. */
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

/** Why bytes are no DF-e at all. */
export const MOTIVOS_NAO_DFE = ["vazio", "nao-xml", "html", "xml-alheio"] as const;
export type MotivoNaoDfe = (typeof MOTIVOS_NAO_DFE)[number];

/** Why an XML cannot be read: broken, forbidden, beyond a limit, or a DF-e whose structure or fields are not those of its layout. */
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

/** What a document that is not read whole still says of itself; null where it says nothing. The key of a national NFS-e has 50 digits. */
export type Identidade = { modelo: string | null; chaveAcesso: string | null };

/** What a reader says of some bytes. `lote` holds several documents, or compressed ones, that openLote takes out; `outro-dfe`
 * is a DF-e that is kept but not read; `mensagem` a query or answer of SEFAZ's services. `detalhe` is for logs and
 * technicians: the tag, character or limit in question. */
export type Conteudo =
  | { kind: "nota"; nota: NotaLida }
  | { kind: "evento"; evento: EventoLido }
  | { kind: "resumo"; resumo: ResumoLido }
  | { kind: "lote"; documentos: number }
  | ({ kind: "outro-dfe"; namespace: string } & Identidade)
  | ({ kind: "mensagem"; retornos: RetornoEvento[] } & Identidade)
  | { kind: "nao-dfe"; motivo: MotivoNaoDfe }
  | ({ kind: "ilegivel"; motivo: MotivoIlegivel; detalhe: string } & Identidade);

/** The content, and the name of the element that holds it; `raiz` is null when there is none. */
export type Leitura = Conteudo & { raiz: string | null };
