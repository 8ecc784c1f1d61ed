import { type Centavos, multiplyCentavos, percentCentavos, writeCentavos } from "./decimal.ts";
import type { Fornecedor, Produto } from "./fornecedores.ts";
import { calculateIbsCbs, type IbsCbs, writeIbsCbs } from "./ibs-cbs.ts";
import { element, leaf } from "./write-xml.ts";

/** An item of a nota: product, quantity and discount. */
export type ItemPedido = { produto: Produto; quantidade: string; desconto: Centavos };

/** An item with its calculated amounts. */
export type ItemCalculado = ItemPedido &
  IbsCbs & {
    vProd: Centavos;
    vBC: Centavos;
    vICMS: Centavos;
    vIPI: Centavos;
    vBCPisCofins: Centavos;
    vPIS: Centavos;
    vCOFINS: Centavos;
    /** Imposto seletivo on the same base as IBS and CBS; zero when it is not shown. */
    vIS: Centavos;
  };

export type Operacao = {
  fornecedor: Fornecedor;
  interestadual: boolean;
  /** A counter sale to a final consumer: no IPI. */
  consumidor: boolean;
  /** Shows the imposto seletivo of products that have one. */
  seletivo: boolean;
};

const ICMS_INTERNO = "18.00";
const ICMS_INTERESTADUAL = "12.00";
const PIS = "1.65";
const COFINS = "7.60";
const ZERO = "0.00";

/** Calculates the taxes of an item. Regime normal has ICMS, PIS, COFINS, IPI and IBS/CBS; Simples none. */
export function calculateItem(pedido: ItemPedido, operacao: Operacao): ItemCalculado {
  const vProd = multiplyCentavos(pedido.quantidade, pedido.produto.preco);
  const normal = operacao.fornecedor.regime === "normal";
  const liquido = vProd - pedido.desconto;
  const vBC = normal ? liquido : 0n;
  const vICMS = percentCentavos(vBC, icmsOf(operacao));
  const vIPI = percentCentavos(vBC, ipiOf(pedido, operacao) ?? "0");
  const vBCPisCofins = vBC - vICMS;
  const vPIS = percentCentavos(vBCPisCofins, PIS);
  const vCOFINS = percentCentavos(vBCPisCofins, COFINS);
  const ibsCbs = calculateIbsCbs(vBCPisCofins - vPIS - vCOFINS);
  const vIS = percentCentavos(ibsCbs.vBCIbsCbs, seletivoOf(pedido, operacao) ?? "0");
  return { ...pedido, vProd, vBC, vICMS, vIPI, vBCPisCofins, vPIS, vCOFINS, ...ibsCbs, vIS };
}

export function writeDet(item: ItemCalculado, numero: number, operacao: Operacao): string {
  const normal = operacao.fornecedor.regime === "normal";
  const imposto = element("imposto", normal ? impostoNormal(item, operacao) : IMPOSTO_SIMPLES);
  // @NOTE until the end of 2026 IBS, CBS and IS are not added to vItem (NT 2025.002, VB01).
  const vItem = normal ? leaf("vItem", writeCentavos(valorOfItem(item))) : "";
  return element(`det nItem="${numero}"`, writeProd(item, operacao), imposto, vItem);
}

/** The contribution of an item to the total of the nota: products less discount plus IPI. */
export function valorOfItem(item: ItemCalculado): Centavos {
  return item.vProd - item.desconto + item.vIPI;
}

function ipiOf({ produto }: ItemPedido, operacao: Operacao): string | undefined {
  return operacao.consumidor ? undefined : produto.ipi;
}

function seletivoOf({ produto }: ItemPedido, { seletivo }: Operacao): string | undefined {
  return seletivo ? produto.seletivo : undefined;
}

function icmsOf(operacao: Operacao): string {
  return operacao.interestadual ? ICMS_INTERESTADUAL : ICMS_INTERNO;
}

function cfopOf({ fornecedor, interestadual }: Operacao): string {
  return `${interestadual ? "6" : "5"}${fornecedor.fabrica ? "101" : "102"}`;
}

function writeProd({ produto, quantidade, vProd, desconto }: ItemCalculado, operacao: Operacao): string {
  return element(
    "prod",
    leaf("cProd", produto.codigo),
    leaf("cEAN", "SEM GTIN"),
    leaf("xProd", produto.descricao),
    leaf("NCM", produto.ncm),
    leaf("CFOP", cfopOf(operacao)),
    leaf("uCom", produto.unidade),
    leaf("qCom", quantidade),
    leaf("vUnCom", produto.preco),
    leaf("vProd", writeCentavos(vProd)),
    leaf("cEANTrib", "SEM GTIN"),
    leaf("uTrib", produto.unidade),
    leaf("qTrib", quantidade),
    leaf("vUnTrib", produto.preco),
    desconto > 0n ? leaf("vDesc", writeCentavos(desconto)) : "",
    leaf("indTot", "1"),
  );
}

function impostoNormal(item: ItemCalculado, operacao: Operacao): string {
  const base = leaf("vBC", writeCentavos(item.vBC));
  const icms =
    leaf("orig", "0") + leaf("CST", "00") + leaf("modBC", "3") + base + leaf("pICMS", icmsOf(operacao));
  const basePisCofins = leaf("vBC", writeCentavos(item.vBCPisCofins));
  const pis = leaf("CST", "01") + basePisCofins + leaf("pPIS", PIS) + leaf("vPIS", writeCentavos(item.vPIS));
  const cofins =
    leaf("CST", "01") +
    basePisCofins +
    leaf("pCOFINS", COFINS) +
    leaf("vCOFINS", writeCentavos(item.vCOFINS));
  return [
    element("ICMS", element("ICMS00", icms, leaf("vICMS", writeCentavos(item.vICMS)))),
    writeIpi(item, ipiOf(item, operacao)),
    element("PIS", element("PISAliq", pis)),
    element("COFINS", element("COFINSAliq", cofins)),
    writeSeletivo(item, seletivoOf(item, operacao)),
    writeIbsCbs(item),
  ].join("");
}

function writeIpi(item: ItemCalculado, aliquota: string | undefined): string {
  if (!aliquota) return "";
  const trib = leaf("CST", "50") + leaf("vBC", writeCentavos(item.vBC)) + leaf("pIPI", aliquota);
  return element(
    "IPI",
    leaf("cEnq", "999"),
    element("IPITrib", trib, leaf("vIPI", writeCentavos(item.vIPI))),
  );
}

function writeSeletivo(item: ItemCalculado, aliquota: string | undefined): string {
  if (!aliquota) return "";
  return element(
    "IS",
    leaf("CSTIS", "000"),
    leaf("cClassTribIS", "000001"),
    leaf("vBCIS", writeCentavos(item.vBCIbsCbs)),
    leaf("pIS", aliquota),
    leaf("vIS", writeCentavos(item.vIS)),
  );
}

/** Simples Nacional without credit: CSOSN 102, PIS and COFINS 49 at zero. */
const IMPOSTO_SIMPLES = [
  element("ICMS", element("ICMSSN102", leaf("orig", "0"), leaf("CSOSN", "102"))),
  element(
    "PIS",
    element("PISOutr", leaf("CST", "49"), leaf("vBC", ZERO), leaf("pPIS", ZERO), leaf("vPIS", ZERO)),
  ),
  element(
    "COFINS",
    element("COFINSOutr", leaf("CST", "49"), leaf("vBC", ZERO), leaf("pCOFINS", ZERO), leaf("vCOFINS", ZERO)),
  ),
].join("");
