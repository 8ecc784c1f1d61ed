import type { Fornecedor, Produto } from "../companies/suppliers.ts";
import { type Cents, multiplyToCents, percentOfCents, writeCents } from "../xml/cents.ts";
import { calculateIbsCbs, type IbsCbs, writeIbsCbs } from "../xml/ibs-cbs.ts";
import { element, leaf } from "../xml/write-xml.ts";

/** An item of a nota: product, quantity and discount. */
export type ItemInput = { produto: Produto; quantidade: string; desconto: Cents };

/** An item with its calculated amounts. */
export type CalculatedItem = ItemInput &
  IbsCbs & {
    vProd: Cents;
    vBC: Cents;
    vICMS: Cents;
    vIPI: Cents;
    vBCPisCofins: Cents;
    vPIS: Cents;
    vCOFINS: Cents;
    /** Imposto seletivo on the same base as IBS and CBS; zero when it is not shown. */
    vIS: Cents;
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
export function calculateItem(input: ItemInput, operacao: Operacao): CalculatedItem {
  const vProd = multiplyToCents(input.quantidade, input.produto.preco);
  const normal = operacao.fornecedor.regime === "normal";
  const netAmount = vProd - input.desconto;
  const vBC = normal ? netAmount : 0n;
  const vICMS = percentOfCents(vBC, icmsOf(operacao));
  const vIPI = percentOfCents(vBC, ipiOf(input, operacao) ?? "0");
  const vBCPisCofins = vBC - vICMS;
  const vPIS = percentOfCents(vBCPisCofins, PIS);
  const vCOFINS = percentOfCents(vBCPisCofins, COFINS);
  const ibsCbs = calculateIbsCbs(vBCPisCofins - vPIS - vCOFINS);
  const vIS = percentOfCents(ibsCbs.vBCIbsCbs, seletivoOf(input, operacao) ?? "0");
  return { ...input, vProd, vBC, vICMS, vIPI, vBCPisCofins, vPIS, vCOFINS, ...ibsCbs, vIS };
}

export function writeDet(item: CalculatedItem, numero: number, operacao: Operacao): string {
  const normal = operacao.fornecedor.regime === "normal";
  const imposto = element("imposto", normal ? impostoNormal(item, operacao) : IMPOSTO_SIMPLES);
  // @NOTE until the end of 2026 IBS, CBS and IS are not added to vItem (NT 2025.002, VB01).
  const vItem = normal ? leaf("vItem", writeCents(valorOfItem(item))) : "";
  return element(`det nItem="${numero}"`, writeProd(item, operacao), imposto, vItem);
}

/** The contribution of an item to the total of the nota: products less discount plus IPI. */
export function valorOfItem(item: CalculatedItem): Cents {
  return item.vProd - item.desconto + item.vIPI;
}

function ipiOf({ produto }: ItemInput, operacao: Operacao): string | undefined {
  return operacao.consumidor ? undefined : produto.ipi;
}

function seletivoOf({ produto }: ItemInput, { seletivo }: Operacao): string | undefined {
  return seletivo ? produto.seletivo : undefined;
}

function icmsOf(operacao: Operacao): string {
  return operacao.interestadual ? ICMS_INTERESTADUAL : ICMS_INTERNO;
}

function cfopOf({ fornecedor, interestadual }: Operacao): string {
  return `${interestadual ? "6" : "5"}${fornecedor.fabrica ? "101" : "102"}`;
}

function writeProd({ produto, quantidade, vProd, desconto }: CalculatedItem, operacao: Operacao): string {
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
    leaf("vProd", writeCents(vProd)),
    leaf("cEANTrib", "SEM GTIN"),
    leaf("uTrib", produto.unidade),
    leaf("qTrib", quantidade),
    leaf("vUnTrib", produto.preco),
    desconto > 0n ? leaf("vDesc", writeCents(desconto)) : "",
    leaf("indTot", "1"),
  );
}

function impostoNormal(item: CalculatedItem, operacao: Operacao): string {
  const base = leaf("vBC", writeCents(item.vBC));
  const icms =
    leaf("orig", "0") + leaf("CST", "00") + leaf("modBC", "3") + base + leaf("pICMS", icmsOf(operacao));
  const basePisCofins = leaf("vBC", writeCents(item.vBCPisCofins));
  const pis = leaf("CST", "01") + basePisCofins + leaf("pPIS", PIS) + leaf("vPIS", writeCents(item.vPIS));
  const cofins =
    leaf("CST", "01") + basePisCofins + leaf("pCOFINS", COFINS) + leaf("vCOFINS", writeCents(item.vCOFINS));
  return [
    element("ICMS", element("ICMS00", icms, leaf("vICMS", writeCents(item.vICMS)))),
    writeIpi(item, ipiOf(item, operacao)),
    element("PIS", element("PISAliq", pis)),
    element("COFINS", element("COFINSAliq", cofins)),
    writeSeletivo(item, seletivoOf(item, operacao)),
    writeIbsCbs(item),
  ].join("");
}

function writeIpi(item: CalculatedItem, aliquota: string | undefined): string {
  if (!aliquota) return "";
  const trib = leaf("CST", "50") + leaf("vBC", writeCents(item.vBC)) + leaf("pIPI", aliquota);
  return element("IPI", leaf("cEnq", "999"), element("IPITrib", trib, leaf("vIPI", writeCents(item.vIPI))));
}

function writeSeletivo(item: CalculatedItem, aliquota: string | undefined): string {
  if (!aliquota) return "";
  return element(
    "IS",
    leaf("CSTIS", "000"),
    leaf("cClassTribIS", "000001"),
    leaf("vBCIS", writeCents(item.vBCIbsCbs)),
    leaf("pIS", aliquota),
    leaf("vIS", writeCents(item.vIS)),
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
