import type { PrintedNfe } from "@malote/dfe";
import { checkDigit } from "@malote/syntax";

type Item = PrintedNfe["itens"][number];
type Pessoa = PrintedNfe["emitente"];

/** An access key of November 2026 in São Paulo.   @param emitente CNPJ, or CPF of a producer, which uses a
 * series for persons */
export function makeChave(emitente: string, tipoEmissao = "1"): string {
  const serie = emitente.length === 11 ? "920" : "001";
  const body = `352611${emitente.padStart(14, "0")}55${serie}000001234${tipoEmissao}87654321`;
  return `${body}${checkDigit(body)}`;
}

const ADDRESS: Pessoa["endereco"] = {
  logradouro: "Rua das Palmeiras",
  numero: "250",
  complemento: "galpão 3",
  bairro: "Distrito Industrial",
  municipio: "São Paulo",
  uf: "SP",
  cep: "01310100",
  pais: "BRASIL",
  telefone: "1140028922",
};

export function makePessoa(over: Partial<Pessoa> = {}): Pessoa {
  return {
    nome: "Padaria & Confeitaria Açúcar Ltda",
    fantasia: null,
    documento: "12345678000195",
    ie: "111222333444",
    ieSt: null,
    im: null,
    suframa: null,
    cnae: null,
    regime: "3",
    email: null,
    endereco: ADDRESS,
    ...over,
  };
}

const SEM_IMPOSTO: Item["imposto"] = {
  origem: "0",
  cst: "00",
  base: "117.60",
  aliquota: "18.00",
  valor: "21.17",
  baseSt: null,
  aliquotaSt: null,
  valorSt: null,
  mvaSt: null,
  fcp: null,
  fcpSt: null,
  desonerado: null,
  baseStRetida: null,
  valorStRetido: null,
  fcpStRetido: null,
  icmsSubstituto: null,
  baseStDestino: null,
  valorStDestino: null,
  monofasico: null,
  difal: null,
  creditoSimples: null,
  ipi: { base: "117.60", aliquota: "5.00", valor: "5.88" },
  issqn: null,
  tributosAproximados: null,
  ibsCbs: null,
  is: null,
};

export function makeItem(over: Partial<Item> = {}, imposto: Partial<Item["imposto"]> = {}): Item {
  return {
    numero: "1",
    codigo: "PQ-0007",
    descricao: "Pão de queijo congelado, pacote de 1 kg",
    ean: "7891234567895",
    ncm: "19059090",
    cest: null,
    exTipi: null,
    cfop: "6101",
    beneficio: null,
    comercial: { unidade: "CX", quantidade: "10.5000", valorUnitario: "11.2000000000" },
    tributavel: null,
    valorTotal: "117.60",
    frete: null,
    seguro: null,
    desconto: null,
    outras: null,
    imposto: { ...SEM_IMPOSTO, ...imposto },
    pedido: null,
    fci: null,
    informacoes: null,
    observacoes: [],
    lotes: [],
    medicamento: null,
    combustivel: null,
    veiculo: null,
    armas: [],
    importacoes: [],
    ...over,
  };
}

const TOTALS: PrintedNfe["totais"] = {
  base: "117.60",
  icms: "21.17",
  desonerado: "0.00",
  fcp: "0.00",
  fcpDestino: null,
  icmsDestino: null,
  icmsRemetente: null,
  baseSt: "0.00",
  st: "0.00",
  fcpSt: "0.00",
  fcpStRetido: "0.00",
  monofasicoQuantidade: null,
  monofasico: null,
  monofasicoQuantidadeRetencao: null,
  monofasicoRetencao: null,
  monofasicoRetido: null,
  produtos: "117.60",
  frete: "0.00",
  seguro: "0.00",
  desconto: "0.00",
  ii: "0.00",
  ipi: "5.88",
  ipiDevolvido: "0.00",
  pis: "1.94",
  cofins: "8.94",
  outras: "0.00",
  nota: "123.48",
  tributosAproximados: null,
  issqn: null,
  retidos: null,
  ibsCbs: null,
  is: null,
  notaComTributos: null,
};

export function makeTotais(over: Partial<PrintedNfe["totais"]>): PrintedNfe["totais"] {
  return { ...TOTALS, ...over };
}

export function makeIbsCbs(
  over: Partial<NonNullable<PrintedNfe["totais"]["ibsCbs"]>>,
): NonNullable<PrintedNfe["totais"]["ibsCbs"]> {
  return {
    base: null,
    ibsUf: null,
    ibsMunicipio: null,
    ibs: null,
    cbs: null,
    ibsMonofasico: null,
    cbsMonofasica: null,
    ibsMonofasicoRetencao: null,
    cbsMonofasicaRetencao: null,
    ibsMonofasicoRetido: null,
    cbsMonofasicaRetida: null,
    ...over,
  };
}

/** An authorized, invented NF-e with one item. */
export function makePrintedForm(over: Partial<PrintedNfe> = {}): PrintedNfe {
  return {
    kind: "nfe",
    modelo: "55",
    versao: "4.00",
    chave: makeChave("12345678000195"),
    numero: "1234",
    serie: "1",
    naturezaOperacao: "Venda de produção do estabelecimento",
    tipoOperacao: "1",
    emissao: "2026-11-20T09:53:00-03:00",
    saida: "2026-11-20T14:05:30-03:00",
    formatoImpressao: "1",
    tipoEmissao: "1",
    homologacao: false,
    finalidade: "1",
    tipoDebito: null,
    tipoCredito: null,
    contingencia: null,
    protocolo: {
      numero: "135260000123456",
      recebimento: "2026-11-20T09:53:07-03:00",
      cStat: "100",
      motivo: "Autorizado o uso da NF-e",
      mensagens: [],
      divergencias: [],
    },
    referencias: [],
    emitente: makePessoa(),
    destinatario: makePessoa({
      nome: "Mercado do Bairro S.A.",
      documento: "99887766000105",
      endereco: { ...ADDRESS, municipio: "Belo Horizonte", uf: "MG", telefone: "31999887766" },
    }),
    retirada: null,
    entrega: null,
    itens: [makeItem()],
    itensOmitidos: 0,
    totais: TOTALS,
    cobranca: { fatura: null, duplicatas: [], pagamentos: [], troco: null },
    transporte: {
      modFrete: "0",
      transportador: {
        nome: "Transportes Serra Azul Ltda",
        documento: "44555666000181",
        ie: "777888999000",
        endereco: "Rodovia dos Bandeirantes, km 30",
        municipio: "Cajamar",
        uf: "SP",
      },
      veiculo: { placa: "ABC1D23", uf: "SP", antt: "12345678" },
      reboques: [],
      retencao: null,
      vagao: null,
      balsa: null,
      volumes: [
        {
          quantidade: "3",
          especie: "CAIXAS",
          marca: "AÇÚCAR",
          numeracao: "1 A 3",
          pesoBruto: "33.500",
          pesoLiquido: "31.500",
          lacres: [],
        },
      ],
    },
    adicionais: {
      fisco: null,
      complementares: "Pedido 4107. Vendedora: Beatriz.",
      contribuinte: [],
      observacoesFisco: [],
      processos: [],
      compra: null,
      exportacao: null,
    },
    suplemento: null,
    semQrCode: false,
    digest: null,
    ...over,
  };
}
