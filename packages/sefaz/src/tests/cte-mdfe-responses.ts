import { LAYOUTS } from "../tables/layouts.ts";
import { chaveOf } from "./nfe-responses.ts";

/** CT-e, CT-e OS and MDF-e by modelo, with the family of each. */
export const TRANSPORT_MODELOS = [
  ["CT-e", "57", "cte"],
  ["CT-e OS", "67", "cte"],
  ["MDF-e", "58", "mdfe"],
] as const;

export type TransportFamily = (typeof TRANSPORT_MODELOS)[number][2];

type Ret = { family: TransportFamily; chave: string; cStat?: string; inner?: string; tpAmb?: string };

/** A retConsSitCTe or retConsSitMDFe, which do not repeat the key; `inner` goes after cUF. */
export function retConsSitOf({ family, cStat = "100", inner = "", tpAmb = "1" }: Ret): string {
  const { ns, retConsSit, versao } = LAYOUTS[family];
  return (
    `<${retConsSit} versao="${versao}" xmlns="${ns}"><tpAmb>${tpAmb}</tpAmb><verAplic>INVENTADO_1</verAplic>` +
    `<cStat>${cStat}</cStat><xMotivo>Autorizado o uso</xMotivo><cUF>35</cUF>${inner}</${retConsSit}>`
  );
}

/** A protCTe or protMDFe of an authorized document. */
export function protOf({ family, chave }: Ret): string {
  const { prot, chave: tag, versao } = LAYOUTS[family];
  return (
    `<${prot} versao="${versao}"><infProt Id="ID135260000000001"><tpAmb>1</tpAmb><verAplic>INVENTADO_1</verAplic><${tag}>${chave}</${tag}>` +
    `<dhRecbto>2026-11-20T09:00:00-03:00</dhRecbto><nProt>135260000000001</nProt><digVal>aW52ZW50YWRvIGludmVudGFkbyE=</digVal>` +
    `<cStat>100</cStat><xMotivo>Autorizado</xMotivo></infProt></${prot}>`
  );
}

/** A procEventoCTe or procEventoMDFe of a cancellation; `startTag` replaces its start tag. */
export function procEventoOf({ family, chave }: Ret, startTag?: string): string {
  const { procEvento, evento, retEvento, chave: tag, ns, eventoVersion } = LAYOUTS[family];
  const group = family === "cte" ? "evCancCTe" : "evCancMDFe";
  const inf = `<tpAmb>1</tpAmb><CNPJ>11222333000181</CNPJ><${tag}>${chave}</${tag}>`;
  const ret = `<tpAmb>1</tpAmb><cOrgao>35</cOrgao><cStat>135</cStat><xMotivo>Registrado</xMotivo><${tag}>${chave}</${tag}>`;
  return (
    `${startTag ?? `<${procEvento} xmlns="${ns}" versao="${eventoVersion}">`}<${evento} versao="${eventoVersion}">` +
    `<infEvento Id="ID110111${chave}001"><cOrgao>35</cOrgao>${inf}<dhEvento>2026-11-20T09:30:00-03:00</dhEvento>` +
    `<tpEvento>110111</tpEvento><nSeqEvento>001</nSeqEvento><detEvento versaoEvento="${eventoVersion}"><${group}>` +
    `<descEvento>Cancelamento</descEvento><nProt>135260000000001</nProt><xJust>Frete desfeito a pedido</xJust></${group}></detEvento>` +
    `</infEvento></${evento}><${retEvento} versao="${eventoVersion}"><infEvento>${ret}` +
    `<tpEvento>110111</tpEvento><nSeqEvento>001</nSeqEvento><dhRegEvento>2026-11-20T09:30:01-03:00</dhRegEvento>` +
    `<nProt>135260000000002</nProt></infEvento></${retEvento}></${procEvento}>`
  );
}

/** An access key of that modelo. */
export function chaveOfModelo(modelo: string, numero = 1): string {
  return chaveOf(numero, { modelo });
}
