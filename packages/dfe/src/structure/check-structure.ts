import { FAMILIES, type Family, MODELOS } from "@malote/syntax";
import { ACRONYMS, LAYOUTS, layoutOf, tipoOf } from "../read/layouts.ts";
import { attributeOf, elementsOf, textOf, type XmlElement } from "../xml/tree.ts";
import type { SchemaLayout } from "./compile-layout.ts";
import { Irregularities, type Irregularity } from "./irregularity.ts";
import { CTE_300, CTE_400, CTE_OS_400, CTE_SIMPLIFICADO_400 } from "./layouts/cte.ts";
import { EVENTO_CTE, EVENTO_MDFE, EVENTO_NFE } from "./layouts/evento.ts";
import { MDFE_300 } from "./layouts/mdfe.ts";
import { NFE_400 } from "./layouts/nfe.ts";
import { NFE_OLD } from "./layouts/nfe-old.ts";
import { NfeSums } from "./sums/nfe.ts";
import type { TotalAmount } from "./sums/nfe-captures.ts";
import { compareCteSimplificadoSums, compareCteSums, compareMdfeSums } from "./sums/transport.ts";
import { traverseStructure } from "./traverse.ts";

const CTE_OS = MODELOS.CTeOS.modelo;
const SIMPLIFICADO = "CTeSimp";

/** The sums that the layout table of old notas can compare. */
const OLD_SUMMED: readonly TotalAmount[] = ["vProd", "vFrete", "vSeg", "vDesc", "vOutro"];

type TransportSumCheck = (root: XmlElement, irregularities: Irregularities) => void;

/** Checks a signed element (infNFe, infCte, infMDFe, infEvento) against its layout: presence,
 * count, order, characters, sums. Irregularities are advice: up to IRREGULARIDADES_MAX, in
 * document order, sums last. Unknown elements and versions have none.
 * @source docs/adr/0012-structure-check.md */
export function checkStructure(signedRoot: XmlElement): Irregularity[] {
  const irregularities = new Irregularities();
  const version = attributeOf(signedRoot, "versao") ?? "";
  const layout = LAYOUTS.find(({ assinado }) => assinado === signedRoot.local);
  if (layout?.kind === "nota") NOTA_CHECKS[layout.family](signedRoot, version, irregularities);
  else if (signedRoot.local === "infEvento")
    check(signedRoot, eventoOf(signedRoot), { irregularidades: irregularities, soma: null });
  return irregularities.lista;
}

type NotaCheck = (root: XmlElement, version: string, irregularities: Irregularities) => void;
const NOTA_CHECKS: Readonly<Record<Family, NotaCheck>> = { nfe: checkNfe, cte: checkCte, mdfe: checkMdfe };
const EVENTOS: Readonly<Record<Family, SchemaLayout>> = {
  nfe: EVENTO_NFE,
  cte: EVENTO_CTE,
  mdfe: EVENTO_MDFE,
};

function checkNfe(root: XmlElement, version: string, irregularities: Irregularities): void {
  const isAtual = version === "4.00";
  if (!isAtual && version !== "3.10" && version !== "2.00") return;
  const coletor = new NfeSums(irregularities);
  traverseStructure(root, isAtual ? NFE_400 : NFE_OLD, { irregularidades: irregularities, coletor });
  coletor.compare(isAtual ? undefined : OLD_SUMMED);
}

function checkCte(root: XmlElement, version: string, irregularities: Irregularities): void {
  if (version === "3.00") check(root, CTE_300, { irregularidades: irregularities, soma: compareCteSums });
  if (version !== "4.00") return;
  const isSimplificado = root.parent?.local === SIMPLIFICADO || (!has(root, "vPrest") && has(root, "det"));
  if (isSimplificado) {
    check(root, CTE_SIMPLIFICADO_400, { irregularidades: irregularities, soma: compareCteSimplificadoSums });
  } else {
    check(root, isOs(root) ? CTE_OS_400 : CTE_400, { irregularidades: irregularities, soma: compareCteSums });
  }
}

function checkMdfe(root: XmlElement, version: string, irregularities: Irregularities): void {
  if (version === "3.00") check(root, MDFE_300, { irregularidades: irregularities, soma: compareMdfeSums });
}

function check(
  root: XmlElement,
  layout: SchemaLayout,
  {
    irregularidades: irregularities,
    soma,
  }: { irregularidades: Irregularities; soma: TransportSumCheck | null },
): void {
  traverseStructure(root, layout, { irregularidades: irregularities, coletor: null });
  soma?.(root, irregularities);
}

function eventoOf(root: XmlElement): SchemaLayout {
  const family = FAMILIES.find((each) => has(root, `ch${ACRONYMS[each]}`));
  return EVENTOS[family ?? "nfe"];
}

function isOs(root: XmlElement): boolean {
  const layout = root.parent && layoutOf(root.parent.local);
  if (layout && tipoOf(layout, CTE_OS) !== null) return true;
  const ide = elementsOf(root).find((each) => each.local === "ide");
  return ide !== undefined && elementsOf(ide).some((each) => each.local === "mod" && textOf(each) === CTE_OS);
}

function has(element: XmlElement, local: string): boolean {
  return elementsOf(element).some((each) => each.local === local);
}
