import { type Centavos, multiplyCentavos, percentCentavos, writeCentavos } from "./decimal.ts";
import type { Fornecedor, Produto } from "./fornecedores.ts";
import { element, leaf } from "./write-xml.ts";

/** A line of a nota: what, how much, with what discount. */
export type ItemPedido = { produto: Produto; quantidade: string; desconto: Centavos };

/** The line with every amount worked out. */
export type ItemCalculado = ItemPedido & {
  vProd: Centavos;
  vBC: Centavos;
  vICMS: Centavos;
  vIPI: Centavos;
  vBCPisCofins: Centavos;
  vPIS: Centavos;
  vCOFINS: Centavos;
  vBCIbsCbs: Centavos;
  vIBSUF: Centavos;
  vCBS: Centavos;
};

export type Operacao = { fornecedor: Fornecedor; interestadual: boolean };

const ICMS_INTERNO = "18.00";
const ICMS_INTERESTADUAL = "12.00";
const PIS = "1.65";
const COFINS = "7.60";
/** Test rates of the consumption tax reform in 2026.   @source LC 214/2025, arts. 343 and 346 */
const IBS_UF = "0.1000";
const IBS_MUN = "0.0000";
const CBS = "0.9000";
const ZERO = "0.00";

/** Works out the taxes of a line: regime normal pays ICMS, PIS, COFINS, IPI and shows IBS/CBS; Simples shows none. */
export function calculateItem(pedido: ItemPedido, operacao: Operacao): ItemCalculado {
  const vProd = multiplyCentavos(pedido.quantidade, pedido.produto.preco);
  const normal = operacao.fornecedor.regime === "normal";
  const liquido = vProd - pedido.desconto;
  const vBC = normal ? liquido : 0n;
  const vICMS = percentCentavos(vBC, icmsOf(operacao));
  const vIPI = percentCentavos(vBC, pedido.produto.ipi ?? "0");
  const vBCPisCofins = vBC - vICMS;
  const vPIS = percentCentavos(vBCPisCofins, PIS);
  const vCOFINS = percentCentavos(vBCPisCofins, COFINS);
  const vBCIbsCbs = vBCPisCofins - vPIS - vCOFINS;
  const vIBSUF = percentCentavos(vBCIbsCbs, IBS_UF);
  const vCBS = percentCentavos(vBCIbsCbs, CBS);
  return { ...pedido, vProd, vBC, vICMS, vIPI, vBCPisCofins, vPIS, vCOFINS, vBCIbsCbs, vIBSUF, vCBS };
}

export function writeDet(item: ItemCalculado, numero: number, operacao: Operacao): string {
  const imposto = operacao.fornecedor.regime === "normal" ? impostoNormal(item, operacao) : IMPOSTO_SIMPLES;
  return element(`det nItem="${numero}"`, writeProd(item, operacao), element("imposto", imposto));
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
    item.produto.ipi ? writeIpi(item, item.produto.ipi) : "",
    element("PIS", element("PISAliq", pis)),
    element("COFINS", element("COFINSAliq", cofins)),
    writeIbsCbs(item),
  ].join("");
}

function writeIpi(item: ItemCalculado, aliquota: string): string {
  const trib = leaf("CST", "50") + leaf("vBC", writeCentavos(item.vBC)) + leaf("pIPI", aliquota);
  return element(
    "IPI",
    leaf("cEnq", "999"),
    element("IPITrib", trib, leaf("vIPI", writeCentavos(item.vIPI))),
  );
}

function writeIbsCbs(item: ItemCalculado): string {
  const vIBSUF = writeCentavos(item.vIBSUF);
  return element(
    "IBSCBS",
    leaf("CST", "000"),
    leaf("cClassTrib", "000001"),
    element(
      "gIBSCBS",
      leaf("vBC", writeCentavos(item.vBCIbsCbs)),
      element("gIBSUF", leaf("pIBSUF", IBS_UF), leaf("vIBSUF", vIBSUF)),
      element("gIBSMun", leaf("pIBSMun", IBS_MUN), leaf("vIBSMun", ZERO)),
      leaf("vIBS", vIBSUF),
      element("gCBS", leaf("pCBS", CBS), leaf("vCBS", writeCentavos(item.vCBS))),
    ),
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
