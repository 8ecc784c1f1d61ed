import type { NotaLida } from "../leitura.ts";
import { LayoutError } from "./fields.ts";
import type { Localizado } from "./locate.ts";
import { readNfe } from "./nfe.ts";

/** Reads a document that is kept as a nota, by the layout of its family.   @throws LayoutError */
export function readNota(lugar: Localizado): NotaLida {
  if (lugar.layout.familia === "nfe") return readNfe(lugar);
  throw new LayoutError("estrutura", lugar.layout.raiz);
}
