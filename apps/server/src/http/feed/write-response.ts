import { HOUR_MS } from "@malote/syntax";
import type { FeedDfe } from "../../services/feed/feed-dfe.rows.ts";
import { escapeXml } from "../soap/envelope.ts";
import { type CStat, RESPONSE_TEXTS } from "./response-texts.ts";
import { schemaNameOf } from "./schema-name.ts";
import { OPERATION, PORTAL_NAMESPACE, SERVICE_NAMESPACE } from "./service-names.ts";

/** One response. motivo: replaces the code's own text. nsus: absent where SEFAZ omits them. */
export type DistResponse = {
  cStat: CStat;
  tpAmb: "1" | "2";
  now: Date;
  motivo?: string;
  nsus?: { ultNsu: number; maxNsu: number };
  dfes?: readonly FeedDfe[];
};

const NSU_DIGITS = 15;
const TEXT_MAX = 255;
const VER_APLIC = "Malote";
/** Brasília time, where the Ambiente Nacional is: no daylight saving since 2019. */
const BRASILIA_OFFSET = { texto: "-03:00", ms: 3 * HOUR_MS };

/**
 * Writes retDistDFeInt in the wrappers of its operation, as SEFAZ does.
 * @source retDistDFeInt_v1.01.xsd
 */
export function writeDistResponse({ cStat, tpAmb, now, motivo, nsus, dfes = [] }: DistResponse): string {
  const dhResp =
    new Date(now.getTime() - BRASILIA_OFFSET.ms).toISOString().slice(0, 19) + BRASILIA_OFFSET.texto;
  const xMotivo = escapeXml((motivo ?? RESPONSE_TEXTS[cStat]).slice(0, TEXT_MAX));
  const nsuElements =
    nsus === undefined
      ? ""
      : `<ultNSU>${writeNsu(nsus.ultNsu)}</ultNSU><maxNSU>${writeNsu(nsus.maxNsu)}</maxNSU>`;
  const batch = dfes.length === 0 ? "" : `<loteDistDFeInt>${dfes.map(writeDocZip).join("")}</loteDistDFeInt>`;
  const ret = `<retDistDFeInt xmlns="${PORTAL_NAMESPACE}" versao="1.01"><tpAmb>${tpAmb}</tpAmb><verAplic>${VER_APLIC}</verAplic><cStat>${cStat}</cStat><xMotivo>${xMotivo}</xMotivo><dhResp>${dhResp}</dhResp>${nsuElements}${batch}</retDistDFeInt>`;
  return `<${OPERATION}Response xmlns="${SERVICE_NAMESPACE}"><${OPERATION}Result>${ret}</${OPERATION}Result></${OPERATION}Response>`;
}

// Stored as gzip and sent as gzip, so nothing is compressed here.
function writeDocZip({ nsu, xmlGzip }: FeedDfe): string {
  return `<docZip NSU="${writeNsu(nsu)}" schema="${schemaNameOf(xmlGzip)}">${xmlGzip.toString("base64")}</docZip>`;
}

function writeNsu(nsu: number): string {
  return String(nsu).padStart(NSU_DIGITS, "0");
}
