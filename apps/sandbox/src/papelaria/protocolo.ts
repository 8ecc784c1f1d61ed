import { element, leaf, NFE_NAMESPACE, XML_DECLARATION } from "./write-xml.ts";

/** SEFAZ's answer to an authorization, as it stands beside the NF-e and in later answers. */
export type Protocolo = {
  ambiente: "1" | "2";
  verAplic: string;
  chaveAcesso: string;
  dataRecebimento: string;
  /** 15 digits: 1, cUF, year in two digits, sequence in ten. */
  numero: string;
  digVal: string;
  cStat: string;
  xMotivo: string;
};

export function writeProtNFe(protocolo: Protocolo): string {
  return element(
    'protNFe versao="4.00"',
    element(
      `infProt Id="ID${protocolo.numero}"`,
      leaf("tpAmb", protocolo.ambiente),
      leaf("verAplic", protocolo.verAplic),
      leaf("chNFe", protocolo.chaveAcesso),
      leaf("dhRecbto", protocolo.dataRecebimento),
      leaf("nProt", protocolo.numero),
      leaf("digVal", protocolo.digVal),
      leaf("cStat", protocolo.cStat),
      leaf("xMotivo", protocolo.xMotivo),
    ),
  );
}

/** The document that goes by mail: NF-e and protocol together. */
export function writeNfeProc(nfeXml: string, protocolo: Protocolo): string {
  const nfeProc = element(`nfeProc xmlns="${NFE_NAMESPACE}" versao="4.00"`, nfeXml, writeProtNFe(protocolo));
  return XML_DECLARATION + nfeProc;
}
