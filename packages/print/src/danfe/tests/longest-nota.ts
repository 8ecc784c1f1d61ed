import type { PrintedNfe } from "@malote/dfe";
import { makeChave, makeItem, makePessoa, makePrintedForm, makeTotais } from "./invented-nota.ts";

const NOME = "M".repeat(60);
const VALOR = "9999999999999.99";
const SENTENCE =
  "Texto comprido que precisa de muitas linhas para caber, com acentuação e números 123.456,78; ";

/** A nota with every block and the maximum length in every field. */
export function makeExtremo(over: Partial<PrintedNfe> = {}): PrintedNfe {
  const endereco = {
    logradouro: NOME,
    numero: NOME,
    complemento: NOME,
    bairro: NOME,
    municipio: NOME,
    uf: "SP",
    cep: "01310100",
    pais: "BRASIL",
    telefone: "55119999999999",
  };
  const pessoa = makePessoa({
    nome: NOME,
    documento: "12ABC34501DE35",
    ie: "12345678901234",
    ieSt: "12345678901234",
    im: "123456789012345",
    suframa: "123456789",
    endereco,
  });
  const medida = {
    unidade: "UNIDAD",
    quantidade: "99999999999.9999",
    valorUnitario: "99999999999.9999999999",
  };
  const item = makeItem(
    {
      codigo: NOME,
      descricao: SENTENCE.repeat(2),
      informacoes: SENTENCE.repeat(5),
      comercial: medida,
      tributavel: { ...medida, unidade: "OUTRA" },
      valorTotal: VALOR,
      desconto: VALOR,
    },
    { cst: "900", base: VALOR, valor: VALOR, ipi: { base: VALOR, aliquota: "100.00", valor: VALOR } },
  );
  return makePrintedForm({
    chave: makeChave("12ABC34501DE35"),
    naturezaOperacao: NOME,
    emitente: pessoa,
    destinatario: pessoa,
    retirada: pessoa,
    entrega: pessoa,
    itens: [item, item, item],
    totais: makeTotaisExtremos(),
    cobranca: makeCobrancaExtrema(),
    transporte: makeTransporteExtremo(),
    ...over,
  });
}

function makeTotaisExtremos(): PrintedNfe["totais"] {
  const names = Object.keys(makeTotais({}));
  const all = Object.fromEntries(names.map((name) => [name, VALOR])) as unknown as PrintedNfe["totais"];
  return {
    ...all,
    issqn: {
      servicos: VALOR,
      base: VALOR,
      valor: VALOR,
      retido: VALOR,
      deducoes: VALOR,
      outras: VALOR,
      descontoIncondicionado: VALOR,
      descontoCondicionado: VALOR,
      pis: VALOR,
      cofins: VALOR,
    },
    retidos: { pis: VALOR, cofins: VALOR, csll: VALOR, irrf: VALOR, previdencia: VALOR },
    ibsCbs: {
      base: VALOR,
      ibsUf: VALOR,
      ibsMunicipio: VALOR,
      ibs: VALOR,
      cbs: VALOR,
      ibsMonofasico: VALOR,
      cbsMonofasica: VALOR,
      ibsMonofasicoRetencao: VALOR,
      cbsMonofasicaRetencao: VALOR,
      ibsMonofasicoRetido: VALOR,
      cbsMonofasicaRetida: VALOR,
    },
  };
}

function makeCobrancaExtrema(): PrintedNfe["cobranca"] {
  return {
    fatura: { numero: NOME, original: VALOR, desconto: VALOR, liquido: VALOR },
    duplicatas: Array.from({ length: 120 }, (_, at) => ({
      numero: String(at + 1).padStart(3, "0"),
      vencimento: "2026-12-24",
      valor: VALOR,
    })),
    pagamentos: Array.from({ length: 100 }, () => ({
      meio: "18",
      prazo: "1",
      descricao: null,
      valor: VALOR,
      bandeira: null,
      autorizacao: null,
    })),
    troco: VALOR,
  };
}

function makeTransporteExtremo(): PrintedNfe["transporte"] {
  return {
    ...makePrintedForm().transporte,
    retencao: { servico: VALOR, base: VALOR, aliquota: "12.00", icms: VALOR, cfop: "6352" },
    transportador: {
      nome: NOME,
      documento: "12ABC34501DE35",
      ie: "12345678901234",
      endereco: NOME,
      municipio: NOME,
      uf: "SP",
    },
    volumes: Array.from({ length: 20 }, () => ({
      quantidade: "9".repeat(15),
      especie: NOME,
      marca: NOME,
      numeracao: NOME,
      pesoBruto: "999999999999.999",
      pesoLiquido: "999999999999.999",
      lacres: ["A1", "A2"],
    })),
  };
}
