import { elementsOf, textOf, type XmlElement } from "../../xml/tree.ts";
import { type Irregularities, pathOf } from "../irregularity.ts";
import { centsOf, TOTAL_TOLERANCE, toleranceOf } from "./cents.ts";
import { compareSum, sumsWith } from "./compare-sum.ts";

const MONEY = /^[0-9]{1,13}(?:\.[0-9]{2})?$/;

/** tpComp of the toll in the payment of an MDF-e. */
const PEDAGIO = "01";

/** One signed CT-e or MDF-e to add up; unreadable values are reported by the layout check. */
type Sums = { raiz: XmlElement; irregularidades: Irregularities };

/** Compares the components of a CT-e or CT-e OS with the price, or with the amount to receive. */
export function compareCteSums(raiz: XmlElement, irregularidades: Irregularities): void {
  const contas = { raiz, irregularidades };
  const vPrest = all(raiz, "vPrest")[0];
  if (!vPrest) return;
  compareComponentes(contas, vPrest, ["vTPrest", "vRec"]);
  const total = all(raiz, "imp", "vTotDFe")[0];
  compareReceber(contas, vPrest, total);
  compareTotal(contas, { total, prestacao: all(vPrest, "vTPrest")[0] });
}

/** Compares a CT-e simplificado: the price of each delivery, and the totals over them.
 * @source NT 2024.002 (CT-e) */
export function compareCteSimplificadoSums(raiz: XmlElement, irregularidades: Irregularities): void {
  const contas = { raiz, irregularidades };
  const entregas = all(raiz, "det");
  for (const det of entregas) compareComponentes(contas, det, ["vPrest", "vRec"]);
  const total = all(raiz, "total")[0];
  if (total) compareTotal(contas, { total: all(total, "vTotDFe")[0], prestacao: all(total, "vTPrest")[0] });
  for (const [inTotal, inEntrega] of [
    ["vTPrest", "vPrest"],
    ["vTRec", "vRec"],
  ] as const) {
    const sum = sumOf(entregas, inEntrega);
    const element = total && all(total, inTotal)[0];
    if (sum !== null && element) compare(contas, element, [sum], toleranceOf(entregas.length));
  }
}

/** The amount to receive must not exceed the price with its taxes.
 * @source MOC CT-e 4.00, regra N041 (531) */
function compareReceber(
  { raiz, irregularidades }: Sums,
  vPrest: XmlElement,
  total: XmlElement | undefined,
): void {
  const [vRec] = all(vPrest, "vRec");
  const limits = [...all(vPrest, "vTPrest"), ...(total ? [total] : [])].map(centsIn);
  const amount = vRec ? centsIn(vRec) : null;
  if (!vRec || amount === null || limits.some((limit) => limit === null || amount <= limit)) return;
  compareSum(irregularidades, {
    path: pathOf(vRec, raiz),
    amount,
    expected: limits.flatMap((limit) => limit ?? []),
    tolerance: TOTAL_TOLERANCE,
  });
}

/** The total of the document is the service, since 2027 with its IBS and CBS.
 * @source NT 2025.001 (CT-e), rejection 365 */
function compareTotal(
  contas: Sums,
  { total, prestacao }: Record<"total" | "prestacao", XmlElement | undefined>,
): void {
  const preco = prestacao ? centsIn(prestacao) : null;
  if (!total || preco === null) return;
  const tributo = all(contas.raiz, "imp", "IBSCBS", "gIBSCBS");
  const ibs = sumOf(tributo, "vIBS");
  const cbs = sumOf(
    tributo.flatMap((each) => all(each, "gCBS")),
    "vCBS",
  );
  if (ibs === null || cbs === null) return;
  compare(contas, total, sumsWith([preco], [ibs + cbs]), TOTAL_TOLERANCE);
}

/** Compares an MDF-e: the number of its documents, and the payment of the carrier.
 * @source MOC MDF-e 3.00 anexo I, grupos tot and infPag; NT 2021.002 (rejection 738) */
export function compareMdfeSums(raiz: XmlElement, irregularidades: Irregularities): void {
  const contas = { raiz, irregularidades };
  const descargas = all(raiz, "infDoc", "infMunDescarga");
  const tot = all(raiz, "tot")[0];
  compareQuantity(
    contas,
    tot && all(tot, "qCTe")[0],
    descargas.flatMap((each) => all(each, "infCTe", "chCTe")),
  );
  compareQuantity(
    contas,
    tot && all(tot, "qNFe")[0],
    descargas.flatMap((each) => all(each, "infNFe", "chNFe")),
  );
  const mdfes = descargas.flatMap((each) => all(each, "infMDFeTransp", "chMDFe"));
  compareQuantity(contas, tot && all(tot, "qMDFe")[0], mdfes);
  for (const infPag of all(raiz, "infModal", "rodo", "infANTT", "infPag")) comparePagamento(contas, infPag);
}

/** A document unloaded in parts may count once or each time. */
function compareQuantity(
  { raiz, irregularidades }: Sums,
  total: XmlElement | undefined,
  chaves: XmlElement[],
): void {
  if (!total) return;
  const said = textOf(total);
  const distinct = new Set(chaves.map(textOf)).size;
  if (!/^[0-9]{1,6}$/.test(said) || Number(said) === chaves.length || Number(said) === distinct) return;
  const path = pathOf(total, raiz);
  irregularidades.add("soma-divergente", path, `${said}, relacionados ${chaves.length}`);
}

function comparePagamento(contas: Sums, infPag: XmlElement): void {
  const contrato = all(infPag, "vContrato")[0];
  const componentes = sumOf(all(infPag, "Comp"), "vComp");
  const pedagio = sumOf(all(infPag, "Comp").filter(isPedagio), "vComp") ?? 0n;
  // By law the toll is not part of the freight, but it is listed among its components.
  if (contrato && componentes !== null) {
    compare(contas, contrato, sumsWith([componentes], [-pedagio]), TOTAL_TOLERANCE);
  }
  const prazos = all(infPag, "infPrazo");
  const installments = sumOf(prazos, "vParcela");
  if (!contrato || prazos.length === 0 || installments === null) return;
  // The advance precedes the instalments or is one of them.
  compare(
    contas,
    contrato,
    sumsWith([installments], [sumOf([infPag], "vAdiant") ?? 0n]),
    toleranceOf(prazos.length),
  );
}

function isPedagio(componente: XmlElement): boolean {
  return all(componente, "tpComp").some((each) => textOf(each) === PEDAGIO);
}

function compareComponentes(contas: Sums, group: XmlElement, names: readonly string[]): void {
  const componentes = all(group, "Comp");
  const sum = sumOf(componentes, "vComp");
  const [preco, ...others] = names.flatMap((name) => all(group, name).slice(0, 1));
  if (!preco || sum === null || componentes.length === 0) return;
  // The components may also add up to the amount to receive: the price can include taxes.
  const isReceber = others.some((each) => centsIn(each) === sum);
  if (!isReceber) compare(contas, preco, [sum], toleranceOf(componentes.length));
}

function compare(
  { raiz, irregularidades }: Sums,
  element: XmlElement,
  expected: readonly bigint[],
  tolerance: bigint,
): void {
  const amount = centsIn(element);
  if (amount !== null)
    compareSum(irregularidades, { path: pathOf(element, raiz), amount, expected, tolerance });
}

/** All elements at the end of a path. */
function all(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  let found = [element];
  for (const local of path) {
    found = found.flatMap((each) => elementsOf(each).filter((child) => child.local === local));
  }
  return found;
}

/** The sum of one tag over groups; null when one is unreadable. */
function sumOf(groups: readonly XmlElement[], local: string): bigint | null {
  let sum = 0n;
  for (const group of groups) {
    for (const element of all(group, local)) {
      const cents = centsIn(element);
      if (cents === null) return null;
      sum += cents;
    }
  }
  return sum;
}

function centsIn(element: XmlElement): bigint | null {
  const text = textOf(element);
  return MONEY.test(text) ? centsOf(text) : null;
}
