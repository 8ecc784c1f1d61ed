import { attributeOf, elementsOf, textOf, type XmlElement } from "../xml/tree.ts";
import { type Irregularidade, Irregularidades } from "./irregularidade.ts";
import type { Leiaute } from "./leiaute.ts";
import { CTE_300, CTE_400, CTE_OS_400, CTE_SIMPLIFICADO_400 } from "./leiautes/cte.ts";
import { EVENTO_CTE, EVENTO_MDFE, EVENTO_NFE } from "./leiautes/evento.ts";
import { MDFE_300 } from "./leiautes/mdfe.ts";
import { NFE_400 } from "./leiautes/nfe.ts";
import { NFE_ANTIGA } from "./leiautes/nfe-antiga.ts";
import { SomasNfe } from "./somas/nfe.ts";
import type { DoTotal } from "./somas/nfe-capturas.ts";
import { compareSomasCte, compareSomasCteSimplificado, compareSomasMdfe } from "./somas/transporte.ts";
import { traverseEstrutura } from "./traverse.ts";

/** The sums that the layout table of old notas can compare. */
const SOMADOS_ANTIGOS: readonly DoTotal[] = ["vProd", "vFrete", "vSeg", "vDesc", "vOutro"];

type SomaTransporte = (raiz: XmlElement, irregularidades: Irregularidades) => void;

/** Checks a signed element (infNFe, infCte, infMDFe, infEvento) against its layout: presence,
 * count, order, characters, sums. Irregularities are advice: up to IRREGULARIDADES_MAX, in
 * document order, sums last. Unknown elements and versions have none.
 * @source docs/adr/0012-structure-check.md */
export function checkEstrutura(raizAssinada: XmlElement): Irregularidade[] {
  const irregularidades = new Irregularidades();
  const versao = attributeOf(raizAssinada, "versao") ?? "";
  switch (raizAssinada.local) {
    case "infNFe":
      checkNfe(raizAssinada, versao, irregularidades);
      break;
    case "infCte":
      checkCte(raizAssinada, versao, irregularidades);
      break;
    case "infMDFe":
      if (versao === "3.00") check(raizAssinada, MDFE_300, { irregularidades, soma: compareSomasMdfe });
      break;
    case "infEvento":
      check(raizAssinada, eventoOf(raizAssinada), { irregularidades, soma: null });
      break;
    default:
  }
  return irregularidades.lista;
}

function checkNfe(raiz: XmlElement, versao: string, irregularidades: Irregularidades): void {
  const isAtual = versao === "4.00";
  if (!isAtual && versao !== "3.10" && versao !== "2.00") return;
  const coletor = new SomasNfe(irregularidades);
  traverseEstrutura(raiz, isAtual ? NFE_400 : NFE_ANTIGA, { irregularidades, coletor });
  coletor.compare(isAtual ? undefined : SOMADOS_ANTIGOS);
}

function checkCte(raiz: XmlElement, versao: string, irregularidades: Irregularidades): void {
  if (versao === "3.00") check(raiz, CTE_300, { irregularidades, soma: compareSomasCte });
  if (versao !== "4.00") return;
  const isSimplificado = raiz.parent?.local === "CTeSimp" || (!has(raiz, "vPrest") && has(raiz, "det"));
  if (isSimplificado) {
    check(raiz, CTE_SIMPLIFICADO_400, { irregularidades, soma: compareSomasCteSimplificado });
  } else {
    check(raiz, isOs(raiz) ? CTE_OS_400 : CTE_400, { irregularidades, soma: compareSomasCte });
  }
}

function check(
  raiz: XmlElement,
  leiaute: Leiaute,
  { irregularidades, soma }: { irregularidades: Irregularidades; soma: SomaTransporte | null },
): void {
  traverseEstrutura(raiz, leiaute, { irregularidades, coletor: null });
  soma?.(raiz, irregularidades);
}

function eventoOf(raiz: XmlElement): Leiaute {
  if (has(raiz, "chCTe")) return EVENTO_CTE;
  return has(raiz, "chMDFe") ? EVENTO_MDFE : EVENTO_NFE;
}

function isOs(raiz: XmlElement): boolean {
  if (raiz.parent?.local === "CTeOS") return true;
  const ide = elementsOf(raiz).find((each) => each.local === "ide");
  return ide !== undefined && elementsOf(ide).some((each) => each.local === "mod" && textOf(each) === "67");
}

function has(element: XmlElement, local: string): boolean {
  return elementsOf(element).some((each) => each.local === local);
}
