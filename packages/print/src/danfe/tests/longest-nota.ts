import type { PrintedNfe } from "@malote/dfe";
import { makeChave, makeItem, makePessoa, makePrintedForm, makeTotais } from "./invented-nota.ts";

const NAME = "M".repeat(60);
const AMOUNT = "9999999999999.99";
const SENTENCE =
  "Texto comprido que precisa de muitas linhas para caber, com acentuação e números 123.456,78; ";

/** A nota with every block and the maximum length in every field. */
export function makeExtremeNota(over: Partial<PrintedNfe> = {}): PrintedNfe {
  const endereco = {
    logradouro: NAME,
    numero: NAME,
    complemento: NAME,
    bairro: NAME,
    municipio: NAME,
    uf: "SP",
    cep: "01310100",
    pais: "BRASIL",
    telefone: "55119999999999",
  };
  const pessoa = makePessoa({
    nome: NAME,
    documento: "12ABC34501DE35",
    ie: "12345678901234",
    ieSt: "12345678901234",
    im: "123456789012345",
    suframa: "123456789",
    endereco,
  });
  const measure = {
    unidade: "UNIDAD",
    quantidade: "99999999999.9999",
    valorUnitario: "99999999999.9999999999",
  };
  const item = makeItem(
    {
      codigo: NAME,
      descricao: SENTENCE.repeat(2),
      informacoes: SENTENCE.repeat(5),
      comercial: measure,
      tributavel: { ...measure, unidade: "OUTRA" },
      valorTotal: AMOUNT,
      desconto: AMOUNT,
    },
    { cst: "900", base: AMOUNT, valor: AMOUNT, ipi: { base: AMOUNT, aliquota: "100.00", valor: AMOUNT } },
  );
  return makePrintedForm({
    chave: makeChave("12ABC34501DE35"),
    naturezaOperacao: NAME,
    emitente: pessoa,
    destinatario: pessoa,
    retirada: pessoa,
    entrega: pessoa,
    itens: [item, item, item],
    totais: makeExtremeTotals(),
    cobranca: makeExtremeCobranca(),
    transporte: makeExtremeTransporte(),
    ...over,
  });
}

function makeExtremeTotals(): PrintedNfe["totais"] {
  const names = Object.keys(makeTotais({}));
  const all = Object.fromEntries(names.map((name) => [name, AMOUNT])) as unknown as PrintedNfe["totais"];
  return {
    ...all,
    issqn: {
      servicos: AMOUNT,
      base: AMOUNT,
      valor: AMOUNT,
      retido: AMOUNT,
      deducoes: AMOUNT,
      outras: AMOUNT,
      descontoIncondicionado: AMOUNT,
      descontoCondicionado: AMOUNT,
      pis: AMOUNT,
      cofins: AMOUNT,
    },
    retidos: { pis: AMOUNT, cofins: AMOUNT, csll: AMOUNT, irrf: AMOUNT, previdencia: AMOUNT },
    ibsCbs: {
      base: AMOUNT,
      ibsUf: AMOUNT,
      ibsMunicipio: AMOUNT,
      ibs: AMOUNT,
      cbs: AMOUNT,
      ibsMonofasico: AMOUNT,
      cbsMonofasica: AMOUNT,
      ibsMonofasicoRetencao: AMOUNT,
      cbsMonofasicaRetencao: AMOUNT,
      ibsMonofasicoRetido: AMOUNT,
      cbsMonofasicaRetida: AMOUNT,
    },
  };
}

function makeExtremeCobranca(): PrintedNfe["cobranca"] {
  return {
    fatura: { numero: NAME, original: AMOUNT, desconto: AMOUNT, liquido: AMOUNT },
    duplicatas: Array.from({ length: 120 }, (_, at) => ({
      numero: String(at + 1).padStart(3, "0"),
      vencimento: "2026-12-24",
      valor: AMOUNT,
    })),
    pagamentos: Array.from({ length: 100 }, () => ({
      meio: "18",
      prazo: "1",
      descricao: null,
      valor: AMOUNT,
      bandeira: null,
      autorizacao: null,
    })),
    troco: AMOUNT,
  };
}

function makeExtremeTransporte(): PrintedNfe["transporte"] {
  return {
    ...makePrintedForm().transporte,
    retencao: { servico: AMOUNT, base: AMOUNT, aliquota: "12.00", icms: AMOUNT, cfop: "6352" },
    transportador: {
      nome: NAME,
      documento: "12ABC34501DE35",
      ie: "12345678901234",
      endereco: NAME,
      municipio: NAME,
      uf: "SP",
    },
    volumes: Array.from({ length: 20 }, () => ({
      quantidade: "9".repeat(15),
      especie: NAME,
      marca: NAME,
      numeracao: NAME,
      pesoBruto: "999999999999.999",
      pesoLiquido: "999999999999.999",
      lacres: ["A1", "A2"],
    })),
  };
}
