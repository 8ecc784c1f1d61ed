import type { ParsedNota } from "../reading.ts";
import type { LocatedDocumento } from "./locate.ts";
import { readNfe } from "./nfe/nfe.ts";
import { readCte } from "./transport/cte.ts";
import { readMdfe } from "./transport/mdfe.ts";

/** Reads a document that is stored as a nota, by the layout of its family.   @throws LayoutError */
export function readNota(location: LocatedDocumento): ParsedNota {
  switch (location.layout.family) {
    case "nfe":
      return readNfe(location);
    case "cte":
      return readCte(location);
    case "mdfe":
      return readMdfe(location);
  }
}
