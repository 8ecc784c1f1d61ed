import { type Cents, sumCents, writeCents } from "../xml/cents.ts";
import { element, leaf } from "../xml/write-xml.ts";
import { type CalculatedItem, type Operacao, valorOfItem } from "./item.ts";

/** The total of the nota: products less discounts plus IPI. */
export function totalOf(itens: readonly CalculatedItem[]): Cents {
  return sumCents(itens.map(valorOfItem));
}

export function writeTotal(itens: readonly CalculatedItem[], operacao: Operacao): string {
  if (operacao.fornecedor.regime === "simples") return element("total", writeIcmsTot(itens));
  const vIS = sumCents(itens.map((item) => item.vIS));
  return element(
    "total",
    writeIcmsTot(itens),
    operacao.seletivo ? element("ISTot", leaf("vIS", writeCents(vIS))) : "",
    writeIbsCbsTot(itens),
    leaf("vNFTot", writeCents(totalOf(itens))),
  );
}

function writeIcmsTot(itens: readonly CalculatedItem[]): string {
  const sum = (read: (item: CalculatedItem) => Cents): string => writeCents(sumCents(itens.map(read)));
  const amounts: [name: string, amount: string][] = [
    ["vBC", sum((item) => item.vBC)],
    ["vICMS", sum((item) => item.vICMS)],
    ["vICMSDeson", "0.00"],
    ["vFCP", "0.00"],
    ["vBCST", "0.00"],
    ["vST", "0.00"],
    ["vFCPST", "0.00"],
    ["vFCPSTRet", "0.00"],
    ["vProd", sum((item) => item.vProd)],
    ["vFrete", "0.00"],
    ["vSeg", "0.00"],
    ["vDesc", sum((item) => item.desconto)],
    ["vII", "0.00"],
    ["vIPI", sum((item) => item.vIPI)],
    ["vIPIDevol", "0.00"],
    ["vPIS", sum((item) => item.vPIS)],
    ["vCOFINS", sum((item) => item.vCOFINS)],
    ["vOutro", "0.00"],
    ["vNF", writeCents(totalOf(itens))],
  ];
  return element("ICMSTot", ...amounts.map(([name, amount]) => leaf(name, amount)));
}

function writeIbsCbsTot(itens: readonly CalculatedItem[]): string {
  const sum = (read: (item: CalculatedItem) => Cents): string => writeCents(sumCents(itens.map(read)));
  const none = leaf("vDif", "0.00") + leaf("vDevTrib", "0.00");
  const noCredit = leaf("vCredPres", "0.00") + leaf("vCredPresCondSus", "0.00");
  const vIBSUF = sum((item) => item.vIBSUF);
  return element(
    "IBSCBSTot",
    leaf(
      "vBCIBSCBS",
      sum((item) => item.vBCIbsCbs),
    ),
    element(
      "gIBS",
      element("gIBSUF", none, leaf("vIBSUF", vIBSUF)),
      element("gIBSMun", none, leaf("vIBSMun", "0.00")),
      leaf("vIBS", vIBSUF),
      noCredit,
    ),
    element(
      "gCBS",
      none,
      leaf(
        "vCBS",
        sum((item) => item.vCBS),
      ),
      noCredit,
    ),
  );
}
