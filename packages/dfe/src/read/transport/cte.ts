import type { IbsCbsTotals, ParsedNota, Party } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { readOptionalAmount, readTotal } from "../fields/amount.ts";
import {
  childOf,
  childrenOf,
  contentOf,
  fieldOf,
  requireChild,
  TEXT_MAX,
  textFieldOf,
} from "../fields/fields.ts";
import { readParty } from "../fields/party.ts";
import type { LocatedDocumento } from "../locate.ts";
import { readTransporteCte } from "./cte-transport.ts";
import { readTransportNota } from "./nota.ts";

type Parties = Pick<ParsedNota, "remetente" | "expedidor" | "recebedor" | "destinatario">;

/** Reads a CT-e, a simplified CT-e (CTeSimp) or a CT-e
 * OS; the total of the service is the value of the nota.
 * @throws LayoutError
 * @source MOC CT-e 4.00; cteTiposBasico_v4.00.xsd, and layouts 1.04, 2.00 and 3.00 where they differ */
export function readCte(location: LocatedDocumento): ParsedNota {
  const { assinado } = location;
  const ide = requireChild(assinado, "ide");
  // A simplified CT-e has many services, and their totals in a separate group.
  const total = childOf(assinado, "vPrest") ?? requireChild(assinado, "total");
  const partes = readParties(assinado);
  return {
    ...readTransportNota(location),
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
  return observacoes.flatMap((each) => contentOf(each, TEXT_MAX) ?? []).join("\n") || null;
}

function readParties(assinado: XmlElement): Parties {
  return {
    remetente: readParty(childOf(assinado, "rem"), "enderReme"),
    expedidor: readParty(childOf(assinado, "exped"), "enderExped"),
    recebedor: readParty(childOf(assinado, "receb"), "enderReceb"),
    destinatario: readParty(childOf(assinado, "dest"), "enderDest"),
  };
}

/** The tomador: a code that refers to another party (toma3; toma03 before 4.00),
 * or a group with data (toma4; toma of a CT-e OS and of a simplified CT-e).
 * @source cteTiposBasico_v4.00.xsd (ide/toma3, ide/toma4) */
function readTomador(
  assinado: XmlElement,
  { ide, partes }: { ide: XmlElement; partes: Parties },
): Party | null {
  const own = childOf(assinado, "toma") ?? childOf(ide, "toma4") ?? childOf(ide, "tomaTerceiro");
  const code = fieldOf(childOf(ide, "toma3") ?? childOf(ide, "toma03") ?? own, "toma");
  switch (code) {
    case "0":
      return partes.remetente ?? readParty(own, "enderToma");
    case "1":
      return partes.expedidor ?? readParty(own, "enderToma");
    case "2":
      return partes.recebedor ?? readParty(own, "enderToma");
    case "3":
      return partes.destinatario ?? readParty(own, "enderToma");
    default:
      return readParty(own, "enderToma");
  }
}

function readIbsCbs(assinado: XmlElement): IbsCbsTotals | null {
  const group = childOf(childOf(childOf(assinado, "imp"), "IBSCBS"), "gIBSCBS");
  if (!group) return null;
  return {
    base: readOptionalAmount(group, "vBC"),
    ibs: readOptionalAmount(group, "vIBS"),
    ibsUf: readOptionalAmount(childOf(group, "gIBSUF"), "vIBSUF"),
    ibsMunicipio: readOptionalAmount(childOf(group, "gIBSMun"), "vIBSMun"),
    cbs: readOptionalAmount(childOf(group, "gCBS"), "vCBS"),
  };
}
