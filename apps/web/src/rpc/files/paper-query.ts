import { queryOptions } from "@tanstack/react-query";
import { isId } from "../documents/detail-queries.ts";
import { fetchFile } from "./fetch-file.ts";

/** The printed form of a document as one SVG of all its pages; "" for an id that no document has. */
export function paperQuery(notaId: string) {
  return queryOptions({
    // Below the key of the document: it is drawn again when its state changes.
    queryKey: ["nota", notaId, "papel"],
    queryFn: async ({ signal }) => {
      if (!isId(notaId)) return "";
      const href = `/Services/downloadDanfe?id=${encodeURIComponent(notaId)}&formato=svg`;
      return new TextDecoder().decode(await fetchFile(href, signal));
    },
  });
}
