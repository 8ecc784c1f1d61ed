import { LEIAUTES } from "../tables/leiautes.ts";
import { chaveOf } from "./nfe-responses.ts";

/** CT-e, CT-e OS and MDF-e by modelo, with the family of each. */
export const TRANSPORT_MODELOS = [
  ["CT-e", "57", "cte"],
  ["CT-e OS", "67", "cte"],
  ["MDF-e", "58", "mdfe"],
] as const;

export type TransportFamilia = (typeof TRANSPORT_MODELOS)[number][2];

type Ret = { familia: TransportFamilia; chave: string; cStat?: string; inner?: string; tpAmb?: string };

/** A retConsSitCTe or retConsSitMDFe, which do not repeat the key; `inner` goes after cUF. */
export function retConsSitOf({ familia, cStat = "100", inner = "", tpAmb = "1" }: Ret): string {
  const { ns, retConsSit, versao } = LEIAUTES[familia];
  return (
    `<${retConsSit} versao="${versao}" xmlns="${ns}"><tpAmb>${tpAmb}</tpAmb><verAplic>INVENTADO_1</verAplic>` +
    `<cStat>${cStat}</cStat><xMotivo>Autorizado o uso</xMotivo><cUF>35</cUF>${inner}</${retConsSit}>`
  );
}

/** A protCTe or protMDFe of an authorized document. */
export function protOf({ familia, chave }: Ret): string {
  const { prot, chave: tag, versao } = LEIAUTES[familia];
  return (
    `<${prot} versao="${versao}"><infProt Id="ID135260000000001"><tpAmb>1</tpAmb><verAplic>INVENTADO_1</verAplic><${tag}>${chave}</${tag}>` +
    `<dhRecbto>2026-11-20T09:00:00-03:00</dhRecbto><nProt>135260000000001</nProt><digVal>aW52ZW50YWRvIGludmVudGFkbyE=</digVal>` +
    `<cStat>100</cStat><xMotivo>Autorizado</xMotivo></infProt></${prot}>`
  );
}

/** A procEventoCTe or procEventoMDFe of a cancellation; `startTag` replaces its start tag. */
export function procEventoOf({ familia, chave }: Ret, startTag?: string): string {
  const { procEvento, evento, retEvento, chave: tag, ns, versaoEvento } = LEIAUTES[familia];
  const group = familia === "cte" ? "evCancCTe" : "evCancMDFe";
  const inf = `<tpAmb>1</tpAmb><CNPJ>11222333000181</CNPJ><${tag}>${chave}</${tag}>`;
  const ret = `<tpAmb>1</tpAmb><cOrgao>35</cOrgao><cStat>135</cStat><xMotivo>Registrado</xMotivo><${tag}>${chave}</${tag}>`;
  return (
    `${startTag ?? `<${procEvento} xmlns="${ns}" versao="${versaoEvento}">`}<${evento} versao="${versaoEvento}">` +
    `<infEvento Id="ID110111${chave}001"><cOrgao>35</cOrgao>${inf}<dhEvento>2026-11-20T09:30:00-03:00</dhEvento>` +
    `<tpEvento>110111</tpEvento><nSeqEvento>001</nSeqEvento><detEvento versaoEvento="${versaoEvento}"><${group}>` +
    `<descEvento>Cancelamento</descEvento><nProt>135260000000001</nProt><xJust>Frete desfeito a pedido</xJust></${group}></detEvento>` +
    `</infEvento></${evento}><${retEvento} versao="${versaoEvento}"><infEvento>${ret}` +
    `<tpEvento>110111</tpEvento><nSeqEvento>001</nSeqEvento><dhRegEvento>2026-11-20T09:30:01-03:00</dhRegEvento>` +
    `<nProt>135260000000002</nProt></infEvento></${retEvento}></${procEvento}>`
  );
}

/** An access key of that modelo. */
export function chaveOfModelo(modelo: string, numero = 1): string {
  return chaveOf(numero, { modelo });
}
