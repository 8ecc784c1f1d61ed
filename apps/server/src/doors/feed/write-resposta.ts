import type { DfeDoFeed } from "../../services/feed/feed-dfe.rows.ts";
import { escapeXml } from "../soap/envelope.ts";
import { type CStat, MOTIVOS } from "./motivos.ts";
import { OPERACAO, PORTAL, SERVICO } from "./nomes.ts";
import { schemaOf } from "./schema-of.ts";

/** One response. motivo: replaces the code's own text. nsus: absent where SEFAZ omits them. */
export type RespostaDist = {
  cStat: CStat;
  tpAmb: "1" | "2";
  agora: Date;
  motivo?: string;
  nsus?: { ultNsu: number; maxNsu: number };
  dfes?: readonly DfeDoFeed[];
};

const NSU_DIGITOS = 15;
const MOTIVO_MAX = 255;
const VER_APLIC = "Malote";
/** Brasília time, where the Ambiente Nacional is: no daylight saving since 2019. */
const FUSO = { texto: "-03:00", ms: 3 * 3_600_000 };

/**
 * Writes retDistDFeInt in the wrappers of its operation, as SEFAZ does.
 * @source retDistDFeInt_v1.01.xsd
 */
export function writeResposta({ cStat, tpAmb, agora, motivo, nsus, dfes = [] }: RespostaDist): string {
  const dhResp = new Date(agora.getTime() - FUSO.ms).toISOString().slice(0, 19) + FUSO.texto;
  const xMotivo = escapeXml((motivo ?? MOTIVOS[cStat]).slice(0, MOTIVO_MAX));
  const onde =
    nsus === undefined
      ? ""
      : `<ultNSU>${writeNsu(nsus.ultNsu)}</ultNSU><maxNSU>${writeNsu(nsus.maxNsu)}</maxNSU>`;
  const lote = dfes.length === 0 ? "" : `<loteDistDFeInt>${dfes.map(writeDocZip).join("")}</loteDistDFeInt>`;
  const ret = `<retDistDFeInt xmlns="${PORTAL}" versao="1.01"><tpAmb>${tpAmb}</tpAmb><verAplic>${VER_APLIC}</verAplic><cStat>${cStat}</cStat><xMotivo>${xMotivo}</xMotivo><dhResp>${dhResp}</dhResp>${onde}${lote}</retDistDFeInt>`;
  return `<${OPERACAO}Response xmlns="${SERVICO}"><${OPERACAO}Result>${ret}</${OPERACAO}Result></${OPERACAO}Response>`;
}

// Stored as gzip and sent as gzip, so nothing is compressed here.
function writeDocZip({ nsu, xmlGzip }: DfeDoFeed): string {
  return `<docZip NSU="${writeNsu(nsu)}" schema="${schemaOf(xmlGzip)}">${xmlGzip.toString("base64")}</docZip>`;
}

function writeNsu(nsu: number): string {
  return String(nsu).padStart(NSU_DIGITOS, "0");
}
