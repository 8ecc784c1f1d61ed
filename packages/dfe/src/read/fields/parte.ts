import type { Parte } from "../../leitura.ts";
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
 * @param endereco the element with its address (enderDest); null
 * when state and city are siblings of the name (transporta)
 * @throws LayoutError */
export function readParte(element: XmlElement | null, endereco: string | null): Parte | null {
  if (!element) return null;
  const lugar = endereco === null ? element : childOf(element, endereco);
  const parte = {
    nome: textFieldOf(element, "xNome") ?? "",
    documento: readDocumento(element),
    uf: fieldOf(lugar, "UF", UF_MAX),
    ie: fieldOf(element, "IE"),
    municipio: textFieldOf(lugar, "xMun"),
  };
  return Object.values(parte).every((value) => !value) ? null : parte;
}

/** The emitente, whose name and CNPJ or CPF are required.   @throws LayoutError */
export function readEmitente(assinado: XmlElement): Parte {
  const emit = requireChild(assinado, "emit");
  const parte = readParte(emit, "enderEmit");
  if (!parte?.nome) throw new LayoutError("campo-ausente", "emit/xNome");
  if (parte.documento === "") throw new LayoutError("campo-ausente", "emit/CNPJ");
  return parte;
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
