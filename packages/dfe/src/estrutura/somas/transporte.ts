import { elementsOf, textOf, type XmlElement } from "../../xml/tree.ts";
import { caminhoOf, type Irregularidades } from "../irregularidade.ts";
import { centavosOf, TOLERANCIA_TOTAL, toleranciaOf } from "./centavos.ts";
import { compareSoma, sumsWith } from "./compare-soma.ts";

const DINHEIRO = /^[0-9]{1,13}(?:\.[0-9]{2})?$/;

/** tpComp of the toll in the payment of an MDF-e. */
const PEDAGIO = "01";

/** One signed CT-e or MDF-e to add up; unreadable values are reported by the layout check. */
type Sums = { raiz: XmlElement; irregularidades: Irregularidades };

/** Compares the components of a CT-e or CT-e OS with the price, or with the amount to receive. */
export function compareSomasCte(raiz: XmlElement, irregularidades: Irregularidades): void {
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
export function compareSomasCteSimplificado(raiz: XmlElement, irregularidades: Irregularidades): void {
  const contas = { raiz, irregularidades };
  const entregas = all(raiz, "det");
  for (const det of entregas) compareComponentes(contas, det, ["vPrest", "vRec"]);
  const total = all(raiz, "total")[0];
  if (total) compareTotal(contas, { total: all(total, "vTotDFe")[0], prestacao: all(total, "vTPrest")[0] });
  for (const [doTotal, daEntrega] of [
    ["vTPrest", "vPrest"],
    ["vTRec", "vRec"],
  ] as const) {
    const soma = sumOf(entregas, daEntrega);
    const element = total && all(total, doTotal)[0];
    if (soma !== null && element) compare(contas, element, [soma], toleranciaOf(entregas.length));
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
  const limites = [...all(vPrest, "vTPrest"), ...(total ? [total] : [])].map(centavosIn);
  const valor = vRec ? centavosIn(vRec) : null;
  if (!vRec || valor === null || limites.some((limite) => limite === null || valor <= limite)) return;
  compareSoma(irregularidades, {
    caminho: caminhoOf(vRec, raiz),
    valor,
    certos: limites.flatMap((limite) => limite ?? []),
    tolerancia: TOLERANCIA_TOTAL,
  });
}

/** The total of the document is the service, since 2027 with its IBS and CBS.
 * @source NT 2025.001 (CT-e), rejection 365 */
function compareTotal(
  contas: Sums,
  { total, prestacao }: Record<"total" | "prestacao", XmlElement | undefined>,
): void {
  const preco = prestacao ? centavosIn(prestacao) : null;
  if (!total || preco === null) return;
  const tributo = all(contas.raiz, "imp", "IBSCBS", "gIBSCBS");
  const ibs = sumOf(tributo, "vIBS");
  const cbs = sumOf(
    tributo.flatMap((each) => all(each, "gCBS")),
    "vCBS",
  );
  if (ibs === null || cbs === null) return;
  compare(contas, total, sumsWith([preco], [ibs + cbs]), TOLERANCIA_TOTAL);
}

/** Compares an MDF-e: the number of its documents, and the payment of the carrier.
 * @source MOC MDF-e 3.00 anexo I, grupos tot and infPag; NT 2021.002 (rejection 738) */
export function compareSomasMdfe(raiz: XmlElement, irregularidades: Irregularidades): void {
  const contas = { raiz, irregularidades };
  const descargas = all(raiz, "infDoc", "infMunDescarga");
  const tot = all(raiz, "tot")[0];
  compareQuantidade(
    contas,
    tot && all(tot, "qCTe")[0],
    descargas.flatMap((each) => all(each, "infCTe", "chCTe")),
  );
  compareQuantidade(
    contas,
    tot && all(tot, "qNFe")[0],
    descargas.flatMap((each) => all(each, "infNFe", "chNFe")),
  );
  const mdfes = descargas.flatMap((each) => all(each, "infMDFeTransp", "chMDFe"));
  compareQuantidade(contas, tot && all(tot, "qMDFe")[0], mdfes);
  for (const infPag of all(raiz, "infModal", "rodo", "infANTT", "infPag")) comparePagamento(contas, infPag);
}

/** A document unloaded in parts may count once or each time. */
function compareQuantidade(
  { raiz, irregularidades }: Sums,
  total: XmlElement | undefined,
  chaves: XmlElement[],
): void {
  if (!total) return;
  const dito = textOf(total);
  const distintas = new Set(chaves.map(textOf)).size;
  if (!/^[0-9]{1,6}$/.test(dito) || Number(dito) === chaves.length || Number(dito) === distintas) return;
  const caminho = caminhoOf(total, raiz);
  irregularidades.add("soma-divergente", caminho, `${dito}, relacionados ${chaves.length}`);
}

function comparePagamento(contas: Sums, infPag: XmlElement): void {
  const contrato = all(infPag, "vContrato")[0];
  const componentes = sumOf(all(infPag, "Comp"), "vComp");
  const pedagio = sumOf(all(infPag, "Comp").filter(isPedagio), "vComp") ?? 0n;
  // By law the toll is not part of the freight, but it is listed among its components.
  if (contrato && componentes !== null) {
    compare(contas, contrato, sumsWith([componentes], [-pedagio]), TOLERANCIA_TOTAL);
  }
  const prazos = all(infPag, "infPrazo");
  const parcelas = sumOf(prazos, "vParcela");
  if (!contrato || prazos.length === 0 || parcelas === null) return;
  // The advance precedes the instalments or is one of them.
  compare(
    contas,
    contrato,
    sumsWith([parcelas], [sumOf([infPag], "vAdiant") ?? 0n]),
    toleranciaOf(prazos.length),
  );
}

function isPedagio(componente: XmlElement): boolean {
  return all(componente, "tpComp").some((each) => textOf(each) === PEDAGIO);
}

function compareComponentes(contas: Sums, grupo: XmlElement, nomes: readonly string[]): void {
  const componentes = all(grupo, "Comp");
  const soma = sumOf(componentes, "vComp");
  const [preco, ...outros] = nomes.flatMap((nome) => all(grupo, nome).slice(0, 1));
  if (!preco || soma === null || componentes.length === 0) return;
  // The components may also add up to the amount to receive: the price can include taxes.
  const isReceber = outros.some((each) => centavosIn(each) === soma);
  if (!isReceber) compare(contas, preco, [soma], toleranciaOf(componentes.length));
}

function compare(
  { raiz, irregularidades }: Sums,
  element: XmlElement,
  certos: readonly bigint[],
  tolerancia: bigint,
): void {
  const valor = centavosIn(element);
  if (valor !== null)
    compareSoma(irregularidades, { caminho: caminhoOf(element, raiz), valor, certos, tolerancia });
}

/** All elements at the end of a path. */
function all(element: XmlElement, ...caminho: readonly string[]): XmlElement[] {
  let found = [element];
  for (const local of caminho) {
    found = found.flatMap((each) => elementsOf(each).filter((child) => child.local === local));
  }
  return found;
}

/** The sum of one tag over groups; null when one is unreadable. */
function sumOf(grupos: readonly XmlElement[], local: string): bigint | null {
  let soma = 0n;
  for (const grupo of grupos) {
    for (const element of all(grupo, local)) {
      const centavos = centavosIn(element);
      if (centavos === null) return null;
      soma += centavos;
    }
  }
  return soma;
}

function centavosIn(element: XmlElement): bigint | null {
  const text = textOf(element);
  return DINHEIRO.test(text) ? centavosOf(text) : null;
}
