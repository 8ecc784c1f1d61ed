import type { ChaveAcesso } from "@malote/syntax";
import type { DataDoPapel, DecimalDoPapel } from "../escalares.ts";
import type { Divergencia } from "../protocolo.ts";
import type { ImpostoDoPapel } from "./imposto-tipos.ts";

/** The printed form of an NF-e or NFC-e. Absent, empty
 * and unreadable fields are null; lists are then empty. */
export type PapelNfe = {
  kind: "nfe";
  modelo: "55" | "65";
  versao: string | null;
  chave: ChaveAcesso | null;
  numero: string | null;
  serie: string | null;
  naturezaOperacao: string | null;
  /** "0" entrada, "1" saída. */
  tipoOperacao: string | null;
  emissao: DataDoPapel | null;
  saida: DataDoPapel | null;
  /** tpImp: 1 retrato, 2 paisagem, 3 simplificado, 4 and 5 NFC-e, 6 simplificado tipo 2. */
  formatoImpressao: string | null;
  /** tpEmis: 1 normal, 2 FS, 4 EPEC, 5 FS-DA, 6 SVC-AN, 7 SVC-RS, 9 offline. */
  tipoEmissao: string | null;
  homologacao: boolean;
  finalidade: string | null;
  /** tpNFDebito with finalidade 6, tpNFCredito with 5. */
  tipoDebito: string | null;
  tipoCredito: string | null;
  contingencia: { inicio: DataDoPapel | null; justificativa: string | null } | null;
  /** From SEFAZ's answer, which the emitente did not sign. */
  protocolo: ProtocoloDoPapel | null;
  referencias: ReferenciaDoPapel[];
  emitente: PessoaDoPapel;
  destinatario: PessoaDoPapel | null;
  retirada: PessoaDoPapel | null;
  entrega: PessoaDoPapel | null;
  itens: ItemDoPapel[];
  /** Number of items beyond those in `itens`. */
  itensOmitidos: number;
  totais: TotaisDoPapel;
  cobranca: CobrancaDoPapel;
  transporte: TransporteDoPapel;
  adicionais: AdicionaisDoPapel;
  /** QR code and lookup address if they match those that
   * SEFAZ publishes; else the published lookup address. */
  suplemento: { qrCode: string | null; urlChave: string | null } | null;
  /** Whether the document has a QR code that does not match. */
  semQrCode: boolean;
  /** The DigestValue in base64, for the QR code of an NFC-e without one. */
  digest: string | null;
};

export type ProtocoloDoPapel = {
  numero: string | null;
  recebimento: DataDoPapel | null;
  cStat: string | null;
  motivo: string | null;
  /** Each xMsg: alerts, and messages to the reader of the printed form. */
  mensagens: string[];
  /** Where it contradicts the document; empty when it matches. */
  divergencias: Divergencia[];
};

export type EnderecoDoPapel = {
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
export type PessoaDoPapel = {
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
  endereco: EnderecoDoPapel;
};

export type ReferenciaDoPapel =
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

export type ItemDoPapel = {
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
  comercial: MedidaDoPapel;
  /** null when equal to `comercial`. */
  tributavel: MedidaDoPapel | null;
  valorTotal: DecimalDoPapel | null;
  frete: DecimalDoPapel | null;
  seguro: DecimalDoPapel | null;
  desconto: DecimalDoPapel | null;
  outras: DecimalDoPapel | null;
  imposto: ImpostoDoPapel;
  pedido: { numero: string | null; item: string | null } | null;
  fci: string | null;
  informacoes: string | null;
  observacoes: ObservacaoDoPapel[];
  lotes: LoteDoPapel[];
  medicamento: {
    anvisa: string | null;
    motivoIsencao: string | null;
    precoMaximo: DecimalDoPapel | null;
  } | null;
  combustivel: CombustivelDoPapel | null;
  veiculo: VeiculoNovoDoPapel | null;
  armas: { serie: string | null; cano: string | null; descricao: string | null }[];
  importacoes: ImportacaoDoPapel[];
};

export type MedidaDoPapel = {
  unidade: string | null;
  quantidade: DecimalDoPapel | null;
  valorUnitario: DecimalDoPapel | null;
};

export type LoteDoPapel = {
  numero: string | null;
  quantidade: DecimalDoPapel | null;
  fabricacao: DataDoPapel | null;
  validade: DataDoPapel | null;
};

export type CombustivelDoPapel = {
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

export type VeiculoNovoDoPapel = {
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

export type ImportacaoDoPapel = {
  numero: string | null;
  registro: DataDoPapel | null;
  local: string | null;
  uf: string | null;
  desembaraco: DataDoPapel | null;
  /** Number of each adição, and of the item in it. */
  adicoes: { numero: string | null; sequencia: string | null }[];
};

/** @source leiauteNFe_v4.00.xsd, ICMSTot; NT 2025.002 */
export type TotaisDoPapel = {
  base: DecimalDoPapel | null;
  icms: DecimalDoPapel | null;
  desonerado: DecimalDoPapel | null;
  fcp: DecimalDoPapel | null;
  fcpDestino: DecimalDoPapel | null;
  icmsDestino: DecimalDoPapel | null;
  icmsRemetente: DecimalDoPapel | null;
  baseSt: DecimalDoPapel | null;
  st: DecimalDoPapel | null;
  fcpSt: DecimalDoPapel | null;
  fcpStRetido: DecimalDoPapel | null;
  monofasicoQuantidade: DecimalDoPapel | null;
  monofasico: DecimalDoPapel | null;
  monofasicoQuantidadeRetencao: DecimalDoPapel | null;
  monofasicoRetencao: DecimalDoPapel | null;
  monofasicoRetido: DecimalDoPapel | null;
  produtos: DecimalDoPapel | null;
  frete: DecimalDoPapel | null;
  seguro: DecimalDoPapel | null;
  desconto: DecimalDoPapel | null;
  ii: DecimalDoPapel | null;
  ipi: DecimalDoPapel | null;
  ipiDevolvido: DecimalDoPapel | null;
  pis: DecimalDoPapel | null;
  cofins: DecimalDoPapel | null;
  outras: DecimalDoPapel | null;
  nota: DecimalDoPapel | null;
  tributosAproximados: DecimalDoPapel | null;
  issqn: IssqnDoPapel | null;
  retidos: RetidosDoPapel | null;
  ibsCbs: IbsCbsDoPapel | null;
  is: DecimalDoPapel | null;
  /** vNFTot: the nota with IBS, CBS and IS. */
  notaComTributos: DecimalDoPapel | null;
};

export type IssqnDoPapel = {
  servicos: DecimalDoPapel | null;
  base: DecimalDoPapel | null;
  valor: DecimalDoPapel | null;
  retido: DecimalDoPapel | null;
  deducoes: DecimalDoPapel | null;
  outras: DecimalDoPapel | null;
  descontoIncondicionado: DecimalDoPapel | null;
  descontoCondicionado: DecimalDoPapel | null;
  pis: DecimalDoPapel | null;
  cofins: DecimalDoPapel | null;
};

export type RetidosDoPapel = {
  pis: DecimalDoPapel | null;
  cofins: DecimalDoPapel | null;
  csll: DecimalDoPapel | null;
  irrf: DecimalDoPapel | null;
  previdencia: DecimalDoPapel | null;
};

export type IbsCbsDoPapel = {
  base: DecimalDoPapel | null;
  ibsUf: DecimalDoPapel | null;
  ibsMunicipio: DecimalDoPapel | null;
  ibs: DecimalDoPapel | null;
  cbs: DecimalDoPapel | null;
  ibsMonofasico: DecimalDoPapel | null;
  cbsMonofasica: DecimalDoPapel | null;
  ibsMonofasicoRetencao: DecimalDoPapel | null;
  cbsMonofasicaRetencao: DecimalDoPapel | null;
  ibsMonofasicoRetido: DecimalDoPapel | null;
  cbsMonofasicaRetida: DecimalDoPapel | null;
};

export type CobrancaDoPapel = {
  fatura: {
    numero: string | null;
    original: DecimalDoPapel | null;
    desconto: DecimalDoPapel | null;
    liquido: DecimalDoPapel | null;
  } | null;
  duplicatas: { numero: string | null; vencimento: DataDoPapel | null; valor: DecimalDoPapel | null }[];
  pagamentos: PagamentoDoPapel[];
  troco: DecimalDoPapel | null;
};

/** `meio` is tPag, `prazo` indPag (0 à vista, 1 a prazo), `bandeira` tBand. */
export type PagamentoDoPapel = {
  meio: string | null;
  prazo: string | null;
  descricao: string | null;
  valor: DecimalDoPapel | null;
  bandeira: string | null;
  autorizacao: string | null;
};

export type VeiculoDoPapel = { placa: string | null; uf: string | null; antt: string | null };

export type TransporteDoPapel = {
  modFrete: string | null;
  transportador: {
    nome: string | null;
    documento: string | null;
    ie: string | null;
    endereco: string | null;
    municipio: string | null;
    uf: string | null;
  } | null;
  veiculo: VeiculoDoPapel | null;
  reboques: VeiculoDoPapel[];
  /** Withheld ICMS of the transport. */
  retencao:
    | (Record<"servico" | "base" | "aliquota" | "icms", DecimalDoPapel | null> & { cfop: string | null })
    | null;
  vagao: string | null;
  balsa: string | null;
  volumes: VolumeDoPapel[];
};

export type VolumeDoPapel = {
  quantidade: string | null;
  especie: string | null;
  marca: string | null;
  numeracao: string | null;
  pesoBruto: DecimalDoPapel | null;
  pesoLiquido: DecimalDoPapel | null;
  lacres: string[];
};

export type ObservacaoDoPapel = { campo: string | null; texto: string };

export type AdicionaisDoPapel = {
  fisco: string | null;
  complementares: string | null;
  contribuinte: ObservacaoDoPapel[];
  observacoesFisco: ObservacaoDoPapel[];
  processos: string[];
  compra: { empenho: string | null; pedido: string | null; contrato: string | null } | null;
  exportacao: { uf: string | null; local: string | null; despacho: string | null } | null;
};
