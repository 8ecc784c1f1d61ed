import type { NotaLida } from "../leitura.ts";
import { readCte } from "./cte.ts";
import type { Localizado } from "./locate.ts";
import { readMdfe } from "./mdfe.ts";
import { readNfe } from "./nfe.ts";

/** Reads a document that is kept as a nota, by the layout of its family.   @throws LayoutError */
export function readNota(lugar: Localizado): NotaLida {
  switch (lugar.layout.familia) {
    case "nfe":
      return readNfe(lugar);
    case "cte":
      return readCte(lugar);
    case "mdfe":
      return readMdfe(lugar);
  }
}
