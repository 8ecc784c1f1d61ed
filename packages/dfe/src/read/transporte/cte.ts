import type { NotaLida, Parte, TotaisIbsCbs } from "../../leitura.ts";
import type { XmlElement } from "../../xml/tree.ts";
import {
  childOf,
  childrenOf,
  contentOf,
  fieldOf,
  requireChild,
  TEXTO_MAX,
  textFieldOf,
} from "../fields/fields.ts";
import { readParte } from "../fields/parte.ts";
import { readOptionalValor, readTotal } from "../fields/valor.ts";
import type { LocatedDocumento } from "../locate.ts";
import { readTransporteCte } from "./cte-transporte.ts";
import { readNotaDeTransporte } from "./nota.ts";

type Partes = Pick<NotaLida, "remetente" | "expedidor" | "recebedor" | "destinatario">;

/** Reads a CT-e, a simplified CT-e (CTeSimp) or a CT-e
 * OS; the total of the service is the value of the nota.
 * @throws LayoutError
 * @source MOC CT-e 4.00; cteTiposBasico_v4.00.xsd, and layouts 1.04, 2.00 and 3.00 where they differ */
export function readCte(location: LocatedDocumento): NotaLida {
  const { assinado } = location;
  const ide = requireChild(assinado, "ide");
  // A simplified CT-e has many services, and their totals in a separate group.
  const total = childOf(assinado, "vPrest") ?? requireChild(assinado, "total");
  const partes = readPartes(assinado);
  return {
    ...readNotaDeTransporte(location),
    ...partes,
    valorTotal: readTotal(total, "vTPrest"),
    tomador: readTomador(assinado, { ide, partes }),
    naturezaOperacao: textFieldOf(ide, "natOp"),
    finalidade: fieldOf(ide, "tpCTe"),
    informacoesComplementares: readObservacoes(assinado),
    transporte: { ...readTransporteCte(assinado, { ide, total }), ibsCbs: readIbsCbs(assinado) },
  };
}

/** The layout allows one xObs, but a repeated remark is no reason to reject a document. */
function readObservacoes(assinado: XmlElement): string | null {
  const observacoes = childrenOf(childOf(assinado, "compl"), "xObs");
  return observacoes.flatMap((each) => contentOf(each, TEXTO_MAX) ?? []).join("\n") || null;
}

function readPartes(assinado: XmlElement): Partes {
  return {
    remetente: readParte(childOf(assinado, "rem"), "enderReme"),
    expedidor: readParte(childOf(assinado, "exped"), "enderExped"),
    recebedor: readParte(childOf(assinado, "receb"), "enderReceb"),
    destinatario: readParte(childOf(assinado, "dest"), "enderDest"),
  };
}

/** The tomador: a code that refers to another party (toma3; toma03 before 4.00),
 * or a group with data (toma4; toma of a CT-e OS and of a simplified CT-e).
 * @source cteTiposBasico_v4.00.xsd (ide/toma3, ide/toma4) */
function readTomador(
  assinado: XmlElement,
  { ide, partes }: { ide: XmlElement; partes: Partes },
): Parte | null {
  const own = childOf(assinado, "toma") ?? childOf(ide, "toma4") ?? childOf(ide, "tomaTerceiro");
  const codigo = fieldOf(childOf(ide, "toma3") ?? childOf(ide, "toma03") ?? own, "toma");
  switch (codigo) {
    case "0":
      return partes.remetente ?? readParte(own, "enderToma");
    case "1":
      return partes.expedidor ?? readParte(own, "enderToma");
    case "2":
      return partes.recebedor ?? readParte(own, "enderToma");
    case "3":
      return partes.destinatario ?? readParte(own, "enderToma");
    default:
      return readParte(own, "enderToma");
  }
}

function readIbsCbs(assinado: XmlElement): TotaisIbsCbs | null {
  const group = childOf(childOf(childOf(assinado, "imp"), "IBSCBS"), "gIBSCBS");
  if (!group) return null;
  return {
    base: readOptionalValor(group, "vBC"),
    ibs: readOptionalValor(group, "vIBS"),
    ibsUf: readOptionalValor(childOf(group, "gIBSUF"), "vIBSUF"),
    ibsMunicipio: readOptionalValor(childOf(group, "gIBSMun"), "vIBSMun"),
    cbs: readOptionalValor(childOf(group, "gCBS"), "vCBS"),
  };
}
