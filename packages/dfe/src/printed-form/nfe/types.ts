import type { ChaveAcesso, ModeloOf } from "@malote/syntax";
import type { Divergencia } from "../protocolo.ts";
import type { PrintedData, PrintedDecimal } from "../scalars.ts";
import type { PrintedImposto } from "./item-tax-types.ts";

/** The printed form of an NF-e or NFC-e. Absent, empty
 * and unreadable fields are null; lists are then empty. */
export type PrintedNfe = {
  kind: "nfe";
  modelo: ModeloOf<"nfe">;
  versao: string | null;
  chave: ChaveAcesso | null;
  numero: string | null;
  serie: string | null;
  naturezaOperacao: string | null;
  /** "0" entrada, "1" saída. */
  tipoOperacao: string | null;
  emissao: PrintedData | null;
  saida: PrintedData | null;
  /** tpImp: 1 retrato, 2 paisagem, 3 simplificado, 4 and 5 NFC-e, 6 simplificado tipo 2. */
  formatoImpressao: string | null;
  /** tpEmis: 1 normal, 2 FS, 4 EPEC, 5 FS-DA, 6 SVC-AN, 7 SVC-RS, 9 offline. */
  tipoEmissao: string | null;
  homologacao: boolean;
  finalidade: string | null;
  /** tpNFDebito with finalidade 6, tpNFCredito with 5. */
  tipoDebito: string | null;
  tipoCredito: string | null;
  contingencia: { inicio: PrintedData | null; justificativa: string | null } | null;
  /** From SEFAZ's answer, which the emitente did not sign. */
  protocolo: PrintedProtocolo | null;
  referencias: PrintedReferencia[];
  emitente: PrintedPessoa;
  destinatario: PrintedPessoa | null;
  retirada: PrintedPessoa | null;
  entrega: PrintedPessoa | null;
  itens: PrintedItem[];
  /** Number of items beyond those in `itens`. */
  itensOmitidos: number;
  totais: PrintedTotais;
  cobranca: PrintedCobranca;
  transporte: PrintedTransporte;
  adicionais: PrintedAdicionais;
  /** QR code and lookup address if they match those that
   * SEFAZ publishes; else the published lookup address. */
  suplemento: { qrCode: string | null; urlChave: string | null } | null;
  /** Whether the document has a QR code that does not match. */
  semQrCode: boolean;
  /** The DigestValue in base64, for the QR code of an NFC-e without one. */
  digest: string | null;
};

export type PrintedProtocolo = {
  numero: string | null;
  recebimento: PrintedData | null;
  cStat: string | null;
  motivo: string | null;
  /** Each xMsg: alerts, and messages to the reader of the printed form. */
  mensagens: string[];
  /** Where it contradicts the document; empty when it matches. */
  divergencias: Divergencia[];
};

export type PrintedAddress = {
  logradouro: string | null;
  numero: string | null;
  complemento: string | null;
  bairro: string | null;
  municipio: string | null;
  uf: string | null;
  cep: string | null;
  pais: string | null;
  telefone: string | null;
};

/** A party. `documento` is an unmasked CNPJ or CPF, or a foreign id. */
export type PrintedPessoa = {
  nome: string | null;
  fantasia: string | null;
  documento: string | null;
  ie: string | null;
  /** IE of the substituto tributário in the state of the destinatário. */
  ieSt: string | null;
  im: string | null;
  suframa: string | null;
  cnae: string | null;
  /** CRT: 1 Simples, 2 Simples above its limit, 3 normal, 4 MEI. */
  regime: string | null;
  email: string | null;
  endereco: PrintedAddress;
};

export type PrintedReferencia =
  /** `itens`: the items that refer to it, with the referenced line if given
   * ("1" or "1 (item 3)"); absent when the nota itself refers to it. */
  | { tipo: "chave"; chave: string; itens?: string[] }
  | {
      tipo: "nota";
      modelo: string | null;
      serie: string | null;
      numero: string | null;
      uf: string | null;
      anoMes: string | null;
      documento: string | null;
    }
  | { tipo: "ecf"; modelo: string | null; ecf: string | null; coo: string | null };

export type PrintedItem = {
  numero: string | null;
  codigo: string | null;
  descricao: string | null;
  /** null also for "SEM GTIN". */
  ean: string | null;
  ncm: string | null;
  cest: string | null;
  exTipi: string | null;
  cfop: string | null;
  beneficio: string | null;
  comercial: PrintedMeasure;
  /** null when equal to `comercial`. */
  tributavel: PrintedMeasure | null;
  valorTotal: PrintedDecimal | null;
  frete: PrintedDecimal | null;
  seguro: PrintedDecimal | null;
  desconto: PrintedDecimal | null;
  outras: PrintedDecimal | null;
  imposto: PrintedImposto;
  pedido: { numero: string | null; item: string | null } | null;
  fci: string | null;
  informacoes: string | null;
  observacoes: PrintedObservacao[];
  lotes: PrintedLote[];
  medicamento: {
    anvisa: string | null;
    motivoIsencao: string | null;
    precoMaximo: PrintedDecimal | null;
  } | null;
  combustivel: PrintedCombustivel | null;
  veiculo: PrintedVeiculoNovo | null;
  armas: { serie: string | null; cano: string | null; descricao: string | null }[];
  importacoes: PrintedImportacao[];
};

export type PrintedMeasure = {
  unidade: string | null;
  quantidade: PrintedDecimal | null;
  valorUnitario: PrintedDecimal | null;
};

export type PrintedLote = {
  numero: string | null;
  quantidade: PrintedDecimal | null;
  fabricacao: PrintedData | null;
  validade: PrintedData | null;
};

export type PrintedCombustivel = {
  anp: string | null;
  descricao: string | null;
  codif: string | null;
  uf: string | null;
  percentuais: {
    glp: string | null;
    gnNacional: string | null;
    gnImportado: string | null;
    bio: string | null;
  };
};

export type PrintedVeiculoNovo = {
  chassi: string | null;
  cor: string | null;
  motor: string | null;
  serie: string | null;
  anoModelo: string | null;
  anoFabricacao: string | null;
  potencia: string | null;
  cilindrada: string | null;
  combustivel: string | null;
  lotacao: string | null;
};

export type PrintedImportacao = {
  numero: string | null;
  registro: PrintedData | null;
  local: string | null;
  uf: string | null;
  desembaraco: PrintedData | null;
  /** Number of each adição, and of the item in it. */
  adicoes: { numero: string | null; sequencia: string | null }[];
};

/** @source leiauteNFe_v4.00.xsd, ICMSTot; NT 2025.002 */
export type PrintedTotais = {
  base: PrintedDecimal | null;
  icms: PrintedDecimal | null;
  desonerado: PrintedDecimal | null;
  fcp: PrintedDecimal | null;
  fcpDestino: PrintedDecimal | null;
  icmsDestino: PrintedDecimal | null;
  icmsRemetente: PrintedDecimal | null;
  baseSt: PrintedDecimal | null;
  st: PrintedDecimal | null;
  fcpSt: PrintedDecimal | null;
  fcpStRetido: PrintedDecimal | null;
  monofasicoQuantidade: PrintedDecimal | null;
  monofasico: PrintedDecimal | null;
  monofasicoQuantidadeRetencao: PrintedDecimal | null;
  monofasicoRetencao: PrintedDecimal | null;
  monofasicoRetido: PrintedDecimal | null;
  produtos: PrintedDecimal | null;
  frete: PrintedDecimal | null;
  seguro: PrintedDecimal | null;
  desconto: PrintedDecimal | null;
  ii: PrintedDecimal | null;
  ipi: PrintedDecimal | null;
  ipiDevolvido: PrintedDecimal | null;
  pis: PrintedDecimal | null;
  cofins: PrintedDecimal | null;
  outras: PrintedDecimal | null;
  nota: PrintedDecimal | null;
  tributosAproximados: PrintedDecimal | null;
  issqn: PrintedIssqn | null;
  retidos: PrintedRetidos | null;
  ibsCbs: PrintedIbsCbs | null;
  is: PrintedDecimal | null;
  /** vNFTot: the nota with IBS, CBS and IS. */
  notaComTributos: PrintedDecimal | null;
};

export type PrintedIssqn = {
  servicos: PrintedDecimal | null;
  base: PrintedDecimal | null;
  valor: PrintedDecimal | null;
  retido: PrintedDecimal | null;
  deducoes: PrintedDecimal | null;
  outras: PrintedDecimal | null;
  descontoIncondicionado: PrintedDecimal | null;
  descontoCondicionado: PrintedDecimal | null;
  pis: PrintedDecimal | null;
  cofins: PrintedDecimal | null;
};

export type PrintedRetidos = {
  pis: PrintedDecimal | null;
  cofins: PrintedDecimal | null;
  csll: PrintedDecimal | null;
  irrf: PrintedDecimal | null;
  previdencia: PrintedDecimal | null;
};

export type PrintedIbsCbs = {
  base: PrintedDecimal | null;
  ibsUf: PrintedDecimal | null;
  ibsMunicipio: PrintedDecimal | null;
  ibs: PrintedDecimal | null;
  cbs: PrintedDecimal | null;
  ibsMonofasico: PrintedDecimal | null;
  cbsMonofasica: PrintedDecimal | null;
  ibsMonofasicoRetencao: PrintedDecimal | null;
  cbsMonofasicaRetencao: PrintedDecimal | null;
  ibsMonofasicoRetido: PrintedDecimal | null;
  cbsMonofasicaRetida: PrintedDecimal | null;
};

export type PrintedCobranca = {
  fatura: {
    numero: string | null;
    original: PrintedDecimal | null;
    desconto: PrintedDecimal | null;
    liquido: PrintedDecimal | null;
  } | null;
  duplicatas: { numero: string | null; vencimento: PrintedData | null; valor: PrintedDecimal | null }[];
  pagamentos: PrintedPagamento[];
  troco: PrintedDecimal | null;
};

/** `meio` is tPag, `prazo` indPag (0 à vista, 1 a prazo), `bandeira` tBand. */
export type PrintedPagamento = {
  meio: string | null;
  prazo: string | null;
  descricao: string | null;
  valor: PrintedDecimal | null;
  bandeira: string | null;
  autorizacao: string | null;
};

export type PrintedVeiculo = { placa: string | null; uf: string | null; antt: string | null };

export type PrintedTransporte = {
  modFrete: string | null;
  transportador: {
    nome: string | null;
    documento: string | null;
    ie: string | null;
    endereco: string | null;
    municipio: string | null;
    uf: string | null;
  } | null;
  veiculo: PrintedVeiculo | null;
  reboques: PrintedVeiculo[];
  /** Withheld ICMS of the transport. */
  retencao:
    | (Record<"servico" | "base" | "aliquota" | "icms", PrintedDecimal | null> & { cfop: string | null })
    | null;
  vagao: string | null;
  balsa: string | null;
  volumes: PrintedVolume[];
};

export type PrintedVolume = {
  quantidade: string | null;
  especie: string | null;
  marca: string | null;
  numeracao: string | null;
  pesoBruto: PrintedDecimal | null;
  pesoLiquido: PrintedDecimal | null;
  lacres: string[];
};

export type PrintedObservacao = { campo: string | null; texto: string };

export type PrintedAdicionais = {
  fisco: string | null;
  complementares: string | null;
  contribuinte: PrintedObservacao[];
  observacoesFisco: PrintedObservacao[];
  processos: string[];
  compra: { empenho: string | null; pedido: string | null; contrato: string | null } | null;
  exportacao: { uf: string | null; local: string | null; despacho: string | null } | null;
};
