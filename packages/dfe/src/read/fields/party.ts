import type { Party } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import {
  anyFieldOf,
  childOf,
  childrenOf,
  fieldOf,
  LayoutError,
  requireChild,
  textFieldOf,
} from "./fields.ts";

/** A foreign id has at most 20 characters, a CNPJ 14. */
const DOCUMENTO_MAX = 20;
const UF_MAX = 2;
const DOCUMENTOS = ["CNPJ", "CPF", "idEstrangeiro"];

/** A party of any document; null when the element is absent or empty.
 * @param address the element with its address (enderDest); null
 * when state and city are siblings of the name (transporta)
 * @throws LayoutError */
export function readParty(element: XmlElement | null, address: string | null): Party | null {
  if (!element) return null;
  const place = address === null ? element : childOf(element, address);
  const party = {
    nome: textFieldOf(element, "xNome") ?? "",
    documento: readDocumento(element),
    uf: fieldOf(place, "UF", UF_MAX),
    ie: fieldOf(element, "IE"),
    municipio: textFieldOf(place, "xMun"),
  };
  return Object.values(party).every((value) => !value) ? null : party;
}

/** The emitente, whose name and CNPJ or CPF are required.   @throws LayoutError */
export function readEmitente(assinado: XmlElement): Party {
  const emit = requireChild(assinado, "emit");
  const party = readParty(emit, "enderEmit");
  if (!party?.nome) throw new LayoutError("campo-ausente", "emit/xNome");
  if (party.documento === "") throw new LayoutError("campo-ausente", "emit/CNPJ");
  return party;
}

/** The CNPJ, CPF or foreign id of an element; "" when absent.   @throws LayoutError when it is too long */
export function readDocumento(element: XmlElement): string {
  const documento = anyFieldOf(element, DOCUMENTOS) ?? "";
  if (documento.length > DOCUMENTO_MAX) throw new LayoutError("campo-invalido", `${element.local}/CNPJ`);
  return documento;
}

/** The CNPJs and CPFs that may download the XML (autXML).   @throws LayoutError */
export function readAutorizados(assinado: XmlElement): string[] {
  return childrenOf(assinado, "autXML")
    .map(readDocumento)
    .filter((documento) => documento !== "");
}
