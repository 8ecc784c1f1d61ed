import type { NotaLida } from "../leitura.ts";
import type { LocatedDocumento } from "./locate.ts";
import { readNfe } from "./nfe/nfe.ts";
import { readCte } from "./transporte/cte.ts";
import { readMdfe } from "./transporte/mdfe.ts";

/** Reads a document that is stored as a nota, by the layout of its family.   @throws LayoutError */
export function readNota(location: LocatedDocumento): NotaLida {
  switch (location.layout.familia) {
    case "nfe":
      return readNfe(location);
    case "cte":
      return readCte(location);
    case "mdfe":
      return readMdfe(location);
  }
}
